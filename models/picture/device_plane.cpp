#include "models/picture/device_plane.h"

#include "models/picture/device_room.h"
#include "texts/morula_models.h"

namespace morula {

gpu::Source plane_source() {
  namespace texts = gpu::text::models::picture;
  return {"plane", {texts::plane_rule, texts::plane_kernels}, {}};
}

void DevicePlane::prepare(gpu::Device& device, const PlaneWindow& window, const ClassTable& table) {
  if (!device_) {
    device_ = &device;
    program_ = device.build(plane_source());
    sample_bytes_ = program_->kernel("sample_bytes");
    sample_words_ = program_->kernel("sample_words");
    paint_pixels_ = program_->kernel("paint_pixels");
  }
  const u64 place[] = {window.origin, window.column_step, window.row_step};
  uploaded<PlaneScene>(device, scene_, {&window.scene, 1});
  uploaded<u64>(device, place_, place);
  uploaded<u32>(device, columns_, window.columns);
  uploaded<u32>(device, rows_, window.rows);
  uploaded<u32>(device, paints_, window.paints);
  uploaded<u8>(device, class_of_, table.class_of);
  if (!table.least_of_level.empty()) uploaded<u32>(device, least_of_level_, table.least_of_level);
  room_for(device, classes_, window.samples());
  room_for(device, borders_, window.scene.has_borders ? window.samples() * sizeof(u32) : sizeof(u32));
}

void DevicePlane::sample(const Colouring& colouring, const PlaneWindow& window, const ClassTable& table,
                         gpu::Buffer& values, std::uint64_t first, const Slab& piece) {
  const auto [begin, end] = window.rows_in(piece);
  if (begin == end) return;
  const u64 across = window.columns.size();
  std::vector<gpu::Argument> arguments = {&values,
                                          first,
                                          piece.first,
                                          piece.count,
                                          place_.get(),
                                          columns_.get(),
                                          rows_.get(),
                                          across,
                                          begin * across,
                                          end * across,
                                          class_of_.get(),
                                          classes_.get(),
                                          static_cast<u32>(window.scene.has_borders),
                                          borders_.get(),
                                          static_cast<u32>(colouring.band())};
  const gpu::Grid grid = gpu::grid_for((end - begin) * across);
  if (colouring.field().type == ValueType::U8) return device_->launch(*sample_bytes_, grid, arguments);
  // Without levels, the kernel still needs a buffer for the argument; any will do.
  arguments.emplace_back(table.least_of_level.empty() ? rows_.get() : least_of_level_.get());
  arguments.emplace_back(static_cast<u32>(table.least_of_level.size()));
  device_->launch(*sample_words_, grid, arguments);
}

std::optional<std::span<const u32>> DevicePlane::paint(Model& model, const Colouring& colouring,
                                                       const PlaneWindow& window) {
  if (window.is_empty() || colouring.view().border_shift > 0) return std::nullopt;
  const auto table = class_of_values_.table(model, colouring);
  if (!table) return std::nullopt;
  const auto prepare_on = [&](gpu::Device& device) { prepare(device, window, *table); };
  const auto sample_piece = [&](gpu::Buffer& held, std::uint64_t first, const Slab& piece) {
    sample(colouring, window, *table, held, first, piece);
  };
  const Field& field = colouring.field();
  if (!read_pieces_on_device(model, field, window.slabs(field), prepare_on, sample_piece))
    return std::nullopt;
  const u64 pixels = static_cast<u64>(window.scene.width * window.scene.height);
  room_for(*device_, pixels_, pixels * sizeof(u32));
  device_->launch(*paint_pixels_, gpu::grid_for(pixels),
                  {scene_.get(), classes_.get(), borders_.get(), paints_.get(), pixels_.get()});
  return downloaded<u32>(*device_, *pixels_, pixels_on_host_, pixels);
}

}  // namespace morula
