// Runs any P system on one core, one membrane and one rule after the other, and records what happened. This
// is the paper's short sequential run, in which rates are measured.
#pragma once

#include <map>

#include "bench/muniyandi/muniyandi_tree.h"
#include "core/philox.h"

namespace morula::muniyandi {

struct Application {
  u32 membrane = 0, rule = 0;
  u64 times = 0;
};

// Record of a step: the rules that were applied, and the membranes afterwards.
struct StepRecord {
  Tree before;
  ChosenRules chosen;
  std::vector<Application> applied;  // evolution rules and others
  DividedTree divided;
  DissolvedTree dissolved;

  u32 origin_of(u32 after) const { return divided.images[dissolved.origins[after]].origin; }
};

// Counts are not checked for overflow.
class SequentialSystem {
 public:
  SequentialSystem(const membrane::System& system, const membrane::Modes& modes);

  std::optional<StepRecord> step();  // none when no rule applies
  membrane::Configuration configuration() const;

 private:
  using Counts = std::map<u32, u64>;

  bool ranks_before(u32 membrane, u32 a, u32 b) const;
  std::vector<u32> ranked(u32 membrane) const;
  void select_own(u32 membrane);
  u32 bid_of(u32 child) const;
  void serve(u32 parent);
  Counts& remaining_of(u32 membrane) {
    return membrane == membrane::no_membrane ? environment_ : remaining_[membrane];
  }
  const Counts& remaining_of(u32 membrane) const {
    return membrane == membrane::no_membrane ? environment_ : remaining_[membrane];
  }
  void apply(StepRecord& record);

  const membrane::System& system_;
  membrane::Modes modes_;
  u32x2 rule_key_, bid_key_;
  u64 time_ = 0;
  Tree tree_;
  std::vector<Counts> remaining_;
  Counts environment_;
  ChosenRules chosen_;
  std::vector<std::map<u32, u64>> times_;  // how often each evolution rule applies, by membrane
};

// Records the first steps of a system, fewer if it halts.
std::vector<StepRecord> recorded_steps(const membrane::System& system, const membrane::Modes& modes,
                                       u64 at_most);

}  // namespace morula::muniyandi
