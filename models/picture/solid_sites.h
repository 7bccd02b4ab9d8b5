// The sites of a solid in host memory, in the form that rays need: their classes, the cells they belong to,
// and how many visible sites each block has.
#pragma once

#include <span>
#include <vector>

#include "core/decomposition.h"
#include "core/threads.h"
#include "models/picture/colouring.h"
#include "models/picture/volume_rule.h"

namespace morula {

// The appearance of each class to a ray. Every table has 256 entries or rows.
struct ClassPaints {
  std::vector<u32> paints;      // red, green, blue and opacity, each up to 255, from the lowest byte up
  std::vector<u32> absorption;  // empty unless rays lose light along their path
};
ClassPaints class_paints(const Colouring& colouring, const VolumeSpec& volume);
// The class of a site if there are this many colours: further classes reuse colours, as in Colouring.
u8 painted_class(std::uint32_t class_, std::size_t colours);

// Sets the part of a scene that depends on the extent of the sites. Rays may stop at any site.
void describe_blocks(const Extent& extent, VolumeScene& scene);

class SolidSites {
 public:
  // Reads the sites of `box` of the first replica, in the current state of the model.
  SolidSites(Model& model, const Colouring& colouring, const ClassPaints& paints, const Box& box,
             ThreadPool& threads);

  const Box& box() const { return box_; }
  const std::vector<u8>& classes() const { return classes_; }
  VolumeSites view(const ClassPaints& paints) const;

 private:
  void read_layers(Model& model, const Colouring& colouring, ThreadPool& threads);

  Box box_;
  std::vector<u8> classes_;
  std::vector<u32> cells_;  // for views with borders
  std::vector<u16> counts_;
};

// Number of visible sites in each block of a solid. `classes` holds only these layers of it.
std::vector<u16> visible_in_blocks(std::span<const u8> classes, const Extent& solid, const LayerRange& layers,
                                   const ClassPaints& paints, ThreadPool& threads);

// Bytes of host memory that are needed.
std::uint64_t solid_bytes(const View& view, const Extent& extent);

}  // namespace morula
