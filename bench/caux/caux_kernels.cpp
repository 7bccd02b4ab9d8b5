// The paper's kernels on a device.
#include <fmt/format.h>

#include <limits>

#include "bench/caux/caux_paths.h"
#include "core/bytes.h"
#include "core/ceil_divide.h"
#include "core/dialect.h"
#include "texts/morula_bench.h"

namespace morula {
namespace {

u64 blocks_along(const CauxKernel& kernel, unsigned side) { return ceil_divide(side, kernel.computed); }

u64 cells_of(unsigned side) { return u64{side} * side * side; }

// A cube that is stored in blocks is padded to whole blocks.
u64 bytes_of(const CauxKernel& kernel, unsigned side) {
  if (!kernel.laid_out_in_blocks) return cells_of(side) * sizeof(u32);
  const u64 along = blocks_along(kernel, side);
  return along * along * along * kernel.group * sizeof(u32);
}

gpu::Grid grid_of(const CauxKernel& kernel, unsigned side) {
  if (kernel.memory == CauxMemory::Global) return gpu::grid_for(cells_of(side), kernel.group);
  const u64 along = blocks_along(kernel, side);
  return {{along, along, along}, {kernel.group, 1, 1}};
}

const gpu::Text& text_of(CauxMemory memory) {
  switch (memory) {
    case CauxMemory::Shared:
      return gpu::text::bench::caux::caux_shared_kernel;
    case CauxMemory::Borders:
      return gpu::text::bench::caux::caux_borders_kernel;
    case CauxMemory::Global:
      break;
  }
  return gpu::text::bench::caux::caux_global_kernel;
}

class OnDevice final : public CubePath {
 public:
  OnDevice(const CauxKernel& kernel, HostCubes& cubes, std::shared_ptr<gpu::Device> device)
      : cubes_(cubes),
        device_(std::move(device)),
        program_(device_->build(caux_source(kernel, cubes.side))),
        step_(program_->kernel("caux_step")),
        grid_(grid_of(kernel, cubes.side)),
        rows_grid_(gpu::grid_for(cells_of(cubes.side), kernel.group)),
        now_(device_->allocate(bytes_of(kernel, cubes.side))),
        next_(device_->allocate(bytes_of(kernel, cubes.side))) {
    if (!kernel.laid_out_in_blocks) return;
    into_blocks_ = program_->kernel("caux_into_blocks");
    from_blocks_ = program_->kernel("caux_from_blocks");
  }

  void upload() override {
    device_->write(*now_, 0, std::as_bytes(std::span(cubes_.initial)));
    if (into_blocks_) rearrange(*into_blocks_);
    device_->finish();
  }

  void step(std::uint64_t steps) override {
    for (std::uint64_t i = 0; i < steps; ++i) {
      device_->launch(*step_, grid_, {now_.get(), next_.get()});
      std::swap(now_, next_);
    }
    device_->finish();
  }

  // The other cube is free between steps: the rows are written there, and the blocks are not changed.
  void download() override {
    if (from_blocks_) device_->launch(*from_blocks_, rows_grid_, {now_.get(), next_.get()});
    device_->read(from_blocks_ ? *next_ : *now_, 0, std::as_writable_bytes(std::span(cubes_.result)));
  }

 private:
  void rearrange(const gpu::Kernel& kernel) {
    device_->launch(kernel, rows_grid_, {now_.get(), next_.get()});
    std::swap(now_, next_);
  }

  HostCubes& cubes_;
  std::shared_ptr<gpu::Device> device_;
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> step_, into_blocks_, from_blocks_;
  gpu::Grid grid_, rows_grid_;
  std::unique_ptr<gpu::Buffer> now_, next_;
};

}  // namespace

// "Blocks of 256 threads to represent 6^3 cubes" is understood as the paper's own kernel with another size:
// 216 of the 256 work-items hold a cube of 6^3, of which the inner 4^3 is computed. (With 6^3 computed cells
// it would be the 8^3 block that the paper already has.)
const std::vector<CauxKernel>& caux_kernels() {
  static const std::vector<CauxKernel> list = {
      {"global", CauxMemory::Global, 256, 0, false},
      {"shared 8^3", CauxMemory::Shared, 512, 6, false},
      {"shared 6^3", CauxMemory::Shared, 256, 4, false},
      {"borders compute", CauxMemory::Borders, 512, 8, false},
      {"blocked layout", CauxMemory::Borders, 512, 8, true},
  };
  return list;
}

gpu::Source caux_source(const CauxKernel& kernel, unsigned side) {
  gpu::Source source{"caux", {gpu::text::bench::caux::caux_rule, text_of(kernel.memory)}, {}};
  source.define("SIDE", u64{side}).define("GROUP", u64{kernel.group});
  if (kernel.memory == CauxMemory::Shared) source.define("EDGE", u64{kernel.computed} + 2);
  if (kernel.memory == CauxMemory::Borders)
    source.define("INNER", u64{kernel.computed}).define("BLOCKED", u64{kernel.laid_out_in_blocks});
  return source;
}

std::string why_not(const CauxKernel& kernel, unsigned side, gpu::Device& device) {
  if (const unsigned largest_group = device.info().max_group; kernel.group > largest_group)
    return fmt::format("its groups have {} work-items where the device allows {}", kernel.group,
                       largest_group);
  const u64 bytes = bytes_of(kernel, side), there = device.free_memory();
  if (bytes / sizeof(u32) > std::numeric_limits<u32>::max()) return "its cells are counted in 32 bits";
  if (bytes > device.info().max_buffer)
    return fmt::format("a cube is {} where the device allows {} in one piece", human_bytes(bytes),
                       human_bytes(device.info().max_buffer));
  if (2 * bytes > there)
    return fmt::format("two cubes are {} where the device has {}", human_bytes(2 * bytes),
                       human_bytes(there));
  return "";
}

std::unique_ptr<CubePath> caux_on_device(const CauxKernel& kernel, HostCubes& cubes,
                                         std::shared_ptr<gpu::Device> device) {
  return std::make_unique<OnDevice>(kernel, cubes, std::move(device));
}

}  // namespace morula
