// The plain engine: threads share out the trees, each with counters of its own.
#include "models/proliferation/engine/lineage_simulator.h"
#include "models/proliferation/engine/threaded_engine.h"

namespace morula {
namespace {

class ProliferationPlain final : public HostCounts {
 public:
  using HostCounts::HostCounts;

 private:
  void walk_items(const Variant& variant, ItemsInTurn items, std::span<u64> counts) const override {
    TreeWalker walker(plan_, variant, counts);
    while (const auto item = items.next()) walker.walk(plan_.cell_of(*item), plan_.way_of(*item));
  }
};

}  // namespace

std::unique_ptr<ProliferationEngine> make_proliferation_plain(const WalkPlan& plan,
                                                              std::vector<Variant> variants,
                                                              std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<ProliferationPlain>(plan, std::move(variants), std::move(threads));
}

}  // namespace morula
