// The paper's algorithm on a device: there are two buffers of sites and two of volumes. An iteration reads
// one and writes the other; then they are made equal (its Algorithm 1).
#include <fmt/format.h>

#include "bench/tapia/tapia_paths.h"
#include "core/bytes.h"
#include "models/potts/terms/fixed_point.h"
#include "texts/morula_bench.h"
#include "texts/morula_gpu.h"

namespace morula {
namespace {

std::vector<i32> constants_of(const TapiaParameters& parameters) {
  std::vector<i32> constants(parameters.adhesion.begin(), parameters.adhesion.end());
  constants.insert(constants.end(), parameters.strength.begin(), parameters.strength.end());
  constants.insert(constants.end(), parameters.target.begin(), parameters.target.end());
  return constants;
}

class TapiaKernels final : public TapiaOnDevice {
 public:
  TapiaKernels(const TapiaTissue& tissue, u32 seed, std::shared_ptr<gpu::Device> device)
      : tissue_(tissue),
        key_(tapia_key(seed)),
        device_(std::move(device)),
        program_(device_->build(tapia_source(tissue.size))),
        count_(program_->kernel("tapia_count")),
        iteration_(program_->kernel("tapia_iteration")),
        changes_(program_->kernel("tapia_changes")),
        grid_{{tissue.size.x / 8, tissue.size.y / 8, tissue.size.z / 16}, {4, 4, 8}},
        codes_(device_->allocate(tissue.cells.size() * sizeof(u32))),
        written_codes_(device_->allocate(codes_->size())),
        volumes_(device_->allocate(tissue.types.size() * sizeof(u32))),
        written_volumes_(device_->allocate(volumes_->size())),
        changed_(device_->allocate(sizeof(u32))) {}

  void upload(const TapiaParameters& parameters) override {
    std::vector<u32> codes(tissue_.cells.size());
    for (std::size_t site = 0; site < codes.size(); ++site) codes[site] = tissue_.code(site);
    device_->write(*codes_, 0, std::as_bytes(std::span(codes)));
    device_->copy(*codes_, *written_codes_);
    device_->fill(*volumes_, std::byte{0});
    device_->launch(*count_, gpu::grid_for(codes.size(), 128), {codes_.get(), volumes_.get()});
    device_->copy(*volumes_, *written_volumes_);
    const std::vector<i32> constants = constants_of(parameters);
    const std::vector<u32> last = potts::acceptance_table(parameters.temperature);
    constants_ = device_->allocate(constants.size() * sizeof(i32));
    device_->write(*constants_, 0, std::as_bytes(std::span(constants)));
    last_ = device_->allocate(last.size() * sizeof(u32));
    device_->write(*last_, 0, std::as_bytes(std::span(last)));
    entries_ = static_cast<u32>(last.size());
    done_ = 0;
    device_->finish();
  }

  void iterate(u64 iterations) override {
    for (; iterations > 0; --iterations) {
      launch_iteration();
      synchronise();
    }
    device_->finish();
  }

  double copies_an_attempt() override {
    device_->fill(*changed_, std::byte{0});
    for (u64 i = 0; i < tapia_classes; ++i) {
      launch_iteration();
      device_->launch(*changes_, gpu::grid_for(tissue_.cells.size(), 128),
                      {codes_.get(), written_codes_.get(), changed_.get()});
      synchronise();
    }
    return static_cast<double>(read(*changed_).front()) / static_cast<double>(tissue_.cells.size());
  }

  std::vector<u32> download() override {
    std::vector<u32> codes = read(*codes_);
    for (u32& code : codes) code /= tapia_types;
    return codes;
  }

  std::vector<u32> volumes() override { return read(*volumes_); }

 private:
  void launch_iteration() {
    device_->launch(
        *iteration_, grid_,
        {codes_.get(), written_codes_.get(), volumes_.get(), written_volumes_.get(), constants_.get(),
         last_.get(), entries_, key_.x, key_.y, done_, tapia_class(key_, done_)});
    ++done_;
  }
  void synchronise() {
    device_->copy(*written_codes_, *codes_);
    device_->copy(*written_volumes_, *volumes_);
  }

  std::vector<u32> read(const gpu::Buffer& buffer) {
    std::vector<u32> words(buffer.size() / sizeof(u32));
    device_->read(buffer, 0, std::as_writable_bytes(std::span(words)));
    return words;
  }

  const TapiaTissue& tissue_;
  u32x2 key_;
  std::shared_ptr<gpu::Device> device_;
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> count_, iteration_, changes_;
  gpu::Grid grid_;
  std::unique_ptr<gpu::Buffer> codes_, written_codes_, volumes_, written_volumes_, changed_, constants_,
      last_;
  u32 entries_ = 0;
  u64 done_ = 0;
};

}  // namespace

gpu::Source tapia_source(const Extent& size) {
  gpu::Source source{"tapia",
                     {gpu::text::core::philox, gpu::text::core::draw, gpu::text::bench::tapia::tapia_rule,
                      gpu::text::bench::tapia::tapia_kernels},
                     {}};
  return source.define("SIDE_X", size.x)
      .define("SIDE_Y", size.y)
      .define("SIDE_Z", size.z)
      .define("TYPES", u64{tapia_types});
}

std::string why_not_tapia(const TapiaTissue& tissue, gpu::Device& device) {
  const Extent& size = tissue.size;
  if (size.x % 8 != 0 || size.y % 8 != 0 || size.z % 16 != 0) return "its blocks are of 8 x 8 x 16 sites";
  if (device.info().max_group < 128) return "the device does not allow groups of 128 work-items";
  const u64 sites = size.sites(), bytes = sites * sizeof(u32), there = device.free_memory();
  if (sites >= u64{1} << 32) return "its sites are counted in 32 bits";
  if (bytes > device.info().max_buffer || 2 * (bytes + tissue.types.size() * sizeof(u32)) > there)
    return fmt::format("two lattices are {} where the device has {}", human_bytes(2 * bytes),
                       human_bytes(there));
  return "";
}

std::unique_ptr<TapiaOnDevice> tapia_on_device(const TapiaTissue& tissue, u32 seed,
                                               std::shared_ptr<gpu::Device> device) {
  return std::make_unique<TapiaKernels>(tissue, seed, std::move(device));
}

}  // namespace morula
