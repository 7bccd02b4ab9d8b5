// The plain engine: one tree after the other, a cell at a time.
#include "models/proliferation/engine/lineage_simulator.h"
#include "models/proliferation/engine/threaded_engine.h"

namespace morula {
namespace {

class PlainEngine final : public ThreadedProliferationEngine {
 public:
  using ThreadedProliferationEngine::ThreadedProliferationEngine;

 private:
  void simulate_items(const Variant& variant, InterleavedItems items, std::span<u64> counts) const override {
    LineageSimulator lineage(process_, variant, counts);
    while (const auto item = items.next()) lineage.simulate(process_.cell_of(*item), process_.path_of(*item));
  }
};

}  // namespace

std::unique_ptr<ProliferationEngine> make_proliferation_plain(const BranchingProcess& process,
                                                              std::vector<Variant> variants,
                                                              std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<PlainEngine>(process, std::move(variants), std::move(threads));
}

}  // namespace morula
