#include "models/ranks/ranked_model.h"

#include <fmt/format.h>

#include <cassert>

#include "models/catalogue.h"
#include "models/ranks/changing_ranks.h"
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
  if (ranks == 1 || shares_replicas(spec, ranks) || sharing_of(spec)) return;
  if (can_spread(spec, ranks)) return;
  if (spec.replicas && spec.replicas->count > 1)
    throw SpecError({}, "replicas",
                    fmt::format("are {}, which can be shared out among at most {} ranks, not {}; start fewer",
                                spec.replicas->count, spec.replicas->count, ranks));
  if (family_of(spec).division) return check_spread(spec, ranks);  // it reports the obstacle
  throw SpecError(
      {}, "model",
      fmt::format("a single run of the family '{}' cannot be shared out among ranks; start it without "
                  "mpirun, or many of them with 'morula sweep'",
                  spec.family));
}

bool divides_lattice(const Spec& spec, int ranks) {
  return ranks > 1 && !shares_replicas(spec, ranks) && !sharing_of(spec) && can_spread(spec, ranks);
}

namespace {

// How a model is divided. The model before any change determines it, so that it stays the same for the whole
// run.
enum class SharedBy { Family, Lattice, Replicas };

SharedBy shared_by(const Spec& whole, int ranks) {
  if (sharing_of(whole)) return SharedBy::Family;
  if (divides_lattice(whole, ranks)) return SharedBy::Lattice;
  assert(shares_replicas(whole, ranks));
  return SharedBy::Replicas;
}

std::unique_ptr<Model> make_shared_out(SharedBy how, const Spec& whole, const Spec& part,
                                       const Backend& backend, Communicator& ranks, Start start) {
  if (how == SharedBy::Family)
    return ending_by_condition(family_of(whole).sharing->make(whole, backend, ranks, start), whole);
  if (how == SharedBy::Lattice)
    return ending_by_condition(
        with_site_columns(make_spread_model(whole, backend, ranks, start), whole, backend.threads), whole);
  return make_shared_replicas(whole, part, backend, ranks, start);
}

void serve_shared_out(SharedBy how, const Spec& whole, const Spec& part, const Backend& backend,
                      Communicator& ranks) {
  if (how == SharedBy::Family) return family_of(whole).sharing->serve(whole, backend, ranks);
  if (how == SharedBy::Lattice) return serve_spread_model(whole, backend, ranks);
  serve_shared_replicas(whole, part, backend, ranks);
}

}  // namespace

std::unique_ptr<Model> make_ranked_model(const Spec& whole, const Spec& part, const Backend& backend,
                                         Communicator& ranks, Start start) {
  if (ranks.size() == 1) return make_model(whole, backend, start);
  const SharedBy how = shared_by(whole, ranks.size());
  if (whole.changes.empty()) return make_shared_out(how, whole, part, backend, ranks, start);
  const auto make = [how, part, &ranks](const Spec& changed, const Spec& changed_part, const Backend& on,
                                        Start begin) {
    return make_shared_out(how, changed, changed_part, on, ranks, begin);
  };
  return make_changing_over_ranks(whole, part, backend, ranks, start, make);
}

void serve_ranked_model(const Spec& whole, const Spec& part, const Backend& backend, Communicator& ranks) {
  const SharedBy how = shared_by(whole, ranks.size());
  if (whole.changes.empty()) return serve_shared_out(how, whole, part, backend, ranks);
  serve_changing_over_ranks(whole, part, ranks, [&](const Spec& changed, const Spec& changed_part) {
    serve_shared_out(how, changed, changed_part, backend, ranks);
  });
}

}  // namespace morula
