// A slow, direct implementation of Generations, WireWorld and Hensel's rules from their definitions, which
// shares no code with the engines.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace morula::test {

struct ManyStates {
  long width, height, depth;
  std::array<bool, 3> periodic;     // along x, y, z
  std::vector<std::uint8_t> cells;  // x fastest

  int cell(long x, long y, long z) const {
    if (periodic[0]) x = (x + width) % width;
    if (periodic[1]) y = (y + height) % height;
    if (periodic[2]) z = (z + depth) % depth;
    const bool outside = x < 0 || y < 0 || z < 0 || x >= width || y >= height || z >= depth;
    return outside ? 0 : cells[static_cast<std::size_t>((z * height + y) * width + x)];
  }

  // Number of cells in state 1 among the neighbours: the cells whose coordinate differences are at most 1
  // each and add up to at most `reach`.
  int live_around(long x, long y, long z, long reach) const {
    int live = 0;
    for (long dz = depth > 1 ? -1 : 0; dz <= (depth > 1 ? 1 : 0); ++dz)
      for (long dy = -1; dy <= 1; ++dy)
        for (long dx = -1; dx <= 1; ++dx) {
          const long away = std::labs(dx) + std::labs(dy) + std::labs(dz);
          if (away >= 1 && away <= reach) live += cell(x + dx, y + dy, z + dz) == 1 ? 1 : 0;
        }
    return live;
  }

  void step(const std::function<int(const ManyStates&, long x, long y, long z)>& next) {
    std::vector<std::uint8_t> after;
    for (long z = 0; z < depth; ++z)
      for (long y = 0; y < height; ++y)
        for (long x = 0; x < width; ++x) after.push_back(static_cast<std::uint8_t>(next(*this, x, y, z)));
    cells = after;
  }
};

using Next = std::function<int(const ManyStates&, long x, long y, long z)>;

// A live cell stays in state 1 while it survives; then it goes through the other states until it is 0.
inline int generations_next(int state, bool born, bool survives, int states) {
  if (state == 0) return born ? 1 : 0;
  if (state == 1 && survives) return 1;
  return (state + 1) % states;
}

inline Next generations(std::set<int> born, std::set<int> survives, int states, long reach) {
  return [=](const ManyStates& now, long x, long y, long z) {
    const int live = now.live_around(x, y, z, reach);
    return generations_next(now.cell(x, y, z), born.count(live) > 0, survives.count(live) > 0, states);
  };
}

// 0 empty, 1 electron head, 2 electron tail, 3 wire.
inline Next wireworld(long reach) {
  return [=](const ManyStates& now, long x, long y, long z) {
    const int heads = now.live_around(x, y, z, reach);
    switch (now.cell(x, y, z)) {
      case 0:
        return 0;
      case 1:
        return 2;
      case 2:
        return 3;
      default:
        return heads == 1 || heads == 2 ? 1 : 3;
    }
  };
}

// Three rows of three characters, o for a live cell; the middle character is ignored.
using Drawing = std::string;

inline Drawing turned(const Drawing& d) { return {d[6], d[3], d[0], d[7], d[4], d[1], d[8], d[5], d[2]}; }
inline Drawing mirrored(const Drawing& d) { return {d[2], d[1], d[0], d[5], d[4], d[3], d[8], d[7], d[6]}; }

// A drawing in its eight orientations.
inline std::set<Drawing> images(Drawing drawing) {
  std::set<Drawing> drawings;
  for (int turn = 0; turn < 4; ++turn) {
    drawing[4] = '.';
    drawings.insert({drawing, mirrored(drawing)});
    drawing = turned(drawing);
  }
  return drawings;
}

inline Drawing drawing_around(const ManyStates& now, long x, long y) {
  Drawing drawing;
  for (long dy = -1; dy <= 1; ++dy)
    for (long dx = -1; dx <= 1; ++dx)
      drawing += (dx != 0 || dy != 0) && now.cell(x + dx, y + dy, 0) == 1 ? 'o' : '.';
  return drawing;
}

// Drawings in every orientation, and counts for which any arrangement matches.
struct Arranged {
  std::set<Drawing> drawings;
  std::set<int> counts;

  Arranged(const std::vector<Drawing>& upright, std::set<int> counts_) : counts(std::move(counts_)) {
    for (const Drawing& drawing : upright) drawings.merge(images(drawing));
  }

  bool holds(const Drawing& around) const {
    const auto live = static_cast<int>(std::count(around.begin(), around.end(), 'o'));
    return counts.count(live) > 0 || drawings.count(around) > 0;
  }
};

inline Next isotropic(const Arranged& born, const Arranged& survives, int states) {
  return [=](const ManyStates& now, long x, long y, long z) {
    const Drawing around = drawing_around(now, x, y);
    return generations_next(now.cell(x, y, z), born.holds(around), survives.holds(around), states);
  };
}

}  // namespace morula::test
