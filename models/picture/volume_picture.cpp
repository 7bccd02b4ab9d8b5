#include "models/picture/volume_picture.h"

#include <algorithm>
#include <cmath>

#include "models/picture/device_caster.h"
#include "models/picture/lattice_box.h"
#include "models/picture/solid_sites.h"

namespace morula {
namespace {

// The width of borders: one or two pixels, but always less than a site.
i64 line_width(const Camera& camera) {
  const double part = std::clamp(0.9 * camera.sites_of_pixel(), 0.05, 0.3);
  return std::lround(part * (1 << PLACE_BITS));
}

// Threads take rows in turn, since rows in the middle of the picture take longer.
template <typename Cast>
std::vector<PixelSums> for_pixels(const VolumeScene& scene, ThreadPool& threads, const Cast& cast) {
  const auto width = static_cast<u64>(scene.width), height = static_cast<u64>(scene.height);
  std::vector<PixelSums> sums(width * height);
  const u64 parts = threads.size();
  threads.for_ranges(parts, [&](u64 begin, u64 end) {
    for (u64 part = begin; part < end; ++part)
      for (u64 y = part; y < height; y += parts)
        for (u64 x = 0; x < width; ++x) sums[y * width + x] = cast(static_cast<i64>(x), static_cast<i64>(y));
  });
  return sums;
}

void lay_over(io::Image& image, std::span<const PixelSums> sums, unsigned samples, ThreadPool& threads) {
  const std::uint64_t full = std::uint64_t{samples} * samples * ALL_LIGHT;
  threads.for_ranges(sums.size(), [&](u64 begin, u64 end) {
    for (u64 i = begin; i < end; ++i) {
      const PixelSums& over = sums[i];
      const auto mixed = [&](u32 above, std::uint8_t below) {
        return static_cast<std::uint8_t>((above + std::uint64_t{below} * over.remaining + full / 2) / full);
      };
      io::Colour& pixel = image.pixels[i];
      if (over.remaining < full)
        pixel = {mixed(over.red, pixel.red), mixed(over.green, pixel.green), mixed(over.blue, pixel.blue)};
    }
  });
}

}  // namespace

Box shown_box(const VolumeSpec& volume, const Extent& lattice) {
  return volume.cut.value_or(Box{{}, lattice});
}

VolumeScene scene_of(const FramesSpec& frames, const View& view, const Zoom& zoom) {
  VolumeScene scene{};
  const Camera camera(frames.volume, view.field.extent, zoom);
  camera.aim(scene, shown_box(frames.volume, view.field.extent).first);
  scene.line_width = view.borders ? line_width(camera) : 0;
  scene.absorbs = frames.volume.absorption ? 1 : 0;
  return scene;
}

std::vector<PixelSums> cast_rays(const VolumeScene& scene, const VolumeSites& sites, ThreadPool& threads) {
  const std::vector<PixelSums> firsts =
      for_pixels(scene, threads, [&](i64 x, i64 y) { return cast_first(&scene, sites, x, y); });
  if (scene.samples == 1) return firsts;
  return for_pixels(scene, threads,
                    [&](i64 x, i64 y) { return cast_pixel(&scene, sites, firsts.data(), x, y); });
}

io::Image compose(std::span<const PixelSums> sums, const FramesSpec& frames, const Colouring& colouring,
                  ThreadPool& threads, const Zoom& zoom) {
  const VolumeSpec& volume = frames.volume;
  const Extent& lattice = colouring.field().extent;
  const io::Colour background = colouring.of(0), ink = ink_on(background);
  io::Image image(volume.width, volume.height);
  std::ranges::fill(image.pixels, background);
  const LatticeBox box(Camera(volume, lattice, zoom), lattice, volume.width, volume.height);
  Canvas canvas(volume.width, volume.height);
  if (volume.box) box.draw_edges_behind(canvas);
  canvas.paint(image, ink, 0.45);
  lay_over(image, sums, volume.samples, threads);
  if (volume.box) box.draw_edges_before(canvas);
  canvas.paint(image, ink, 0.6);
  if (volume.axes) box.draw_axes(canvas);
  canvas.paint(image, ink, 0.9);
  return image;
}

io::Image volume_picture(Model& model, const FramesSpec& frames, const Colouring& colouring,
                         ThreadPool& threads, DeviceCaster& device) {
  VolumeScene scene = scene_of(frames, colouring.view());
  const ClassPaints paints = class_paints(colouring, frames.volume);
  const Box box = shown_box(frames.volume, colouring.field().extent);
  if (const auto sums = device.cast(model, colouring, paints, box, scene))
    return compose(*sums, frames, colouring, threads);
  const SolidSites solid(model, colouring, paints, box, threads);
  describe_blocks(box.extent, scene);
  return compose(cast_rays(scene, solid.view(paints), threads), frames, colouring, threads);
}

}  // namespace morula
