#include "core/rank_zero.h"

#include "core/error.h"

namespace morula {

void rank_zero_does(Communicator& ranks, const std::function<void()>& work) {
  if (ranks.size() == 1) return work();
  Bytes code(1);
  std::exception_ptr failure;
  if (ranks.rank() == 0) try {
      work();
    } catch (const SpecError&) {
      failure = std::current_exception();
      code[0] = std::byte{2};
    } catch (...) {
      failure = std::current_exception();
      code[0] = std::byte{1};
    }
  ranks.broadcast(code);
  if (failure) throw KnownToAll(failure);
  if (code.at(0) != std::byte{0}) throw ToldElsewhere(std::to_integer<int>(code[0]));
}

}  // namespace morula
