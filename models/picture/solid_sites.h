// The sites of a solid in host memory, as rays meet them: their classes, the cells that they belong to, and
// how full blocks of them are.
#pragma once

#include <span>
#include <vector>

#include "core/decomposition.h"
#include "core/threads.h"
#include "models/picture/colouring.h"
#include "models/picture/volume_rule.h"

namespace morula {

// What each class looks like to a ray. All tables have 256 entries, or rows.
struct ClassPaints {
  std::vector<u32> paints;      // red, green, blue, opacity of 255, from the lowest byte up
  std::vector<u32> absorption;  // empty unless rays lose light along their path
};
ClassPaints class_paints(const Colouring& colouring, const VolumeSpec& volume);
// The class of a site among this many colours: classes beyond them share them, as in Colouring.
u8 painted_class(std::uint32_t class_, std::size_t colours);

// The part of a scene that the extent of the sites decides: rays may stop at any of them.
void describe_blocks(const Extent& extent, VolumeScene& scene);

class SolidSites {
 public:
  // Reads the sites of `box`, of the first replica, as the model stands now.
  SolidSites(Model& model, const Colouring& colouring, const ClassPaints& paints, const Box& box,
             ThreadPool& threads);

  const Box& box() const { return box_; }
  const std::vector<u8>& classes() const { return classes_; }
  VolumeSites view(const ClassPaints& paints) const;

 private:
  void read_layers(Model& model, const Colouring& colouring, ThreadPool& threads);

  Box box_;
  std::vector<u8> classes_;
  std::vector<u32> cells_;  // of views with borders
  std::vector<u16> counts_;
};

// How many visible sites the blocks of a solid hold, of which these layers are given.
std::vector<u16> visible_in_blocks(std::span<const u8> classes, const Extent& solid, const LayerRange& layers,
                                   const ClassPaints& paints, ThreadPool& threads);

// Bytes of host memory that it needs.
std::uint64_t solid_bytes(const View& view, const Extent& extent);

}  // namespace morula
