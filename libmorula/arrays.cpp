// The fields of a Simulation as arrays.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gpu/cuda_buffer.h"
#include "libmorula/parts.h"
#include "libmorula/translate.h"
#include "morula/simulation.h"
#include "texts/morula_public.h"

namespace morula {
namespace {

void read_all(Model& model, const Field& field, std::span<std::byte> values) {
  for (const Slab& slab : slabs_of(field)) {
    const std::uint64_t size = size_of(field.type);
    model.read(field, slab, values.subspan(slab.first * size, slab.count * size));
  }
}

std::string shape_text(const std::vector<std::uint64_t>& shape) {
  return fmt::format("({})", fmt::join(shape, ", "));
}

void check_shape(const StateField& field, const std::vector<std::uint64_t>& shape) {
  const FieldInfo info = info_of(field);
  if (shape == info.shape) return;
  throw SpecError({}, field.name,
                  fmt::format("has shape {}; the array has {}", shape_text(info.shape), shape_text(shape)));
}

// Copies the pieces of a field, which lie on a device, into one buffer on this device.
class CanonicalCopy {
 public:
  CanonicalCopy(gpu::Device& device, const Field& field)
      : device_(device),
        size_(size_of(field.type)),
        memory_(device.allocate(std::max<std::uint64_t>(field.bytes(), 1))) {
    const gpu::Source source{"copy", {gpu::text::libmorula::copy_kernel}, {}};
    program_ = device.build(source);
    kernel_ = program_->kernel("copy_bytes");
  }

  void add(gpu::Buffer& values, std::uint64_t first, const Slab& piece) {
    const std::uint64_t bytes = piece.count * size_;
    device_.launch(*kernel_, gpu::grid_for(bytes),
                   {&values, first * size_, memory_.get(), piece.first * size_, bytes});
  }
  std::unique_ptr<gpu::Buffer> finish() {
    device_.finish();
    return std::move(memory_);
  }

 private:
  gpu::Device& device_;
  std::uint64_t size_;
  std::unique_ptr<gpu::Buffer> memory_;
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> kernel_;
};

// Makes a copy through the host, for values that the device does not hold as a plain array.
std::unique_ptr<gpu::Buffer> copied_from_host(Model& model, gpu::Device& device, const Field& field) {
  std::vector<std::byte> values(field.bytes());
  read_all(model, field, values);
  auto memory = device.allocate(std::max<std::uint64_t>(field.bytes(), 1));
  device.write(*memory, 0, values);
  device.finish();
  return memory;
}

std::unique_ptr<gpu::Buffer> canonical_copy(Model& model, gpu::Device& device, const Field& field) {
  CanonicalCopy copy(device, field);
  for (const Slab& slab : slabs_of(field)) {
    const bool is_there = model.read_on_device(
        field, slab, [&](gpu::Device&, gpu::Buffer& values, std::uint64_t first, const Slab& piece) {
          copy.add(values, first, piece);
        });
    if (!is_there) return copied_from_host(model, device, field);
  }
  return copy.finish();
}

}  // namespace

StateField Simulation::Parts::field(const std::string& name) const {
  std::vector<std::string> names;
  for (const StateField& field : model->fields()) {
    if (field.name == name) return field;
    names.push_back(field.name);
  }
  throw SpecError({}, name, fmt::format("is not a field of this model; it has {}", fmt::join(names, ", ")));
}

std::vector<FieldInfo> Simulation::fields() const {
  std::vector<FieldInfo> infos;
  for (const StateField& field : parts_->model->fields()) infos.push_back(info_of(field));
  return infos;
}

FieldInfo Simulation::field(const std::string& name) const {
  return with_public_errors([&] { return info_of(parts_->field(name)); });
}

void Simulation::read(const std::string& name, std::span<std::byte> values) {
  with_public_errors([&] {
    const StateField field = parts_->field(name);
    if (values.size() != field.bytes())
      throw SpecError({}, name, fmt::format("has {} bytes; the array has {}", field.bytes(), values.size()));
    read_all(*parts_->model, field, values);
  });
}

std::span<const std::byte> Simulation::in_place(const std::string& name) const {
  return with_public_errors([&] { return parts_->model->in_place(parts_->field(name)); });
}

DeviceArray Simulation::on_device(const std::string& name) {
  return with_public_errors([&] {
    const StateField field = parts_->field(name);
    if (parts_->backend.kind != BackendKind::Cuda)
      throw SpecError({}, name, "is not in the memory of a CUDA device; make the model with backend cuda");
    gpu::Device& device = *parts_->backend.device;
    std::shared_ptr<gpu::Buffer> memory = canonical_copy(*parts_->model, device, field);
    return DeviceArray{info_of(field), static_cast<int>(device.info().index),
                       static_cast<std::uint64_t>(gpu::cuda::address_of(*memory)), memory};
  });
}

void Simulation::write(const std::string& name, std::span<const std::byte> values,
                       const std::vector<std::uint64_t>& shape) {
  with_public_errors([&] {
    check_shape(parts_->field(name), shape);
    try {
      parts_->changing().assign(name, values);
    } catch (const Error& error) {
      throw SpecError({}, name, error.what());
    }
  });
}

}  // namespace morula
