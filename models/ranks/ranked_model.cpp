#include "models/ranks/ranked_model.h"

#include <fmt/format.h>

#include <cassert>

#include "models/catalogue.h"
#include "models/ranks/shared_replicas.h"
#include "models/ranks/spread_model.h"
#include "models/series/site_columns.h"
#include "models/series/until_model.h"

namespace morula {
namespace {

const Sharing* sharing_of(const Spec& spec) {
  const std::optional<Sharing>& sharing = family_of(spec).sharing;
  return sharing && sharing->can(spec) ? &*sharing : nullptr;
}

}  // namespace

void check_ranks(const Spec& spec, int ranks) {
  if (ranks > 1 && !spec.changes.empty())
    throw SpecError(spec.changes.front().place, "changes",
                    "of a run that is shared out among ranks cannot be made yet; start it without mpirun, or "
                    "leave them out with --set changes=[]");
  if (ranks == 1 || shares_replicas(spec, ranks) || sharing_of(spec)) return;
  if (can_spread(spec, ranks)) return;
  if (spec.replicas && spec.replicas->count > 1)
    throw SpecError({}, "replicas",
                    fmt::format("are {}, which can be shared out among at most {} ranks, not {}; start fewer",
                                spec.replicas->count, spec.replicas->count, ranks));
  if (family_of(spec).division) return check_spread(spec, ranks);  // it says what is in the way
  throw SpecError(
      {}, "model",
      fmt::format("a single run of the family '{}' cannot be shared out among ranks; start it without "
                  "mpirun, or many of them with 'morula sweep'",
                  spec.family));
}

bool divides_lattice(const Spec& spec, int ranks) {
  return ranks > 1 && !shares_replicas(spec, ranks) && !sharing_of(spec) && can_spread(spec, ranks);
}

std::unique_ptr<Model> make_ranked_model(const Spec& whole, const Spec& part, const Backend& backend,
                                         Communicator& ranks, Start start) {
  if (ranks.size() == 1) return make_model(whole, backend, start);
  if (const Sharing* sharing = sharing_of(whole))
    return ending_by_condition(sharing->make(whole, backend, ranks, start), whole);
  if (divides_lattice(whole, ranks.size()))
    return ending_by_condition(
        with_site_columns(make_spread_model(whole, backend, ranks, start), whole, backend.threads), whole);
  assert(shares_replicas(whole, ranks.size()));
  return make_shared_replicas(whole, part, backend, ranks, start);
}

void serve_ranked_model(const Spec& whole, const Spec& part, const Backend& backend, Communicator& ranks) {
  if (const Sharing* sharing = sharing_of(whole)) return sharing->serve(whole, backend, ranks);
  if (divides_lattice(whole, ranks.size())) return serve_spread_model(whole, backend, ranks);
  serve_shared_replicas(whole, part, backend, ranks);
}

}  // namespace morula
