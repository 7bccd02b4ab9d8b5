// Rows of a picture in their colours, magnified and reduced.
#pragma once

#include "models/picture/fronts.h"

namespace morula {

// How a picture of this view is reduced after it was magnified.
io::Blocks blocks_of(const FramesSpec& frames, const Field& field);

// Of a plane, read a slab at a time.
io::ImageBand paint_plane(Model& model, const FramesSpec& frames, const Colouring& colouring,
                          const PictureRows& rows);
// Of a solid. Beside these rows, the one below them is looked at: shades depend on it.
io::ImageBand paint_fronts(const Fronts& fronts, const FramesSpec& frames, const Colouring& colouring,
                           const PictureRows& rows);

}  // namespace morula
