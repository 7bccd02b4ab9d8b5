#include "models/potts/engine/potts_engine.h"

#include "core/error.h"

namespace morula::potts {

std::unique_ptr<PottsEngine> make_engine(const PottsSpec& spec, u64 seed, const Backend& backend) {
  if (spec.order == Order::Sequential) {
    if (backend.device) throw Error("the sequential order runs only on the CPU; choose --backend cpu");
    return make_sequential(spec, seed, backend.threads);
  }
  if (backend.device) return make_on_device(spec, seed, backend.device);
  return make_on_threads(spec, seed, backend.threads);
}

std::vector<gpu::Source> engine_sources(const PottsSpec& spec) {
  if (spec.order == Order::Sequential) return {};
  return {potts_source(spec)};
}

}  // namespace morula::potts
