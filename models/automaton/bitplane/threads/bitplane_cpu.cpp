// The bit-plane engine on threads: each operation handles a whole vector of cells. In 2D it uses temporal
// blocking: several steps while a block of the lattice is in the cache. Tiles in which nothing changes are
// skipped.
#include <mutex>

#include "models/automaton/bitplane/threads/block_stepper.h"
#include "models/automaton/bitplane/threads/quiet_tiles.h"
#include "models/automaton/threaded_engine.h"

namespace morula {
namespace {

constexpr Index usual_pass = 8, longest_pass = 12;
// With a table of squares a step takes so long that computing a halo costs more than reading memory. Passes
// are therefore short and blocks wide.
constexpr Index table_pass = 2, table_words = 124;

// Chooses the number of steps of a pass. Quiet tiles are known only after a pass of the same length. If the
// length is even, oscillators of period two count as quiet too.
Index pass_length(std::uint64_t steps) {
  if (steps <= longest_pass) return steps;
  for (const Index length : {Index{8}, Index{10}, Index{12}, Index{6}})
    if (steps % length == 0) return length;
  return usual_pass;
}

// The size of a tile in words, rows and planes. In 2D a tile must be at least as high as a pass has steps.
Extent tile_of(const Lattice& lattice) {
  return lattice.dimensions == 2 ? Extent{4, 64, 1} : Extent{4, 32, 32};
}

Extent side_of(const Lattice& lattice) {
  return {BitplaneLattice::words_in(lattice.stored.x), lattice.stored.y, lattice.stored.z};
}

bool leaves_blank_alone(const Transitions& transitions) {
  const Transition& blank = transitions.of(0);
  return next_state(blank, transitions.excites(blank.row, 0)) == 0;
}

class BitplaneCpu final : public ThreadedEngine {
 public:
  BitplaneCpu(const AutomatonSpec& automaton, std::shared_ptr<ThreadPool> threads)
      : ThreadedEngine(automaton, std::move(threads)),
        skip_quiet_(automaton.skip_quiet),
        is_table_(automaton.table.has_value()),
        now_(lattice_.stored.x, rows(), transitions_.planes()),
        next_(now_),
        tiles_(side_of(lattice_), tile_of(lattice_), skip_quiet_ && leaves_blank_alone(transitions_)),
        most_words_(is_table_ ? table_words : std::max<Index>(8, (is_2d() ? 64 : 32) / now_.planes())) {
    for (unsigned i = 0; i < threads_->size(); ++i)
      steppers_.push_back(is_2d() ? make_stepper_2d(automaton) : make_stepper_3d(automaton));
  }

  void step(std::uint64_t steps) override {
    const Index length = !is_2d() ? 1 : is_table_ ? std::min<Index>(steps, table_pass) : pass_length(steps);
    for (std::uint64_t done = 0; done < steps;) {
      const Index now = std::min<Index>(length, steps - done);
      pass(now);
      done += now;
    }
  }

  void read(Slab slab, std::span<u8> states) override {
    for_runs(slab, [&](Site site, Index done, Index length) {
      now_.read(row_at(site), site.x, length, states.data() + done);
    });
  }

  void write(Slab slab, std::span<const u8> states) override {
    for_runs(slab, [&](Site site, Index done, Index length) {
      if (now_.write(row_at(site), site.x, length, states.data() + done))
        tiles_.touch(site.x / word_bits, (site.x + length - 1) / word_bits, site.y, site.z);
    });
  }

  std::vector<std::uint64_t> count_states(Slab rows) override {
    std::mutex mutex;
    std::vector<std::uint64_t> total(transitions_.states());
    const Index first = rows.first / lattice_.stored.x;
    threads_->for_ranges(rows.count / lattice_.stored.x, [&](u64 begin, u64 end) {
      std::vector<std::uint64_t> counts(std::size_t{1} << now_.planes());
      for (u64 row = begin; row < end; ++row) now_.count(first + row, counts);
      const std::lock_guard lock(mutex);
      for (std::size_t state = 0; state < total.size(); ++state) total[state] += counts[state];
    });
    return total;
  }

  // The data of a layer is ordered by rows, and within a row by planes.
  std::uint64_t layer_bytes() const override { return rows_in_layer() * row_bytes() * now_.planes(); }
  void read_layers(Index first, std::span<std::byte> layers) override {
    std::byte* to = layers.data();
    for_layer_rows(first, layers.size(), [&](Index row) {
      for (unsigned plane = 0; plane < now_.planes(); ++plane, to += row_bytes())
        std::memcpy(to, now_.row(row, plane), row_bytes());
    });
  }
  void write_layers(Index first, std::span<const std::byte> layers) override {
    const std::byte* from = layers.data();
    for_layer_rows(first, layers.size(), [&](Index row) {
      for (unsigned plane = 0; plane < now_.planes(); ++plane, from += row_bytes())
        write_row(row, plane, from);
    });
  }

 private:
  bool is_2d() const { return lattice_.dimensions == 2; }
  Index row_at(Site site) const { return site.z * lattice_.stored.y + site.y; }

  // Calls visit(site of the first cell, number of cells before it in the slab, length) for each piece of a
  // row in the slab.
  template <typename Visit>
  void for_runs(Slab slab, const Visit& visit) const {
    for (Index done = 0; done < slab.count;) {
      const Site site = lattice_.site_at(slab.first + done);
      const Index length = std::min(lattice_.stored.x - site.x, slab.count - done);
      visit(site, done, length);
      done += length;
    }
  }

  std::uint64_t row_bytes() const { return now_.words() * sizeof(u64); }
  Index rows_in_layer() const { return is_2d() ? 1 : lattice_.stored.y; }

  template <typename Visit>
  void for_layer_rows(Index first, std::uint64_t bytes, const Visit& visit) const {
    const Index begin = first * rows_in_layer(), end = begin + bytes / row_bytes() / now_.planes();
    for (Index row = begin; row < end; ++row) visit(row);
  }

  // Wakes only the tiles in which this changes something.
  void write_row(Index at, unsigned plane, const std::byte* from) {
    u64* const row = now_.row(at, plane);
    Index begin = 0, end = now_.words();
    const auto differs = [&](Index word) {
      return std::memcmp(row + word, from + word * sizeof(u64), sizeof(u64)) != 0;
    };
    while (begin < end && !differs(begin)) ++begin;
    while (begin < end && !differs(end - 1)) --end;
    if (begin == end) return;
    std::memcpy(row + begin, from + begin * sizeof(u64), (end - begin) * sizeof(u64));
    tiles_.touch(begin, end - 1, at % lattice_.stored.y, at / lattice_.stored.y);
  }

  void pass(Index steps) {
    if (steps != last_pass_ || !skip_quiet_) tiles_.forget();
    last_pass_ = steps;
    const std::vector<TileRun> runs = tiles_.due(most_words_, steppers_.size());
    tiles_.begin_pass();
    share_out(runs.size(), is_worth_sharing(runs, steps), [&](BlockStepper& mine, Index at) {
      mine.run(now_, tiles_.block_of(runs[at]), steps, next_);
      if (skip_quiet_) tiles_.compare(runs[at], lattice_.stored.y, now_, next_);
    });
    std::swap(now_, next_);
  }

  // Waking a thread takes as long as stepping some hundred thousand cells.
  bool is_worth_sharing(const std::vector<TileRun>& runs, Index steps) const {
    constexpr Index least_words = 1 << 13;
    Index words = 0;
    for (const TileRun& run : runs) {
      const CacheBlock block = tiles_.block_of(run);
      words += block.words * block.rows * block.depth * steps * now_.planes();
      if (words >= least_words) return true;
    }
    return false;
  }

  // Calls work(stepper of the thread, number of the piece) for each of `count` pieces of work.
  template <typename Work>
  void share_out(Index count, bool among_threads, const Work& work) {
    const Index parts = steppers_.size();
    const auto part = [&](Index which) {
      for (Index at = which * count / parts; at < (which + 1) * count / parts; ++at)
        work(*steppers_[which], at);
    };
    if (among_threads)
      threads_->for_ranges(parts, [&](u64 begin, u64 end) {
        for (u64 which = begin; which < end; ++which) part(which);
      });
    else
      for (Index at = 0; at < count; ++at) work(*steppers_[0], at);
  }

  bool skip_quiet_, is_table_;
  BitplaneLattice now_, next_;
  QuietTiles tiles_;
  Index most_words_;
  Index last_pass_ = 0;
  std::vector<std::unique_ptr<BlockStepper>> steppers_;  // one for each thread
};

}  // namespace

std::uint64_t bitplane_cpu_bytes(const AutomatonSpec& automaton) {
  const Extent& extent = automaton.lattice.stored;
  return 2 * BitplaneLattice::bytes(extent.x, extent.y * extent.z, automaton.transitions.planes());
}

std::unique_ptr<AutomatonEngine> make_bitplane_cpu(const AutomatonSpec& automaton,
                                                   std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<BitplaneCpu>(automaton, std::move(threads));
}

}  // namespace morula
