// Casts rays through a solid whose values a device holds: see volume_kernels.h.
#pragma once

#include <memory>

#include "gpu/device.h"
#include "models/picture/class_table.h"
#include "models/picture/solid_sites.h"
#include "models/picture/volume_picture.h"

namespace morula {

gpu::Source volume_source();

// Keeps its program and its buffers between pictures.
class DeviceCaster {
 public:
  // Casts the rays of a scene through the sites of `box`, for the current state of the model. Returns nothing
  // if no device holds the values of the view, or if there are too many different values for a table of their
  // classes. The result is valid until the next call.
  std::optional<std::span<const PixelSums>> cast(Model& model, const Colouring& colouring,
                                                 const ClassPaints& paints, const Box& box,
                                                 VolumeScene scene);

 private:
  void prepare(gpu::Device& device, const View& view, const Box& box, const ClassTable& table);
  void classify(const Colouring& colouring, const ClassTable& table, gpu::Buffer& values, std::uint64_t first,
                const Slab& piece);
  std::span<const PixelSums> cast_pixels(const ClassPaints& paints, const VolumeScene& scene);

  gpu::Device* device_ = nullptr;  // the device of the model; null before the first picture
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> classify_sites_, classify_cells_, classify_counts_, count_, cast_firsts_,
      cast_pixels_;
  std::unique_ptr<gpu::Buffer> scene_, box_, class_of_, least_of_level_, classes_, cells_, blocks_, paints_,
      absorption_, firsts_, sums_;
  std::unique_ptr<gpu::HostMemory> sums_on_host_;
  DeviceClasses class_of_values_;
};

// Bytes of device memory that are needed for a view.
std::uint64_t device_solid_bytes(const VolumeSpec& volume, const View& view);

}  // namespace morula
