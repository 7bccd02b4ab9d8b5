// A window on a plane whose values a device holds: see plane_kernels.h.
#pragma once

#include <memory>

#include "gpu/device.h"
#include "models/picture/class_table.h"
#include "models/picture/plane_window.h"

namespace morula {

gpu::Source plane_source();

// Keeps its program and its buffers between pictures.
class DevicePlane {
 public:
  // The paints of the pixels, for the current state of the model. Nothing if no device holds the values of
  // the view, or if there are too many different values for a table of their classes. The result is valid
  // until the next call.
  std::optional<std::span<const u32>> paint(Model& model, const Colouring& colouring,
                                            const PlaneWindow& window);

 private:
  void prepare(gpu::Device& device, const PlaneWindow& window, const ClassTable& table);
  void sample(const Colouring& colouring, const PlaneWindow& window, const ClassTable& table,
              gpu::Buffer& values, std::uint64_t first, const Slab& piece);

  gpu::Device* device_ = nullptr;  // the device of the model; null before the first picture
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> sample_bytes_, sample_words_, paint_pixels_;
  std::unique_ptr<gpu::Buffer> scene_, place_, columns_, rows_, class_of_, least_of_level_, paints_, classes_,
      borders_, pixels_;
  std::unique_ptr<gpu::HostMemory> pixels_on_host_;
  DeviceClasses class_of_values_;
};

}  // namespace morula
