#include "tests/validation/lacunae.h"

namespace morula::validation {
namespace {

// Visits the region of medium around a site, and marks it.
class RegionOfMedium {
 public:
  RegionOfMedium(std::span<const u32> cells, const Extent& extent)
      : cells_(cells), extent_(extent), seen_(cells.size()) {}

  bool is_new(Index site) const { return cells_[site] == 0 && !seen_[site]; }

  // The area of the region; 0 if it touches a wall.
  u64 visit(Index first) {
    u64 area = 0;
    bool touches_wall = false;
    waiting_ = {first};
    seen_[first] = true;
    while (!waiting_.empty()) {
      const Index site = waiting_.back(), x = site % extent_.x, y = site / extent_.x;
      waiting_.pop_back();
      ++area;
      touches_wall |= x == 0 || y == 0 || x + 1 == extent_.x || y + 1 == extent_.y;
      if (x > 0) reach(site - 1);
      if (x + 1 < extent_.x) reach(site + 1);
      if (y > 0) reach(site - extent_.x);
      if (y + 1 < extent_.y) reach(site + extent_.x);
    }
    return touches_wall ? 0 : area;
  }

 private:
  void reach(Index site) {
    if (!is_new(site)) return;
    seen_[site] = true;
    waiting_.push_back(site);
  }

  std::span<const u32> cells_;
  Extent extent_;
  std::vector<bool> seen_;
  std::vector<Index> waiting_;
};

}  // namespace

std::vector<u64> lacunae_of(std::span<const u32> cells, const Extent& extent, u64 least) {
  RegionOfMedium medium(cells, extent);
  std::vector<u64> areas;
  for (Index site = 0; site < cells.size(); ++site)
    if (medium.is_new(site))
      if (const u64 area = medium.visit(site); area >= least) areas.push_back(area);
  return areas;
}

}  // namespace morula::validation
