#include "models/picture/picture.h"

#include "models/picture/painting.h"

namespace morula {

io::Image picture(Model& model, const FramesSpec& frames) {
  if (auto made = model.picture(frames)) return *std::move(made);
  const Colouring colouring(model, frames);
  const Field& field = colouring.field();
  const PictureRows all{0, picture_size(frames, field).down};
  io::ImageMerger picture(blocks_of(frames, field));
  picture.add(field.dimensions == 3 ? paint_fronts(look(model, frames, colouring, {0, field.extent.z}, all),
                                                   frames, colouring, all)
                                    : paint_plane(model, frames, colouring, all));
  return picture.finish();
}

}  // namespace morula
