#include "models/picture/picture.h"

#include "models/picture/camera.h"
#include "models/picture/device_caster.h"
#include "models/picture/painting.h"
#include "models/picture/picture_foot.h"
#include "models/picture/volume_picture.h"

namespace morula {
namespace {

bool is_volume(const FramesSpec& frames, const View& view) {
  return view.field.dimensions == 3 && frames.view == FrameView::Volume;
}

}  // namespace

PictureMaker::PictureMaker(FramesSpec frames, ThreadPool* threads)
    : frames_(std::move(frames)),
      one_thread_(threads ? nullptr : std::make_unique<ThreadPool>(1)),
      threads_(threads ? threads : one_thread_.get()),
      device_(std::make_unique<DeviceCaster>()) {}

PictureMaker::~PictureMaker() = default;

io::Image PictureMaker::body(Model& model) {
  if (auto picture = model.picture(frames_)) return *std::move(picture);
  const Colouring colouring(model, frames_);
  const Field& field = colouring.field();
  if (is_volume(frames_, colouring.view()))
    return volume_picture(model, frames_, colouring, *threads_, *device_);
  const PictureRows every_row{0, picture_size(frames_, field).down};
  io::ImageMerger merger(blocks_of(frames_, field));
  merger.add(field.dimensions == 3
                 ? paint_fronts(look(model, frames_, colouring, {0, field.extent.z}, every_row), frames_,
                                colouring, every_row)
                 : paint_plane(model, frames_, colouring, every_row));
  return merger.finish();
}

io::Image PictureMaker::picture(Model& model) {
  const io::Image image = body(model);
  const View view = view_named(model.views(), frames_.of);
  if (!has_foot(frames_, view)) return image;
  const double sites_of_pixel =
      is_volume(frames_, view) ? Camera(frames_.volume, view.field.extent).sites_of_pixel()
                               : static_cast<double>(picture_size(frames_, view.field).across) / image.width;
  return with_foot(image, frames_, view, class_colours(view, frames_), model.level_limits(view),
                   sites_of_pixel);
}

io::Image picture(Model& model, const FramesSpec& frames, ThreadPool* threads) {
  return PictureMaker(frames, threads).picture(model);
}

}  // namespace morula
