#include "core/all_ranks.h"

#include <exception>
#include <string>

#include "core/error.h"
#include "core/message.h"
#include "core/rank_zero.h"

namespace morula {

bool all_do(Communicator& ranks, const std::function<void()>& work) {
  std::exception_ptr own;
  std::string failure;
  try {
    work();
  } catch (const std::exception& error) {
    own = std::current_exception();
    failure = *error.what() ? error.what() : "failed";
  }
  Bytes verdict;
  for (const Bytes& of_rank : ranks.gather(message_of(failure)))
    if (verdict.empty()) verdict = of_rank;
  ranks.broadcast(verdict);
  if (verdict.empty()) return true;
  if (ranks.rank() != 0) return false;
  if (own) std::rethrow_exception(own);
  throw StateError(std::string(text_in(verdict)));
}

void each_rank_must(Communicator& ranks, const std::function<void()>& work) {
  std::string told;
  std::exception_ptr own;
  try {
    work();
  } catch (const std::exception& error) {
    own = std::current_exception();
    told = *error.what() ? error.what() : "failed";
  }
  const std::string& host = ranks.node().host;
  if (own && ranks.rank() != 0)
    told = "rank " + std::to_string(ranks.rank()) + (host.empty() ? "" : " on " + host) + ": " + told;
  const std::vector<Bytes> of_ranks = ranks.gather(message_of(told));
  rank_zero_does(ranks, [&] {
    if (own) std::rethrow_exception(own);
    for (const Bytes& one : of_ranks)
      if (!one.empty()) throw Error(std::string(text_in(one)));
  });
}

}  // namespace morula
