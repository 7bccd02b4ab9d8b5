#include "models/proliferation/proliferation_engine.h"

#include "core/stream.h"

namespace morula {

Variant only_variant(const ProliferationSpec& spec, std::uint64_t seed) {
  return {type_tables(spec), stream(seed, Purpose::Division)};
}

std::unique_ptr<ProliferationEngine> make_proliferation_engine(const BranchingProcess& process,
                                                               std::vector<Variant> variants,
                                                               const Backend& backend) {
  if (backend.device) return make_proliferation_device(process, std::move(variants), backend.device);
  return make_proliferation_lanes(process, std::move(variants), backend.threads);
}

}  // namespace morula
