// Work that rank 0 does alone, such as reading input, while the other ranks wait for its outcome.
#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <utility>

#include "core/communicator.h"

namespace morula {

// Thrown on rank 0: wraps a failure that all ranks have been told of.
class KnownToAll : public std::exception {
 public:
  explicit KnownToAll(std::exception_ptr failure) : failure_(std::move(failure)) {}
  const std::exception_ptr& failure() const { return failure_; }
  const char* what() const noexcept override { return "a failure that all ranks know of"; }

 private:
  std::exception_ptr failure_;
};

// Thrown on the other ranks. Rank 0 tells the user what is wrong, and this process ends with the same exit
// code.
class ToldElsewhere : public std::exception {
 public:
  explicit ToldElsewhere(int code) : code_(code) {}
  int code() const { return code_; }
  const char* what() const noexcept override { return "rank 0 has failed"; }

 private:
  int code_;
};

// Every rank calls this; rank 0 does the work. If the work throws, rank 0 gets KnownToAll and every other
// rank gets ToldElsewhere. With a single rank, the exception of the work is passed on unchanged.
void rank_zero_does(Communicator& ranks, const std::function<void()>& work);

// Every rank makes the same object, rank 0 first, so that problems of the input are reported only once.
template <typename Make>
auto on_each_rank(Communicator& ranks, const Make& make) {
  std::optional<decltype(make())> made;
  rank_zero_does(ranks, [&] { made.emplace(make()); });
  return made ? std::move(*made) : make();
}

}  // namespace morula
