#include "models/picture/device_caster.h"

#include "models/picture/device_room.h"
#include "texts/morula_models.h"

namespace morula {

gpu::Source volume_source() {
  namespace texts = gpu::text::models::picture;
  return {"volume", {texts::ray_rule, texts::light_rule, texts::volume_rule, texts::volume_kernels}, {}};
}

void DeviceCaster::classify(const Colouring& colouring, const ClassTable& table, gpu::Buffer& values,
                            std::uint64_t first, const Slab& piece) {
  const gpu::Grid grid = gpu::grid_for(piece.count);
  if (colouring.field().type == ValueType::U8)
    return device_->launch(
        *classify_sites_, grid,
        {&values, first, piece.first, piece.count, class_of_.get(), box_.get(), classes_.get()});
  // Without borders, the kernel still needs a buffer for the argument; any will do.
  gpu::Buffer* const cells = cells_ ? cells_.get() : class_of_.get();
  const u32 has_borders = colouring.view().borders ? 1u : 0u, band = static_cast<u32>(colouring.band());
  if (table.least_of_level.empty())
    return device_->launch(*classify_cells_, grid,
                           {&values, first, piece.first, piece.count, class_of_.get(), box_.get(),
                            classes_.get(), has_borders, cells, band});
  device_->launch(
      *classify_counts_, grid,
      {&values, first, piece.first, piece.count, class_of_.get(), box_.get(), classes_.get(), has_borders,
       cells, band, least_of_level_.get(), static_cast<u32>(table.least_of_level.size())});
}

std::span<const PixelSums> DeviceCaster::cast_pixels(const ClassPaints& paints, const VolumeScene& scene) {
  const u64 blocks = static_cast<u64>(scene.blocks[0] * scene.blocks[1] * scene.blocks[2]),
            pixels = static_cast<u64>(scene.width * scene.height);
  uploaded<VolumeScene>(*device_, scene_, {&scene, 1});
  uploaded<u32>(*device_, paints_, paints.paints);
  if (!paints.absorption.empty()) uploaded<u32>(*device_, absorption_, paints.absorption);
  room_for(*device_, blocks_, blocks * sizeof(u16));
  room_for(*device_, firsts_, pixels * sizeof(PixelSums));
  room_for(*device_, sums_, pixels * sizeof(PixelSums));
  device_->launch(*count_, gpu::grid_for(blocks),
                  {scene_.get(), classes_.get(), paints_.get(), blocks, blocks_.get()});
  // Without borders or absorption, the kernel still needs buffers for the arguments; any will do.
  gpu::Buffer *const absorption = absorption_ ? absorption_.get() : paints_.get(), *const cells =
                                                                                       cells_ ? cells_.get()
                                                                                              : paints_.get();
  device_->launch(
      *cast_firsts_, gpu::grid_for(pixels, 64),
      {scene_.get(), classes_.get(), cells, blocks_.get(), paints_.get(), absorption, firsts_.get()});
  if (scene.samples > 1)
    device_->launch(*cast_pixels_, gpu::grid_for(pixels, 64),
                    {scene_.get(), classes_.get(), cells, blocks_.get(), paints_.get(), absorption,
                     firsts_.get(), sums_.get()});
  return downloaded<PixelSums>(*device_, scene.samples > 1 ? *sums_ : *firsts_, sums_on_host_, pixels);
}

void DeviceCaster::prepare(gpu::Device& device, const View& view, const Box& box, const ClassTable& table) {
  if (!device_) {
    device_ = &device;
    program_ = device.build(volume_source());
    classify_sites_ = program_->kernel("classify_sites");
    classify_cells_ = program_->kernel("classify_cells");
    classify_counts_ = program_->kernel("classify_counts");
    count_ = program_->kernel("count_blocks");
    cast_firsts_ = program_->kernel("cast_firsts");
    cast_pixels_ = program_->kernel("cast_pixels");
  }
  const Extent& lattice = view.field.extent;
  const u64 numbers[] = {lattice.x,   lattice.y,    lattice.z,    box.first.x, box.first.y,
                         box.first.z, box.extent.x, box.extent.y, box.extent.z};
  room_for(*device_, classes_, box.extent.sites());
  if (view.borders) room_for(*device_, cells_, box.extent.sites() * sizeof(u32));
  uploaded<u64>(*device_, box_, numbers);
  uploaded<u8>(*device_, class_of_, table.class_of);
  if (!table.least_of_level.empty()) uploaded<u32>(*device_, least_of_level_, table.least_of_level);
}

std::optional<std::span<const PixelSums>> DeviceCaster::cast(Model& model, const Colouring& colouring,
                                                             const ClassPaints& paints, const Box& box,
                                                             VolumeScene scene) {
  const Field& field = colouring.field();
  const auto table = class_of_values_.table(model, colouring);
  if (!table) return std::nullopt;
  const auto prepare_on = [&](gpu::Device& device) { prepare(device, colouring.view(), box, *table); };
  const auto classify_piece = [&](gpu::Buffer& held, std::uint64_t first, const Slab& piece) {
    classify(colouring, *table, held, first, piece);
  };
  if (!read_pieces_on_device(model, field, slabs_of(field), prepare_on, classify_piece)) return std::nullopt;
  describe_blocks(box.extent, scene);
  return cast_pixels(paints, scene);
}

std::uint64_t device_solid_bytes(const VolumeSpec& volume, const View& view) {
  const Extent shown = shown_box(volume, view.field.extent).extent;
  const std::uint64_t cells = view.borders ? shown.sites() * sizeof(u32) : 0;
  const std::uint64_t table = view.field.type == ValueType::U8 ? 256 : most_table_values;
  return shown.sites() + shown.sites() / 32 + cells + table +
         std::uint64_t{volume.width} * volume.height * 2 * sizeof(PixelSums) + (std::uint64_t{1} << 18);
}

}  // namespace morula
