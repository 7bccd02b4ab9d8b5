// Buffers that are kept between pictures and grow as needed, and functions by which pictures read values that
// a device holds.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "gpu/device.h"
#include "models/model.h"

namespace morula {

inline gpu::Buffer& room_for(gpu::Device& device, std::unique_ptr<gpu::Buffer>& buffer, std::uint64_t bytes) {
  if (!buffer || buffer->size() < bytes) {
    buffer.reset();
    buffer = device.allocate(bytes);
  }
  return *buffer;
}

template <typename T>
gpu::Buffer& uploaded(gpu::Device& device, std::unique_ptr<gpu::Buffer>& buffer, std::span<const T> values) {
  room_for(device, buffer, values.size_bytes());
  device.write(*buffer, 0, std::as_bytes(values));
  return *buffer;
}

// Calls prepare(device) once, then take(values, first, piece) for each piece of a field, whose values begin
// at `first` in the buffer. Returns false if no device holds the field.
template <typename Prepare, typename Take>
bool read_pieces_on_device(Model& model, const Field& field, const std::vector<Slab>& slabs,
                           const Prepare& prepare, const Take& take) {
  bool is_ready = false;
  const auto sink = [&](gpu::Device& device, gpu::Buffer& held, std::uint64_t first, const Slab& piece) {
    if (!is_ready) prepare(device);
    is_ready = true;
    take(held, first, piece);
  };
  for (const Slab& slab : slabs)
    if (!model.read_on_device(field, slab, sink)) return false;
  return true;
}

// Results of a device, in host memory that the device reaches directly. They are valid until the next call.
template <typename T>
std::span<const T> downloaded(gpu::Device& device, const gpu::Buffer& buffer,
                              std::unique_ptr<gpu::HostMemory>& memory, std::uint64_t count) {
  const std::uint64_t bytes = count * sizeof(T);
  if (!memory || memory->bytes().size() < bytes) memory = device.allocate_host(bytes);
  const std::span<std::byte> read = memory->bytes().first(bytes);
  device.read(buffer, 0, read);
  return {reinterpret_cast<const T*>(read.data()), count};
}

}  // namespace morula
