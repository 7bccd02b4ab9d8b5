// A slow, direct implementation of excitable tissue from its description, which shares no code with the
// engines.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace morula::test {

struct TissuePhases {
  int activated, refractory, relative;  // numbers of steps
  long threshold, relative_threshold;
};

struct WeightedNeighbour {
  long dx, dy, dz, weight;
};

using Where = std::function<bool(long x, long y, long z)>;

struct Pulse {
  Where where;
  std::vector<int> times;
};

struct TissueReference {
  long width, height, depth;
  std::array<bool, 3> periodic;               // along x, y, z
  std::vector<WeightedNeighbour> neighbours;  // as offsets from a cell
  std::vector<TissuePhases> regions;          // the first covers all cells without another region
  std::vector<int> region;                    // of each cell, x fastest; -1 means no tissue
  std::vector<Pulse> pulses;
  int time = 0;
  std::vector<int> age;                        // 0: resting; 1, 2, …: steps of the cycle
  std::vector<std::uint32_t> activation_time;  // the time of the last activation, plus 1; 0 if never

  enum Phase { Resting, Activated, Refractory, Relative, Scar };

  std::size_t at(long x, long y, long z) const {
    return static_cast<std::size_t>((z * height + y) * width + x);
  }

  void for_each(const std::function<void(long x, long y, long z, std::size_t cell)>& visit) const {
    for (long z = 0; z < depth; ++z)
      for (long y = 0; y < height; ++y)
        for (long x = 0; x < width; ++x) visit(x, y, z, at(x, y, z));
  }

  Phase phase(std::size_t cell) const {
    if (region[cell] < 0) return Scar;
    const TissuePhases& phases = regions[static_cast<std::size_t>(region[cell])];
    if (age[cell] == 0) return Resting;
    if (age[cell] <= phases.activated) return Activated;
    return age[cell] <= phases.activated + phases.refractory ? Refractory : Relative;
  }

  // The sum of the weights of active neighbours. Beyond a fixed boundary there are none.
  long weight_around(long x, long y, long z) const {
    long sum = 0;
    for (const WeightedNeighbour& neighbour : neighbours) {
      long nx = x + neighbour.dx, ny = y + neighbour.dy, nz = z + neighbour.dz;
      if (periodic[0]) nx = (nx % width + width) % width;
      if (periodic[1]) ny = (ny % height + height) % height;
      if (periodic[2]) nz = (nz % depth + depth) % depth;
      if (nx < 0 || ny < 0 || nz < 0 || nx >= width || ny >= height || nz >= depth) continue;
      if (phase(at(nx, ny, nz)) == Activated) sum += neighbour.weight;
    }
    return sum;
  }

  void activate(std::size_t cell, std::vector<int>& ages, int when) {
    ages[cell] = 1;
    activation_time[cell] = static_cast<std::uint32_t>(when + 1);
  }

  void stimulate() {
    for (const Pulse& pulse : pulses)
      for (const int due : pulse.times)
        if (due == time)
          for_each([&](long x, long y, long z, std::size_t cell) {
            const bool excitable = phase(cell) == Resting || phase(cell) == Relative;
            if (excitable && pulse.where(x, y, z)) activate(cell, age, time);
          });
  }

  void step() {
    stimulate();
    std::vector<int> next = age;
    for_each([&](long x, long y, long z, std::size_t cell) {
      if (phase(cell) == Scar) return;
      const TissuePhases& phases = regions[static_cast<std::size_t>(region[cell])];
      const long sum = weight_around(x, y, z);
      const bool fires = (phase(cell) == Resting && sum >= phases.threshold) ||
                         (phase(cell) == Relative && sum >= phases.relative_threshold);
      const bool cycle_ends = age[cell] == phases.activated + phases.refractory + phases.relative;
      if (fires)
        activate(cell, next, time + 1);
      else if (age[cell] > 0)
        next[cell] = cycle_ends ? 0 : age[cell] + 1;
    });
    age = next;
    ++time;
  }

  // States are numbered region by region, resting first. The very last state is for cells that are not
  // tissue.
  int first_state(int of_region) const {
    int states = 0;
    for (int i = 0; i < of_region; ++i) {
      const TissuePhases& phases = regions[static_cast<std::size_t>(i)];
      states += 1 + phases.activated + phases.refractory + phases.relative;
    }
    return states;
  }

  std::vector<std::uint8_t> states() const {
    std::vector<std::uint8_t> states;
    const int scar = first_state(static_cast<int>(regions.size()));
    for (std::size_t cell = 0; cell < age.size(); ++cell)
      states.push_back(
          static_cast<std::uint8_t>(region[cell] < 0 ? scar : first_state(region[cell]) + age[cell]));
    return states;
  }

  // Begins with these states; throws if a cell has a state that its region does not have.
  void start(const std::vector<std::uint8_t>& states_at_0) {
    time = 0;
    age.assign(states_at_0.size(), 0);
    activation_time.assign(states_at_0.size(), 0);
    for (std::size_t cell = 0; cell < age.size(); ++cell) {
      if (region[cell] >= 0) age[cell] = states_at_0[cell] - first_state(region[cell]);
      if (age[cell] == 1) activation_time[cell] = 1;
    }
    if (states() != states_at_0) throw std::runtime_error("a cell is in a state of another region");
    for (std::size_t cell = 0; cell < age.size(); ++cell)
      if (region[cell] >= 0 && age[cell] >= first_state(region[cell] + 1) - first_state(region[cell]))
        throw std::runtime_error("a cell is in a state of another region");
  }

  std::uint64_t cells_in(Phase wanted) const {
    std::uint64_t count = 0;
    for (std::size_t cell = 0; cell < age.size(); ++cell) count += phase(cell) == wanted ? 1 : 0;
    return count;
  }
};

// The neighbours within a range. Their coordinate differences add up to at most `reach`; for a cube, `reach`
// is the largest possible sum.
inline std::vector<WeightedNeighbour> neighbours_within(long range, bool is_3d, long reach) {
  std::vector<WeightedNeighbour> neighbours;
  for (long dz = is_3d ? -range : 0; dz <= (is_3d ? range : 0); ++dz)
    for (long dy = -range; dy <= range; ++dy)
      for (long dx = -range; dx <= range; ++dx) {
        const long away = std::labs(dx) + std::labs(dy) + std::labs(dz);
        if (away > 0 && away <= reach) neighbours.push_back({dx, dy, dz, 1});
      }
  return neighbours;
}

}  // namespace morula::test
