#include "models/potts/read/order_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/counted.h"
#include "core/stream.h"
#include "core/uint128.h"
#include "models/potts/exclusive/sub_steps.h"
#include "models/potts/order/order_of_steps.h"
#include "models/potts/order/region_choice.h"
#include "models/potts/order/regions.h"

namespace morula::potts {
namespace {

Problem needs_cpu(io::Section& section, const std::string& order) {
  return {section.place_of("order"), section.path_of("order"),
          fmt::format("is {}, which runs only on the CPU; choose --backend cpu, or order: parallel", order)};
}

// Names of keys of earlier versions, and what to write instead.
const std::map<std::string, std::string> former_keys = {
    {"attempts",
     "is no longer a key: a region makes all attempts for its sites, in the turns of potts.regions.turns"},
    {"thinning",
     "is no longer a key: remove it, or write turns, the number of turns that a region has in a step"}};

void read_regions(io::Section& section, PottsSpec& spec) {
  auto regions = section.section("regions");
  if (!regions) return;
  const u32 reach = reach_of(spec);
  const auto side = regions->whole("side", 1, spec.exclusive ? widest_exclusive_region : longest_side);
  if (side && *side < reach)
    regions->problem(
        "side", fmt::format("is {}; must be at least {}, the distance at which copies depend on sites", *side,
                            reach));
  const auto turns = regions->whole("turns", 1, most_turns);
  for (const auto& [key, remedy] : former_keys)
    if (regions->has(key)) {
      regions->allow(key);
      regions->problem(key, remedy);
    }
  regions->finish();
  if (regions->all().entries.empty())
    section.problem("regions", "is empty; write side, turns or both, or remove it");
  if (spec.order != UpdateOrder::Parallel)
    section.problem("regions", "work only with order: parallel; remove them, or change the order");
  if (turns && spec.exclusive)
    regions->problem("turns",
                     "is not for exclusive copies, whose regions make one attempt at a time; remove it");
  if (side) spec.region_side = static_cast<u32>(*side);
  if (turns) spec.region_turns = static_cast<u32>(*turns);
}

constexpr u64 many_sub_steps = 20'000;

// For lattices that cannot be divided into regions as the model says, or as the program chooses.
void blame_regions(io::Section& root, const Spec& model_spec, std::optional<u32> side_as_written,
                   const std::string& why, const std::string& remedy) {
  if (side_as_written)
    root.problems().add(root.place_of("potts"), "potts.regions.side",
                        fmt::format("is {}: {}; write {}", *side_as_written, why, remedy));
  else
    root.problems().add(
        model_spec.size.place, model_spec.size.key,
        fmt::format("is too large for the parallel order: {}; make it smaller, or write {}", why, remedy));
}

void check_exclusive(io::Section& root, const PottsSpec& spec, Spec& model_spec) {
  const SubSteps sub_steps(spec);
  if (sub_steps.regions() > most_exclusive_regions)
    blame_regions(root, model_spec, spec.region_side,
                  fmt::format("there would be {} regions, and with exclusive there are at most {}",
                              sub_steps.regions(), most_exclusive_regions),
                  fmt::format("potts.regions.side above {}", exclusive_side(spec)));
  model_spec.notes.push_back(
      "potts: exclusive lets a cell change at most once in a sub-step, which slows the dynamics: compare "
      "'accepted' with that of a run without it");
}

void check_regions(io::Section& root, PottsSpec& spec, Spec& model_spec) {
  const std::optional<u32> side_as_written = spec.region_side;
  choose_regions(spec);
  const Regions regions(spec);
  if (Uint128{regions.count()} * spec.replicas > most_regions)
    blame_regions(
        root, model_spec, side_as_written,
        fmt::format("there would be {} regions of a kind, and with {} there are at most {}", regions.count(),
                    counted(spec.replicas, "replica"), most_regions / spec.replicas),
        fmt::format("potts.regions.side above {}", *spec.region_side));
  if (regions.most_attempts > most_attempts_in_turn ||
      Uint128{regions.count()} * regions.most_attempts > largest_where)
    blame_regions(root, model_spec, side_as_written,
                  fmt::format("a region would make {} attempts in a turn, more than can be counted",
                              regions.most_attempts),
                  fmt::format("potts.regions.side below {}, or potts.regions.turns above {}",
                              *spec.region_side, *spec.region_turns));
  model_spec.chosen["region_turns"] = u64{*spec.region_turns};
}

}  // namespace

void read_order(io::Section& section, PottsSpec& spec, Spec& model_spec) {
  const std::string order = section.choice("order", {"parallel", "sequential", "edges"}).value_or("parallel");
  if (order != "parallel") {
    spec.order = order == "edges" ? UpdateOrder::Edges : UpdateOrder::Sequential;
    model_spec.cpu_only = needs_cpu(section, order);
  }
  spec.exclusive = section.choice("exclusive", {"false", "true"}) == "true";
  if (spec.exclusive && spec.order != UpdateOrder::Parallel)
    section.problem("exclusive", "works only with order: parallel; remove it, or change the order");
  read_regions(section, spec);
}

void check_order(io::Section& root, PottsSpec& spec, Spec& model_spec) {
  if (spec.order != UpdateOrder::Parallel) return;
  if (spec.exclusive)
    check_exclusive(root, spec, model_spec);
  else
    check_regions(root, spec, model_spec);
  const OrderOfSteps order(spec);
  if (order.sub_steps(1) > largest_when / std::max<u64>(1, model_spec.steps.value_or(0)))
    root.problem("steps", fmt::format("is {}; must be at most {} on this lattice", *model_spec.steps,
                                      largest_when / order.sub_steps(1)));
  model_spec.chosen["region_side"] = order.side;
  model_spec.chosen["sub_steps_of_first_step"] = order.sub_steps(1);
  if (order.sub_steps(1) > many_sub_steps)
    model_spec.notes.push_back(
        fmt::format("potts: a step has {} sub-steps, each of which costs some microseconds; fewer "
                    "potts.regions.turns make it faster, or with exclusive a smaller side",
                    order.sub_steps(1)));
}

}  // namespace morula::potts
