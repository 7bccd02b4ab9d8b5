// Makes rows of a picture from colours, magnified and reduced.
#pragma once

#include "models/picture/fronts.h"

namespace morula {

// How a picture of this view is reduced after it has been magnified.
io::Blocks blocks_of(const FramesSpec& frames, const Field& field);

// Paints a plane, which is read slab by slab.
io::ImageBand paint_plane(Model& model, const FramesSpec& frames, const Colouring& colouring,
                          const PictureRows& rows);
// Paints a solid. The row below these rows is needed too, since the shading depends on it.
io::ImageBand paint_fronts(const Fronts& fronts, const FramesSpec& frames, const Colouring& colouring,
                           const PictureRows& rows);

}  // namespace morula
