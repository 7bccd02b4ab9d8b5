// Several steps a pass over a flat lattice of two states: see sliced_march.h.
#include <map>
#include <tuple>

#include "models/automaton/device_quiet_tiles.h"
#include "models/automaton/sliced_passes.h"
#include "models/automaton/sliced_source.h"

namespace morula {
namespace {

constexpr std::uint32_t most_rows = 256, least_rows = 32;  // of a strip: more cost less at its ends
constexpr std::uint32_t warps_per_unit = 28;               // two for each that is there at a time
constexpr std::uint32_t most_steps = 8;

std::uint32_t divided(Index count, Index by) { return static_cast<std::uint32_t>((count + by - 1) / by); }

Tiles tiles_of(const Lattice& lattice, const MarchShape& shape, const gpu::DeviceInfo& device) {
  Tiles tiles;
  tiles.box_x = shape.tile_out() * 32;
  tiles.x = divided(sliced_words(lattice), shape.tile_out());
  const std::uint64_t enough = std::uint64_t{device.compute_units} * warps_per_unit;
  for (tiles.box_y = most_rows;
       tiles.box_y > least_rows && tiles.x * (lattice.local.y / tiles.box_y) < enough;)
    tiles.box_y /= 2;
  tiles.y = divided(lattice.local.y, tiles.box_y);
  return tiles;
}

class MarchPasses final : public SlicedPasses {
 public:
  MarchPasses(const AutomatonSpec& automaton, gpu::Device& device)
      : automaton_(automaton),
        lattice_(automaton.lattice),
        device_(device),
        shape_(march_shape(device.info())),
        tiles_(tiles_of(lattice_, shape_, device.info())),
        quiet_(device, lattice_, tiles_, automaton.skip_quiet) {}

  void run(PlaneBuffers& planes, std::uint64_t steps) override {
    const std::uint32_t at_once = shape_.lanes > 1 ? most_steps : 2;
    for (; steps >= at_once; steps -= at_once) pass(planes, at_once);
    for (; steps > 0; --steps) pass(planes, 1);  // passes of other lengths would be programs of their own
  }

  void forget() override { quiet_.forget(); }

 private:
  struct Part {
    std::uint32_t first_tile, tiles, first_strip, strips;
  };

  void pass(PlaneBuffers& planes, std::uint32_t steps) {
    const bool noted = quiet_.begin(steps);
    const bool periodic = lattice_.boundary == Boundary::Periodic;
    const auto march = [&](bool masked, Part part) { launch(planes, steps, masked, noted, part); };
    // Every word of a tile to the left of this one lies within the lattice.
    const auto right = static_cast<std::uint32_t>((lattice_.local.x / 32 - 1) / shape_.tile_out());
    if (periodic || right < 3 || tiles_.y < 4) {
      march(!periodic, {0, tiles_.x, 0, tiles_.y});
    } else {  // the last strip may be a short one, so that the boundary is within reach of the one before it
      march(false, {1, right - 1, 1, tiles_.y - 3});
      march(true, {0, tiles_.x, 0, 1});
      march(true, {0, tiles_.x, tiles_.y - 2, 2});
      march(true, {0, 1, 1, tiles_.y - 3});
      march(true, {right, tiles_.x - right, 1, tiles_.y - 3});
    }
    quiet_.end(steps, noted);
    std::swap(planes.now, planes.next);
  }

  void launch(PlaneBuffers& planes, std::uint32_t steps, bool masked, bool noted, Part part) {
    device_.launch(kernel(steps, masked, noted),
                   gpu::grid_for(std::uint64_t{part.strips} * part.tiles * shape_.lanes, shape_.group),
                   {planes.now.get(), planes.next.get(), part.first_tile, part.tiles, part.first_strip,
                    part.strips, tiles_.box_y, tiles_.x, &quiet_.wanted(), &quiet_.changing()});
  }

  // Built when first needed: most runs use two of them.
  const gpu::Kernel& kernel(std::uint32_t steps, bool masked, bool note_changes) {
    Built& built = built_[{steps, masked, note_changes}];
    if (!built.kernel) {
      MarchShape shape = shape_;
      shape.steps = steps;
      shape.masked = masked;
      shape.note_changes = note_changes;
      built.program = device_.build(march_source(automaton_, shape));
      built.kernel = built.program->kernel("march");
    }
    return *built.kernel;
  }

  struct Built {
    std::unique_ptr<gpu::Program> program;
    std::unique_ptr<gpu::Kernel> kernel;
  };

  AutomatonSpec automaton_;
  Lattice lattice_;
  gpu::Device& device_;
  MarchShape shape_;
  Tiles tiles_;
  DeviceQuietTiles quiet_;
  std::map<std::tuple<std::uint32_t, bool, bool>, Built> built_;
};

}  // namespace

bool can_march(const AutomatonSpec& automaton) {
  constexpr Index fewest_cells = 64, most_rows_counted = Index{1} << 27;  // several passes of rows in 32 bits
  const Lattice& lattice = automaton.lattice;
  return lattice.dimensions == 2 && automaton.transitions.states() == 2 && lattice.local.x >= fewest_cells &&
         lattice.local.y < most_rows_counted;
}

std::unique_ptr<SlicedPasses> make_march_passes(const AutomatonSpec& automaton, gpu::Device& device) {
  return std::make_unique<MarchPasses>(automaton, device);
}

}  // namespace morula
