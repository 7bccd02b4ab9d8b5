#include "serve/window.h"

#include <algorithm>
#include <span>
#include <utility>

#include "io/quick_png.h"
#include "models/picture/fronts.h"

namespace morula::serve {
namespace {

// A picture that a device has already painted.
class PaintedGlimpse final : public Glimpse {
 public:
  PaintedGlimpse(const Look& look, std::span<const u32> paints)
      : width_(look.width), height_(look.height), paints_(paints) {}
  io::Image paint(ThreadPool&) override { return image_of_paints(width_, height_, paints_); }

 private:
  unsigned width_, height_;
  std::span<const u32> paints_;
};

class PlaneGlimpse final : public Glimpse {
 public:
  explicit PlaneGlimpse(SampledPlane plane) : plane_(std::move(plane)) {}
  io::Image paint(ThreadPool& threads) override { return plane_.paint(threads); }
  std::string png(ThreadPool& threads) override {
    const auto picture = plane_.numbered(threads);
    if (!picture) return Glimpse::png(threads);
    const PlaneScene& scene = plane_.scene();
    return io::quick_png(static_cast<unsigned>(scene.width), static_cast<unsigned>(scene.height), *picture);
  }

 private:
  SampledPlane plane_;
};

// The result of rays that a device has already cast, or the sites that the rays will meet.
class VolumeGlimpse final : public Glimpse {
 public:
  VolumeGlimpse(Model& model, const Look& look, const FramesSpec& frames, Colouring colouring,
                DeviceCaster& device, ThreadPool& threads)
      : frames_(frames),
        zoom_(look.zoom),
        colouring_(std::move(colouring)),
        paints_(class_paints(colouring_, frames.volume)),
        scene_(scene_of(frames, colouring_.view(), look.zoom)) {
    const Box box = shown_box(frames.volume, colouring_.field().extent);
    cast_ = device.cast(model, colouring_, paints_, box, scene_);
    if (cast_) return;
    solid_ = std::make_unique<SolidSites>(model, colouring_, paints_, box, threads);
    describe_blocks(box.extent, scene_);
  }

  io::Image paint(ThreadPool& threads) override {
    if (cast_) return compose(*cast_, frames_, colouring_, threads, zoom_);
    return compose(cast_rays(scene_, solid_->view(paints_), threads), frames_, colouring_, threads, zoom_);
  }

 private:
  FramesSpec frames_;
  Zoom zoom_;
  Colouring colouring_;
  ClassPaints paints_;
  VolumeScene scene_;
  std::optional<std::span<const PixelSums>> cast_;
  std::unique_ptr<SolidSites> solid_;
};

}  // namespace

io::Colour surroundings_of(const Look& look) {
  return look.is_dark ? io::Colour{24, 26, 30} : io::Colour{238, 238, 236};
}

std::string Glimpse::png(ThreadPool& threads) { return io::quick_png(paint(threads)); }

Placement placement_of(const Look& look, const Field& field) {
  FramesSpec frames;
  frames.axis = look.axis;
  const Pixel size = picture_size(frames, field);
  Placement place;
  place.across = size.across;
  place.down = size.down;
  const auto across = static_cast<double>(size.across), down = static_cast<double>(size.down);
  place.pixels_of_site = look.pixels_of_site.value_or(std::min(look.width / across, look.height / down));
  const double x = look.pixels_of_site ? look.x : across / 2, y = look.pixels_of_site ? look.y : down / 2;
  place.left = x - look.width / 2.0 / place.pixels_of_site;
  place.top = y - look.height / 2.0 / place.pixels_of_site;
  return place;
}

Look with_known_view(Look look, const std::vector<View>& views) {
  const auto is_shown = [&](const View& view) { return view.name == look.of && view.unavailable.empty(); };
  if (!std::ranges::any_of(views, is_shown)) look.of.clear();
  return look;
}

FramesSpec frames_for(const Look& look, const FramesSpec& usual, const std::vector<View>& views) {
  FramesSpec frames;
  frames.of = look.of.empty() ? views.front().name : look.of;
  if (frames.of == (usual.of.empty() ? views.front().name : usual.of)) {
    frames.palette = usual.palette;
    frames.colours = usual.colours;
    frames.contours = usual.contours;
    frames.volume.cut = usual.volume.cut;
    frames.volume.opacities = usual.volume.opacities;
    frames.volume.absorption = usual.volume.absorption;
  }
  if (!look.palette.empty()) {
    frames.palette = look.palette;
    frames.colours.clear();
  }
  const bool is_solid = look.is_volume && view_named(views, frames.of).field.dimensions == 3;
  if (look.is_dark && is_solid) frames.colours.try_emplace(0, surroundings_of(look));
  frames.view = look.is_volume ? FrameView::Volume : FrameView::Slice;
  frames.axis = look.axis;
  frames.at = look.at;
  frames.volume.camera.from = look.from;
  frames.volume.width = look.width;
  frames.volume.height = look.height;
  frames.volume.samples = 1;
  return frames;
}

std::unique_ptr<Glimpse> glimpse(Model& model, const Look& look, const FramesSpec& frames, DeviceEyes& device,
                                 ThreadPool& threads) {
  Colouring colouring(model, frames);
  if (colouring.field().dimensions == 3 && look.is_volume)
    return std::make_unique<VolumeGlimpse>(model, look, frames, std::move(colouring), device.caster, threads);
  const Placement place = placement_of(look, colouring.field());
  PlaneWindow window(
      {look.width, look.height, place.left, place.top, place.pixels_of_site, surroundings_of(look)}, frames,
      colouring);
  if (const auto paints = device.plane.paint(model, colouring, window))
    return std::make_unique<PaintedGlimpse>(look, *paints);
  return std::make_unique<PlaneGlimpse>(SampledPlane(model, colouring, std::move(window), threads));
}

}  // namespace morula::serve
