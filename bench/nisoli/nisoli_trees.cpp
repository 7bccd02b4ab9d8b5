// Several levels at once, as many as the paper infers, in full binary arrays. Options are its bounds, its
// histogram on the device, and its parts for when memory is short.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "bench/nisoli/nisoli_device.h"
#include "core/bytes.h"
#include "core/ceil_divide.h"
#include "core/error.h"

namespace morula {
namespace {

// Three quarters, since drivers, tables and counters need memory as well.
u64 memory_for(NisoliStep step, gpu::Device& device) {
  u64 memory = device.free_memory();
  if (step < NisoliStep::Counts)
    memory = std::min(memory, available_memory() / 2);  // a level is copied to the host
  return memory / 4 * 3;
}

// The number of levels below this many cells that fit: arrays for all levels, and one for the cells that the
// last level leaves Alive.
class NisoliRoom {
 public:
  NisoliRoom(u64 bytes, u64 largest_buffer)
      : most_cells_(bytes / sizeof(NisoliCell)),
        most_in_a_level_(
            std::min<u64>(largest_buffer / sizeof(NisoliCell), std::numeric_limits<u32>::max())) {}

  u64 most_with(unsigned depth) const {
    const u64 last = u64{1} << depth;
    return std::min(most_cells_ / (3 * last - 1), most_in_a_level_ / last);
  }
  unsigned depth_for(u64 cells, unsigned depth) const {
    while (depth > 0 && cells > most_with(depth)) --depth;
    return depth;
  }

 private:
  u64 most_cells_, most_in_a_level_;
};

class NisoliTrees final : public NisoliPath {
 public:
  NisoliTrees(NisoliStep step, const NisoliTask& task, std::shared_ptr<gpu::Device> device,
              const NisoliOptions& options)
      : step_(step),
        on_(step, task, std::move(device)),
        depth_(options.depth ? *options.depth : inferred_depth(task.spec())),
        bytes_(options.memory ? *options.memory : memory_for(step, on_.device())),
        room_(bytes_, on_.device().info().max_buffer),
        level_(on_.kernel("nisoli_tree_level")),
        gather_(on_.kernel("nisoli_gather")),
        omega_(on_.uploaded(task.omega())),
        counts_(on_.uploaded(std::vector<u64>(task.omega().size()))),
        counter_(on_.device().allocate(sizeof(u32))) {
    depth_ = std::min(depth_, 31u);  // a level has at most 2^32 cells
    // A part may be small, but has at least one cell.
    if (step_ == NisoliStep::Parts) depth_ = room_.depth_for(1, depth_);
  }

  std::optional<double> cells_at_once() const override {
    const u64 cells = on_.task().process().cells();
    const unsigned depth = step_ == NisoliStep::Parts ? depth_ : room_.depth_for(cells, depth_);
    return static_cast<double>(cells) * static_cast<double>(u64{2} << depth);
  }

  std::vector<u64> run() override {
    histogram_.assign(on_.task().omega().size(), 0);
    waiting_.clear();
    on_.device().fill(*counts_, std::byte{0});
    const u64 cell_count = on_.task().process().cells();
    for (u64 first = 0, part; first < cell_count; first += part) {
      part = at_once(cell_count - first);
      on_.begin(now_, first, part);
      follow(part);
    }
    while (!waiting_.empty()) {
      const u64 part = at_once(waiting_.size());
      upload(std::span(waiting_).last(part));
      waiting_.resize(waiting_.size() - part);
      follow(part);
    }
    if (step_ >= NisoliStep::Counts) on_.read(*counts_, histogram_.size(), histogram_);
    return histogram_;
  }

 private:
  struct Flags {
    u64 before = 0, mine = 0;
  };

  u64 at_once(u64 cells) const {
    return step_ == NisoliStep::Parts ? std::min(cells, room_.most_with(depth_)) : cells;
  }

  void upload(std::span<const NisoliCell> cells) {
    on_.make_room<NisoliCell>(now_, cells.size());
    on_.device().write(*now_, 0, std::as_bytes(cells));
  }

  // Follows the cells in `now_` until none is Alive. In parts, cells wait on the host if there are too many
  // of them.
  void follow(u64 cells) {
    while (cells > 0) {
      if (at_once(cells) < cells) {
        on_.read(*now_, cells, cells_);
        waiting_.insert(waiting_.end(), cells_.begin(), cells_.end());
        return;
      }
      const unsigned depth = room_.depth_for(cells, depth_);
      if (depth == 0)
        throw OutOfDeviceMemory(
            fmt::format("{} cells and their daughters do not fit in {}", cells, human_bytes(bytes_)));
      go_down(cells, depth);
      cells = step_ >= NisoliStep::Counts ? gather(cells << depth, depth) : filter(cells, depth);
    }
  }

  u64 groups(u64 cells) const { return ceil_divide(cells, on_.group()); }

  // The flags of the initial cells begin at 0, and all of them are set.
  Flags flags_of(u64 cells, unsigned level) const {
    Flags at{0, groups(cells)};
    for (unsigned i = 0; i < level; ++i) {
      at.before = at.mine;
      at.mine += groups(cells << i);
    }
    return at;
  }

  void make_room_for(u64 cells, unsigned depth) {
    bool fits = levels_.size() >= depth;
    for (unsigned i = 0; fits && i < depth; ++i)
      fits = levels_[i]->size() >= (cells << (i + 1)) * sizeof(NisoliCell);
    if (!fits) {
      levels_.clear();
      for (unsigned i = 0; i < depth; ++i)
        on_.make_room<NisoliCell>(levels_.emplace_back(), cells << (i + 1));
    }
    on_.make_room<u32>(flags_, flags_of(cells, depth).mine);
    on_.device().fill(*flags_, std::byte{1});
  }

  void go_down(u64 cells, unsigned depth) {
    const u32x2 key = on_.task().variant().key;
    make_room_for(cells, depth);
    for (unsigned i = 0; i < depth; ++i) {
      const auto [before, mine] = flags_of(cells, i);
      gpu::Buffer* now = i == 0 ? now_.get() : levels_[i - 1].get();
      on_.launch(*level_, cells << i,
                 {now, levels_[i].get(), on_.tables(), omega_.get(), counts_.get(), flags_.get(), before,
                  mine, key.x, key.y, on_.task().minimum(), cells << i});
    }
  }

  // Gathers the Alive cells of the last level on the device. They are counted first, since the size of their
  // buffer depends on it.
  u64 gather(u64 last, unsigned depth) {
    const u64 flags_begin = flags_of(last >> depth, depth - 1).mine;
    u32 alive = 0;
    for (const u32 moves : {0u, 1u}) {
      on_.device().fill(*counter_, std::byte{0});
      on_.launch(
          *gather_, last,
          {levels_[depth - 1].get(), now_.get(), counter_.get(), flags_.get(), flags_begin, moves, last});
      on_.device().read(*counter_, 0, std::as_writable_bytes(std::span(&alive, 1)));
      if (alive == 0) break;
      on_.make_room<NisoliCell>(now_, alive);
    }
    return alive;
  }

  // On the host: adds the Inactive cells of every level to the histogram, and writes the Alive cells of the
  // last level to `now_`.
  u64 filter(u64 cells, unsigned depth) {
    std::vector<u32> flags;
    if (step_ >= NisoliStep::Bounds) on_.read(*flags_, flags_->size() / sizeof(u32), flags);
    std::vector<NisoliCell> alive;
    for (unsigned i = 0; i < depth; ++i) {
      on_.read(*levels_[i], cells << (i + 1), cells_);
      const u64 before = flags_of(cells, i).before, block = u64{4} * on_.group();
      for (u64 at = 0; at < cells_.size(); ++at) {
        // Skips cells that no group has written, which hold old values. A flag is for two groups, each of
        // which makes two cells per work-item.
        if (!flags.empty() && flags[before + at / block] == 0) {
          at += block - 1 - at % block;
          continue;
        }
        if (cells_[at].state == Inactive) ++histogram_[on_.task().place_of(cells_[at].fluorescence)];
        if (cells_[at].state == Alive && i + 1 == depth) alive.push_back(cells_[at]);
      }
    }
    if (!alive.empty()) upload(alive);
    return alive.size();
  }

  NisoliStep step_;
  NisoliDevice on_;
  unsigned depth_;
  u64 bytes_;
  NisoliRoom room_;
  std::unique_ptr<gpu::Kernel> level_, gather_;
  std::unique_ptr<gpu::Buffer> omega_, counts_, counter_, now_, flags_;
  std::vector<std::unique_ptr<gpu::Buffer>> levels_;
  std::vector<NisoliCell> cells_, waiting_;
  std::vector<u64> histogram_;
};

}  // namespace

std::unique_ptr<NisoliPath> nisoli_trees(NisoliStep step, const NisoliTask& task,
                                         std::shared_ptr<gpu::Device> device, const NisoliOptions& options) {
  return std::make_unique<NisoliTrees>(step, task, std::move(device), options);
}

}  // namespace morula
