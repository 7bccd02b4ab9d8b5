// Random excitable tissue with regions, stimuli and all observables.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "tests/random/flow.h"
#include "tests/random/random_lattice.h"
#include "tests/random/random_model.h"

namespace morula::test {

class RandomTissue {
 public:
  RandomTissue(Choices& choose, const RandomLattice& lattice, int reach)
      : choose_(choose), lattice_(lattice), reach_(reach) {}

  // Draws the section `tissue`. Its maps become pictures of the model.
  FlowMap draw(RandomModel& model) {
    FlowMap tissue;
    const u64 range = reach_ == 2 && !is_2d() ? 1 : choose_.percent(70) ? 1 : choose_.whole(2, 3);
    if (range > 1) tissue.add("range", range);
    choose_weights(range, tissue);
    add_phases(tissue, choose_.percent(50) ? choose_.whole(1, 4) : 0);
    common_phases_ = phases_;
    if (choose_.percent(50)) add_regions(tissue, model);
    if (choose_.percent(15)) tissue.add("mask", FlowMap("file", map_file("mask", 4, model)));
    if (choose_.percent(90)) add_stimuli(tissue);
    add_watching(tissue);
    return tissue;
  }

  u64 common_phases() const { return common_phases_; }  // number of phases that every region has

 private:
  bool is_2d() const { return lattice_.dimensions == 2; }

  // Chooses weights by axis or for each neighbour, or weight 1 for all; and their sum.
  void choose_weights(u64 range, FlowMap& tissue) {
    const u64 kind = choose_.whole(0, 9);
    std::array<u64, 3> by_axis = {1, 1, 1};
    if (kind < 2) by_axis = {choose_.whole(1, 4), choose_.whole(0, 4), choose_.whole(0, 4)};
    std::vector<u64> neighbour_weights;
    const int far = static_cast<int>(range), deep = is_2d() ? 0 : far;
    for (int dz = -deep; dz <= deep; ++dz)
      for (int dy = -far; dy <= far; ++dy)
        for (int dx = -far; dx <= far; ++dx)
          if (is_neighbour(std::abs(dx) + std::abs(dy) + std::abs(dz), far))
            neighbour_weights.push_back(kind == 2 ? choose_.whole(neighbour_weights.empty() ? 1 : 0, 3)
                                                  : least_weight(by_axis, dx, dy, dz));
    largest_sum_ = std::accumulate(neighbour_weights.begin(), neighbour_weights.end(), u64{0});
    if (kind == 2) tissue.add("weights", flow_list(neighbour_weights));
    if (kind >= 2) return;
    FlowMap weights;
    for (unsigned axis = 0; axis < lattice_.dimensions; ++axis)
      weights.add(RandomLattice::axis_names[axis], by_axis[axis]);
    tissue.add("weights", weights);
  }

  bool is_neighbour(int away, int range) const {
    return away > 0 && (range == 1 ? away <= reach_ : reach_ > 1 || away <= range);
  }

  // The smallest weight of the axes along which the neighbour differs.
  static u64 least_weight(const std::array<u64, 3>& by_axis, int dx, int dy, int dz) {
    u64 least = 255;
    if (dx != 0) least = std::min(least, by_axis[0]);
    if (dy != 0) least = std::min(least, by_axis[1]);
    if (dz != 0) least = std::min(least, by_axis[2]);
    return least;
  }

  // Adds the phases of the tissue or of a region, and counts them.
  void add_phases(FlowMap& map, u64 relative) {
    const u64 activated = choose_.whole(1, 4), refractory = choose_.whole(0, 6);
    const u64 threshold = choose_.magnitude(1, std::min<u64>(largest_sum_, 5));
    map.add("activated", activated).add("refractory", refractory);
    if (relative > 0) map.add("relative", relative);
    map.add("threshold", threshold);
    if (relative > 0)
      map.add("relative_threshold", choose_.whole(threshold, std::min(largest_sum_, threshold + 4)));
    phases_ = 1 + activated + refractory + relative;
  }

  FlowMap shape() {
    switch (choose_.whole(0, 2)) {
      case 0:
        return FlowMap("site", flow_list(lattice_.site(choose_)));
      case 1:
        return FlowMap("box", lattice_.box(choose_));
      default:
        return FlowMap("ball", FlowMap("centre", flow_list(lattice_.site(choose_)))
                                   .add("radius", choose_.whole(0, std::ranges::max(lattice_.sides()) / 2)));
    }
  }

  // Writes a map of the lattice as a picture, or in 3D as a folder of pictures.
  std::string map_file(const std::string& name, u64 greatest, RandomModel& model) {
    const std::string file = is_2d() ? name + ".png" : name;
    model.pictures[file] = random_picture(choose_, lattice_.extent, greatest);
    return file;
  }

  void add_regions(FlowMap& tissue, RandomModel& model) {
    std::vector<std::string> parts;
    for (u64 i = choose_.whole(1, 3); i > 0; --i) {
      FlowMap region =
          choose_.percent(20)
              ? FlowMap("map", FlowMap("file", map_file(fmt::format("map-{}", i), 3, model)).add("value", 1))
              : shape();
      switch (choose_.whole(0, 3)) {
        case 0:
          region.add("scar", "true");
          break;
        case 1:
          region.add("threshold", choose_.whole(1, std::min<u64>(largest_sum_, 6)));
          break;
        case 2:
          region.add("name", fmt::format("slow-{}", i)).add("activated", 4).add("refractory", 7);
          break;
        default:
          add_phases(region, choose_.whole(1, 3));
          common_phases_ = std::min(common_phases_, phases_);
      }
      parts.push_back(region.text());
    }
    tissue.add("regions", flow_list(parts));
  }

  void add_stimuli(FlowMap& tissue) {
    std::vector<std::string> parts;
    for (u64 i = choose_.whole(1, 3); i > 0; --i) {
      FlowMap stimulus = shape();
      if (choose_.percent(70)) stimulus.add("start", choose_.whole(0, 20));
      if (choose_.percent(50)) stimulus.add("period", choose_.whole(1, 12)).add("count", choose_.whole(1, 5));
      parts.push_back(stimulus.text());
    }
    tissue.add("stimuli", flow_list(parts));
  }

  void add_watching(FlowMap& tissue) {
    if (choose_.percent(40)) tissue.add("activation_map", choose_.one_of({"true", "false"}));
    if (choose_.percent(40)) tissue.add("crossing_time", choose_.whole(0, 20));
    const std::vector<u64> from = lattice_.site(choose_), to = lattice_.site(choose_);
    if (from != to && choose_.percent(30))
      tissue.add("velocity", FlowMap("from", flow_list(from)).add("to", flow_list(to)));
  }

  Choices& choose_;
  const RandomLattice& lattice_;
  const int reach_;
  u64 largest_sum_ = 0, phases_ = 0, common_phases_ = 0;
};

}  // namespace morula::test
