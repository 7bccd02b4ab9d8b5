#include "models/picture/solid_sites.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/ceil_divide.h"
#include "models/visit_sites.h"

namespace morula {
namespace {

constexpr unsigned classes_at_most = 256;

// Chooses the size of blocks. Full blocks darken the places around them, so that small bodies need small
// blocks for their shading. A ray passes an empty block in one step, so that large blocks speed up pictures
// of large lattices.
unsigned block_bits_for(const Extent& extent) {
  constexpr Index small_lattice = 128;
  return std::max({extent.x, extent.y, extent.z}) <= small_lattice ? 2 : 3;
}

double opacity_of(const Colouring& colouring, const VolumeSpec& volume, unsigned class_) {
  if (const auto opacity = volume.opacities.find(class_); opacity != volume.opacities.end())
    return opacity->second;
  return colouring.is_transparent(class_) ? 0 : 1;
}

// Fills in the part of ALL_LIGHT that is lost along paths of 0, 1/32, 2/32, … sites, if a whole site absorbs
// `part`.
void fill_absorption(double part, u32* lost) {
  double kept_of_step = 1 - part;
  for (unsigned halves = 0; halves < 5; ++halves) kept_of_step = std::sqrt(kept_of_step);
  double kept = 1;
  for (unsigned level = 0; level < PATH_LEVELS; ++level, kept *= kept_of_step)
    lost[level] = static_cast<u32>(std::lround((1 - kept) * ALL_LIGHT));
}

Extent blocks_in(const Extent& extent, unsigned block_bits) {
  const Index side = Index{1} << block_bits;
  return {ceil_divide(extent.x, side), ceil_divide(extent.y, side), ceil_divide(extent.z, side)};
}

}  // namespace

u8 painted_class(std::uint32_t class_, std::size_t colours) {
  return static_cast<u8>(class_ < colours ? class_ : 1 + (class_ - 1) % (colours - 1));
}

ClassPaints class_paints(const Colouring& colouring, const VolumeSpec& volume) {
  const auto classes = static_cast<unsigned>(colouring.colours());
  assert(classes <= classes_at_most);
  ClassPaints paints{std::vector<u32>(classes_at_most), {}};
  if (volume.absorption) paints.absorption.resize(classes_at_most * PATH_LEVELS);
  for (unsigned class_ = 0; class_ < classes; ++class_) {
    const io::Colour colour = colouring.of(class_);
    double opacity = opacity_of(colouring, volume, class_);
    if (volume.absorption && class_ > 0) {
      const auto& [lowest, highest] = *volume.absorption;
      const double level = classes > 2 ? (class_ - 1.0) / (classes - 2.0) : 1;
      opacity = lowest + (highest - lowest) * level;
      fill_absorption(opacity, &paints.absorption[class_ * PATH_LEVELS]);
    }
    // A class that is not hidden has an opacity of at least 1, however faint it is.
    const auto parts = static_cast<u32>(std::lround(opacity * OPAQUE));
    paints.paints[class_] = u32{colour.red} | u32{colour.green} << 8 | u32{colour.blue} << 16 |
                            std::max(parts, opacity > 0 ? 1u : 0u) << 24;
  }
  return paints;
}

SolidSites::SolidSites(Model& model, const Colouring& colouring, const ClassPaints& paints, const Box& box,
                       ThreadPool& threads)
    : box_(box), classes_(box.extent.sites()), cells_(colouring.view().borders ? box.extent.sites() : 0) {
  read_layers(model, colouring, threads);
  counts_ = visible_in_blocks(classes_, box.extent, {0, box.extent.z}, paints, threads);
}

void SolidSites::read_layers(Model& model, const Colouring& colouring, ThreadPool& threads) {
  const Field& field = colouring.field();
  const Extent &lattice = field.extent, &kept = box_.extent;
  const std::uint64_t size = size_of(field.type);
  const std::size_t colours = colouring.colours();
  // There are few values, so that a table is faster than a call for each site.
  std::vector<u8> class_of_byte;
  for (std::uint64_t value = 0; size == 1 && value < 256; ++value)
    class_of_byte.push_back(painted_class(colouring.class_of(value), colours));
  std::vector<std::byte> values;
  for (const Slab& slab : slabs_of_layers(field, box_.first.z, kept.z)) {
    values.resize(slab.count * size);
    model.read(field, slab, values);
    const Box read = box_of(slab, lattice);
    threads.for_ranges(read.extent.z * read.extent.y, [&](u64 begin, u64 end) {
      for (u64 row = begin; row < end; ++row) {
        const Index y = read.first.y + row % read.extent.y, z = read.first.z + row / read.extent.y;
        if (y < box_.first.y || y >= box_.first.y + kept.y) continue;
        const Index from_x = std::max(box_.first.x, read.first.x);
        const Index end_x = std::min(box_.first.x + kept.x, read.first.x + read.extent.x);
        Index to = ((z - box_.first.z) * kept.y + y - box_.first.y) * kept.x + from_x - box_.first.x;
        for (Index x = from_x; x < end_x; ++x, ++to) {
          const std::uint64_t value = value_at(values, row * read.extent.x + x - read.first.x, size);
          classes_[to] = class_of_byte.empty() ? painted_class(colouring.class_of(value), colours)
                                               : class_of_byte[value];
          if (!cells_.empty()) cells_[to] = static_cast<u32>(colouring.border_value(value));
        }
      }
    });
  }
}

std::vector<u16> visible_in_blocks(std::span<const u8> classes, const Extent& solid, const LayerRange& layers,
                                   const ClassPaints& paints, ThreadPool& threads) {
  const unsigned block_bits = block_bits_for(solid);
  const Extent blocks = blocks_in(solid, block_bits);
  std::vector<u16> visible(blocks.sites());
  threads.for_ranges(blocks.z, [&](u64 begin, u64 end) {
    const Index from = std::max<Index>(begin << block_bits, layers.first),
                to = std::min<Index>(end << block_bits, layers.end());
    for (Index z = from; z < to; ++z)
      for (Index y = 0; y < solid.y; ++y) {
        const u8* row = &classes[((z - layers.first) * solid.y + y) * solid.x];
        u16* counts = &visible[((z >> block_bits) * blocks.y + (y >> block_bits)) * blocks.x];
        for (Index x = 0; x < solid.x; ++x)
          counts[x >> block_bits] =
              static_cast<u16>(counts[x >> block_bits] + (paints.paints[row[x]] >> 24 != 0 ? 1 : 0));
      }
  });
  return visible;
}

VolumeSites SolidSites::view(const ClassPaints& paints) const {
  return {classes_.data(), cells_.data(), counts_.data(), paints.paints.data(), paints.absorption.data()};
}

void describe_blocks(const Extent& extent, VolumeScene& scene) {
  const unsigned block_bits = block_bits_for(extent);
  const Extent in_blocks = blocks_in(extent, block_bits);
  const Index size[] = {extent.x, extent.y, extent.z}, blocks[] = {in_blocks.x, in_blocks.y, in_blocks.z};
  for (unsigned axis = 0; axis < 3; ++axis) {
    scene.size[axis] = scene.to[axis] = static_cast<i64>(size[axis]);
    scene.from[axis] = 0;
    scene.blocks[axis] = static_cast<i64>(blocks[axis]);
  }
  scene.block_bits = block_bits;
}

std::uint64_t solid_bytes(const View& view, const Extent& extent) {
  return extent.sites() * (1 + (view.borders ? sizeof(u32) : 0)) + extent.sites() / 32 + slab_bytes;
}

}  // namespace morula
