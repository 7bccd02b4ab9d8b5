#include "models/proliferation/proliferation_engine.h"

#include "core/stream.h"

namespace morula {

Variant only_variant(const ProliferationSpec& spec, std::uint64_t seed) {
  return {clocks_of(spec), stream(seed, Purpose::Division)};
}

std::unique_ptr<ProliferationEngine> make_engine(const WalkPlan& plan, std::vector<Variant> variants,
                                                 const Backend& backend) {
  if (backend.device) return make_proliferation_gpu(plan, std::move(variants), backend.device);
  return make_proliferation_cpu(plan, std::move(variants), backend.threads);
}

}  // namespace morula
