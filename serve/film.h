// The pictures that were sent to a page between the beginning and the end of a film, for a film that the
// program encodes.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace morula::serve {

constexpr std::size_t most_film_pictures = 600, most_film_bytes = std::size_t{128} << 20;

class Film {
 public:
  // May be called on any thread. A film ends when it is full, or at the first picture of another size.
  void add(std::uint64_t step, const std::string& png);

  // The film as a file of the kind "gif" or "mp4". Removes the pictures; throws Error if there are none.
  std::string made(const std::string& kind);
  std::string why_it_ended() const;  // empty unless the film ended earlier than asked

 private:
  using Clock = std::chrono::steady_clock;
  mutable std::mutex mutex_;
  std::vector<std::string> pictures_;
  std::size_t bytes_ = 0;
  Clock::time_point first_at_{}, last_at_{};
  std::string why_it_ended_;
};

}  // namespace morula::serve
