#include "models/picture/device_caster.h"

#include "texts/morula_models.h"

namespace morula {
namespace {

constexpr std::uint64_t most_values = std::uint64_t{1} << 24;  // of the table of classes, which has bytes

}  // namespace

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

void DeviceCaster::classify(const Colouring& colouring, const ClassTable& table, gpu::Buffer& values,
                            std::uint64_t first, const Slab& piece) {
  const gpu::Grid grid = gpu::grid_for(piece.count);
  if (colouring.field().type == ValueType::U8)
    return device_->launch(
        *classify_sites_, grid,
        {&values, first, piece.first, piece.count, class_of_.get(), box_.get(), classes_.get()});
  // Without borders, any buffer stands in for the cells.
  gpu::Buffer* const cells = cells_ ? cells_.get() : class_of_.get();
  const u32 has_borders = cells_ ? 1u : 0u, band = static_cast<u32>(colouring.band());
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
  uploaded<VolumeScene>(scene_, {&scene, 1});
  uploaded<u32>(paints_, paints.paints);
  if (!paints.absorption.empty()) uploaded<u32>(absorption_, paints.absorption);
  room_for(blocks_, blocks * sizeof(u16));
  room_for(firsts_, pixels * sizeof(PixelSums));
  room_for(sums_, pixels * sizeof(PixelSums));
  device_->launch(*count_, gpu::grid_for(blocks),
                  {scene_.get(), classes_.get(), paints_.get(), blocks, blocks_.get()});
  // Without borders and absorption, any buffer stands in for theirs.
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
  const u64 bytes = pixels * sizeof(PixelSums);
  if (!sums_on_host_ || sums_on_host_->bytes().size() < bytes) sums_on_host_ = device_->allocate_host(bytes);
  const std::span<std::byte> sums = sums_on_host_->bytes().first(bytes);
  device_->read(scene.samples > 1 ? *sums_ : *firsts_, 0, sums);
  return {reinterpret_cast<const PixelSums*>(sums.data()), pixels};
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
  const Extent& whole = view.field.extent;
  const u64 numbers[] = {whole.x,     whole.y,      whole.z,      box.first.x, box.first.y,
                         box.first.z, box.extent.x, box.extent.y, box.extent.z};
  room_for(classes_, box.extent.sites());
  if (view.borders) room_for(cells_, box.extent.sites() * sizeof(u32));
  uploaded<u64>(box_, numbers);
  uploaded<u8>(class_of_, table.class_of);
  if (!table.least_of_level.empty()) uploaded<u32>(least_of_level_, table.least_of_level);
}

namespace {

// The least values of levels 1, 2, …, up to that of the greatest value: levels rise with the values.
std::vector<u32> least_values(const Colouring& colouring, std::uint64_t least, std::uint64_t greatest) {
  std::vector<u32> found;
  for (std::uint32_t level = 1; level <= colouring.class_of(greatest); ++level) {
    std::uint64_t from = least, to = greatest;
    while (from < to) {
      const std::uint64_t middle = (from + to) / 2;
      if (colouring.class_of(middle) >= level)
        to = middle;
      else
        from = middle + 1;
    }
    found.push_back(static_cast<u32>(from));
  }
  return found;
}

}  // namespace

// A table of all values, up to the greatest that a site has; of counts, of the levels.
std::optional<DeviceCaster::ClassTable> DeviceCaster::class_table(Model& model, const Colouring& colouring) {
  const Field& field = colouring.field();
  ClassTable table;
  std::uint64_t values = 256;
  if (field.type != ValueType::U8) {
    if (field.type != ValueType::U32) return std::nullopt;
    const auto range = range_.of(model, field);
    if (!range) return std::nullopt;
    if (colouring.view().counts && range->greatest > 0) {
      table.least_of_level = least_values(colouring, range->least, range->greatest);
      for (std::uint32_t level = 0; level <= table.least_of_level.size(); ++level)
        table.class_of.push_back(painted_class(level, colouring.colours()));
      return table;
    }
    if (range->greatest >= most_values) return std::nullopt;
    values = std::uint64_t{range->greatest} + 1;
  }
  for (std::uint64_t value = 0; value < values; ++value)
    table.class_of.push_back(painted_class(colouring.class_of(value), colouring.colours()));
  return table;
}

std::optional<std::span<const PixelSums>> DeviceCaster::cast(Model& model, const Colouring& colouring,
                                                             const ClassPaints& paints, const Box& box,
                                                             VolumeScene scene) {
  const Field& field = colouring.field();
  const auto table = class_table(model, colouring);
  if (!table) return std::nullopt;
  bool is_ready = false;
  const auto sink = [&](gpu::Device& device, gpu::Buffer& held, std::uint64_t first, const Slab& piece) {
    if (!is_ready) prepare(device, colouring.view(), box, *table);
    is_ready = true;
    classify(colouring, *table, held, first, piece);
  };
  for (const Slab& slab : slabs_of(field))
    if (!model.read_on_device(field, slab, sink)) return std::nullopt;
  describe_blocks(box.extent, scene);
  return cast_pixels(paints, scene);
}

std::uint64_t device_solid_bytes(const VolumeSpec& volume, const View& view) {
  const Extent shown = shown_box(volume, view.field.extent).extent;
  const std::uint64_t cells = view.borders ? shown.sites() * sizeof(u32) : 0;
  const std::uint64_t table = view.field.type == ValueType::U8 ? 256 : most_values;
  return shown.sites() + shown.sites() / 32 + cells + table +
         std::uint64_t{volume.width} * volume.height * 2 * sizeof(PixelSums) + (std::uint64_t{1} << 18);
}

}  // namespace morula
