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

// Halos are sent in the engine's own format, so all ranks must have engines of the same kind. If they do not,
// rank 0 throws, and the other ranks return false.
bool have_same_engines(const Backend& backend, Communicator& communicator) {
  const std::string engine =
      backend.device ? "a device" : fmt::format("threads ({})", compiled_instruction_set);
  const std::vector<Bytes> engines = communicator.gather(morula::message_of(engine));
  Bytes problem;
  for (std::size_t rank = 1; rank < engines.size() && problem.empty(); ++rank)
    if (engines[rank] != engines[0])
      problem = morula::message_of(fmt::format(
          "rank {} computes on {}, rank 0 on {}; choose the same for all ranks with --backend, and machines "
          "with the same kind of processor",
          rank, text_in(engines[rank]), engine));
  communicator.broadcast(problem);
  if (problem.empty()) return true;
  if (communicator.rank() == 0) throw Error(std::string(text_in(problem)));
  return false;
}

}  // namespace

std::unique_ptr<RankPart> make_part(const Spec& spec, const Backend& backend, Communicator& communicator,
                                    Start start, const HaloSettings& halos) {
  if (!have_same_engines(backend, communicator)) return nullptr;
  Spec part_spec;
  if (!all_do(communicator, [&] { part_spec = RankPart::spec_of(spec, communicator, halos.depth); }))
    return nullptr;
  if (const auto problem = misfit_on_ranks(part_spec, backend, communicator,
                                           most_message_bytes(part_spec, backend, halos.depth))) {
    if (communicator.rank() == 0) throw SpecError({*problem});
    return nullptr;
  }
  const bool needs_values = start == Start::Initial;
  if (needs_values &&
      !load_deferred_volumes(part_spec, owned_by_each(decomposition_of(spec, communicator.size())),
                             communicator))
    return nullptr;
  std::unique_ptr<RankPart> part;
  const bool is_made = all_do(communicator, [&] {
    part = std::make_unique<RankPart>(spec, part_spec, backend, communicator, start, halos);
  });
  unload_deferred_volumes(part_spec);
  if (is_made && start == Start::Initial) part->model().begin();
  return is_made ? std::move(part) : nullptr;
}

}  // namespace morula::spread
