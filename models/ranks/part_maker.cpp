#include "models/ranks/part_maker.h"

#include <fmt/format.h>

#include "core/all_ranks.h"
#include "core/error.h"
#include "core/instruction_set.h"
#include "core/message.h"
#include "models/ranks/node_memory.h"
#include "models/ranks/rank_volumes.h"

namespace morula::spread {
namespace {

// Rims travel as engines hold them: all ranks must have engines of the same kind. False on other ranks than 0
// if they do not; rank 0 throws.
bool have_same_engines(const Backend& backend, Communicator& communicator) {
  const std::string here =
      backend.device ? "a device" : fmt::format("threads ({})", compiled_instruction_set);
  const std::vector<Bytes> all = communicator.gather(morula::message_of(here));
  Bytes problem;
  for (std::size_t rank = 1; rank < all.size() && problem.empty(); ++rank)
    if (all[rank] != all[0])
      problem = morula::message_of(fmt::format(
          "rank {} computes on {}, rank 0 on {}; choose the same for all ranks with --backend, and machines "
          "with the same kind of processor",
          rank, text_in(all[rank]), here));
  communicator.broadcast(problem);
  if (problem.empty()) return true;
  if (communicator.rank() == 0) throw Error(std::string(text_in(problem)));
  return false;
}

}  // namespace

std::unique_ptr<RankPart> make_part(const Spec& spec, const Backend& backend, Communicator& communicator,
                                    Start start, const RimSettings& rims) {
  if (!have_same_engines(backend, communicator)) return nullptr;
  Spec own;
  if (!all_do(communicator, [&] { own = RankPart::spec_of(spec, communicator, rims.depth); })) return nullptr;
  if (const auto problem =
          misfit_on_ranks(own, backend, communicator, most_message_bytes(own, backend, rims.depth))) {
    if (communicator.rank() == 0) throw SpecError({*problem});
    return nullptr;
  }
  const bool needs_values = start == Start::Initial;
  if (needs_values &&
      !load_left_volumes(own, owned_by_each(decomposition_of(spec, communicator.size())), communicator))
    return nullptr;
  std::unique_ptr<RankPart> part;
  const bool is_made = all_do(communicator, [&] {
    part = std::make_unique<RankPart>(spec, own, backend, communicator, start, rims);
  });
  unload_left_volumes(own);
  if (is_made && start == Start::Initial) part->model().begin();
  return is_made ? std::move(part) : nullptr;
}

}  // namespace morula::spread
