// What rank 0 does alone, such as reading input, while the other ranks wait to hear how it went.
#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <utility>

#include "core/communicator.h"

namespace morula {

// Thrown on rank 0: carries a failure that all ranks know of.
class KnownToAll : public std::exception {
 public:
  explicit KnownToAll(std::exception_ptr failure) : failure_(std::move(failure)) {}
  const std::exception_ptr& failure() const { return failure_; }
  const char* what() const noexcept override { return "a failure that all ranks know of"; }

 private:
  std::exception_ptr failure_;
};

// Thrown on the other ranks: rank 0 tells the user what is wrong, and this process ends with the same exit
// code.
class ToldElsewhere : public std::exception {
 public:
  explicit ToldElsewhere(int code) : code_(code) {}
  int code() const { return code_; }
  const char* what() const noexcept override { return "rank 0 has failed"; }

 private:
  int code_;
};

// Every rank calls it; rank 0 does the work. Where that throws, rank 0 gets KnownToAll and every other rank
// ToldElsewhere. If there is only one rank, it gets what was thrown.
void rank_zero_does(Communicator& ranks, const std::function<void()>& work);

// Every rank makes the same thing, rank 0 first: what is wrong with the input is told once.
template <typename Make>
auto on_each_rank(Communicator& ranks, const Make& make) {
  std::optional<decltype(make())> made;
  rank_zero_does(ranks, [&] { made.emplace(make()); });
  return made ? std::move(*made) : make();
}

}  // namespace morula
