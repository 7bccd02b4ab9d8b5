#include "core/all_ranks.h"

#include <exception>
#include <string>

#include "core/error.h"
#include "core/message.h"

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

}  // namespace morula
