#include "models/ranked_model.h"

#include "models/catalogue.h"
#include "models/rank_part.h"
#include "models/shared_replicas.h"
#include "models/spread_model.h"

namespace morula {
namespace {

const Sharing* sharing_of(const Spec& spec) {
  const std::optional<Sharing>& sharing = family_of(spec).sharing;
  return sharing && sharing->can(spec) ? &*sharing : nullptr;
}

bool is_divided(const Spec& spec, int ranks) { return !shares_replicas(spec, ranks) && !sharing_of(spec); }

// What this rank holds of a lattice that is divided.
Spec slab_of(const Spec& whole, const Backend& backend, const Communicator& ranks) {
  const Division& division = *family_of(whole).division;
  const Decomposition slabs = decomposition_of(whole, backend, ranks.size());
  const Index rim = rim_depth(division.divisibility(whole, backend), slabs);
  return division.part(whole, slabs.part(ranks.rank(), rim));
}

}  // namespace

void check_ranks(const Spec& spec, const Backend& backend, int ranks) {
  if (ranks > 1 && is_divided(spec, ranks)) check_spread(spec, backend, ranks);
}

void check_part_fits(const Spec& whole, const Spec& own, const Backend& backend, const Communicator& ranks) {
  const bool divided = ranks.size() > 1 && is_divided(whole, ranks.size());
  check_fits(divided ? slab_of(whole, backend, ranks) : own, backend);
}

std::unique_ptr<Model> make_ranked_model(const Spec& whole, const Spec& own, const Backend& backend,
                                         Communicator& ranks, Start start) {
  if (ranks.size() == 1) return make_model(whole, backend, start);
  if (is_divided(whole, ranks.size())) return make_spread_model(whole, backend, ranks, start);
  if (const Sharing* sharing = sharing_of(whole)) return sharing->make(whole, backend, ranks, start);
  return make_shared_replicas(whole, own, backend, ranks, start);
}

void serve_ranked_model(const Spec& whole, const Spec& own, const Backend& backend, Communicator& ranks) {
  if (is_divided(whole, ranks.size())) return serve_spread_model(whole, backend, ranks);
  if (const Sharing* sharing = sharing_of(whole)) return sharing->serve(whole, backend, ranks);
  serve_shared_replicas(whole, own, backend, ranks);
}

}  // namespace morula
