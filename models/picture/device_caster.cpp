#include "models/picture/device_caster.h"

#include "texts/morula_models.h"

namespace morula {

gpu::Source volume_source() {
  namespace texts = gpu::text::models::picture;
  return {"volume", {texts::ray_rule, texts::light_rule, texts::volume_rule, texts::volume_kernels}, {}};
}

gpu::Buffer& DeviceCaster::room_for(std::unique_ptr<gpu::Buffer>& buffer, std::uint64_t bytes) {
  if (!buffer || buffer->size() < bytes) {
    buffer.reset();
    buffer = device_->allocate(bytes);
  }
  return *buffer;
}

template <typename T>
gpu::Buffer& DeviceCaster::uploaded(std::unique_ptr<gpu::Buffer>& buffer, std::span<const T> values) {
  room_for(buffer, values.size_bytes());
  device_->write(*buffer, 0, std::as_bytes(values));
  return *buffer;
}

void DeviceCaster::classify(gpu::Device& device, gpu::Buffer& values, std::uint64_t first,
                            const Slab& piece) {
  device.launch(*classify_, gpu::grid_for(piece.count),
                {&values, first, piece.first, piece.count, class_of_.get(), box_.get(), classes_.get()});
}

std::vector<PixelSums> DeviceCaster::cast_pixels(const ClassPaints& paints, const VolumeScene& scene) {
  const u64 blocks = static_cast<u64>(scene.blocks[0] * scene.blocks[1] * scene.blocks[2]),
            pixels = static_cast<u64>(scene.width * scene.height);
  uploaded<VolumeScene>(scene_, {&scene, 1});
  uploaded<u32>(paints_, paints.paints);
  if (!paints.absorption.empty()) uploaded<u32>(absorption_, paints.absorption);
  room_for(blocks_, blocks * sizeof(u16));
  room_for(sums_, pixels * sizeof(PixelSums));
  device_->launch(*count_, gpu::grid_for(blocks),
                  {scene_.get(), classes_.get(), paints_.get(), blocks, blocks_.get()});
  // A device holds no cells; without borders and absorption, any buffer stands in for theirs.
  gpu::Buffer* const absorption = absorption_ ? absorption_.get() : paints_.get();
  device_->launch(
      *cast_, gpu::grid_for(pixels, 64),
      {scene_.get(), classes_.get(), paints_.get(), blocks_.get(), paints_.get(), absorption, sums_.get()});
  std::vector<PixelSums> sums(pixels);
  device_->read(*sums_, 0, std::as_writable_bytes(std::span(sums)));
  return sums;
}

std::optional<std::vector<PixelSums>> DeviceCaster::cast(Model& model, const Colouring& colouring,
                                                         const ClassPaints& paints, const Box& box,
                                                         VolumeScene scene) {
  const Field& field = colouring.field();
  if (field.type != ValueType::U8 || colouring.view().borders) return std::nullopt;
  const Extent& whole = field.extent;
  const u64 numbers[] = {whole.x,     whole.y,      whole.z,      box.first.x, box.first.y,
                         box.first.z, box.extent.x, box.extent.y, box.extent.z};
  std::vector<u32> class_of(256);
  for (u32 value = 0; value < class_of.size(); ++value)
    class_of[value] = painted_class(colouring.class_of(value), colouring.colours());
  bool is_ready = false;
  const auto sink = [&](gpu::Device& device, gpu::Buffer& values, std::uint64_t first, const Slab& piece) {
    if (!device_) {
      device_ = &device;
      program_ = device.build(volume_source());
      classify_ = program_->kernel("classify_sites");
      count_ = program_->kernel("count_blocks");
      cast_ = program_->kernel("cast_pixels");
    }
    if (!is_ready) {
      room_for(classes_, box.extent.sites());
      uploaded<u64>(box_, numbers);
      uploaded<u32>(class_of_, class_of);
      is_ready = true;
    }
    classify(device, values, first, piece);
  };
  for (const Slab& slab : slabs_of(field))
    if (!model.read_on_device(field, slab, sink)) return std::nullopt;
  describe_blocks(box.extent, scene);
  return cast_pixels(paints, scene);
}

std::uint64_t device_solid_bytes(const VolumeSpec& volume, const Extent& lattice) {
  const Extent shown = shown_box(volume, lattice).extent;
  return shown.sites() + shown.sites() / 32 +
         std::uint64_t{volume.width} * volume.height * sizeof(PixelSums) + (std::uint64_t{1} << 16);
}

}  // namespace morula
