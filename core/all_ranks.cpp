#include "core/all_ranks.h"

#include <exception>
#include <string>

#include "core/error.h"
#include "core/message.h"
#include "core/rank_zero.h"

namespace morula {

bool all_do(Communicator& ranks, const std::function<void()>& work) {
  std::exception_ptr own_failure;
  std::string failure;
  try {
    work();
  } catch (const std::exception& error) {
    own_failure = std::current_exception();
    failure = *error.what() ? error.what() : "failed";
  }
  Bytes verdict;
  for (const Bytes& of_rank : ranks.gather(message_of(failure)))
    if (verdict.empty()) verdict = of_rank;
  ranks.broadcast(verdict);
  if (verdict.empty()) return true;
  if (ranks.rank() != 0) return false;
  if (own_failure) std::rethrow_exception(own_failure);
  throw StateError(std::string(text_in(verdict)));
}

void each_rank_must(Communicator& ranks, const std::function<void()>& work) {
  std::string message;
  std::exception_ptr own_failure;
  try {
    work();
  } catch (const std::exception& error) {
    own_failure = std::current_exception();
    message = *error.what() ? error.what() : "failed";
  }
  const std::string& host = ranks.node().host;
  if (own_failure && ranks.rank() != 0)
    message = "rank " + std::to_string(ranks.rank()) + (host.empty() ? "" : " on " + host) + ": " + message;
  const std::vector<Bytes> of_ranks = ranks.gather(message_of(message));
  rank_zero_does(ranks, [&] {
    if (own_failure) std::rethrow_exception(own_failure);
    for (const Bytes& failure : of_ranks)
      if (!failure.empty()) throw Error(std::string(text_in(failure)));
  });
}

}  // namespace morula
