#include "gpu/shared_programs.h"

#include <map>
#include <mutex>

namespace morula::gpu {
namespace {

class SharedProgram final : public Program {
 public:
  SharedProgram(std::shared_ptr<Program> program, bool is_known)
      : program_(std::move(program)), is_known_(is_known) {}
  std::unique_ptr<Kernel> kernel(const std::string& name) override { return program_->kernel(name); }
  bool from_cache() const override { return is_known_ || program_->from_cache(); }

 private:
  std::shared_ptr<Program> program_;
  bool is_known_;
};

class SharingDevice final : public Device {
 public:
  explicit SharingDevice(std::shared_ptr<Device> device) : device_(std::move(device)) {}

  const DeviceInfo& info() const override { return device_->info(); }
  std::uint64_t free_memory() override { return device_->free_memory(); }
  std::unique_ptr<Buffer> allocate(std::uint64_t bytes) override { return device_->allocate(bytes); }
  std::unique_ptr<HostMemory> allocate_host(std::uint64_t bytes) override {
    return device_->allocate_host(bytes);
  }
  void write(Buffer& to, std::uint64_t offset, std::span<const std::byte> from) override {
    device_->write(to, offset, from);
  }
  void read(const Buffer& from, std::uint64_t offset, std::span<std::byte> to) override {
    device_->read(from, offset, to);
  }
  void fill(Buffer& buffer, std::byte value) override { device_->fill(buffer, value); }
  void copy(const Buffer& from, Buffer& to) override { device_->copy(from, to); }
  std::unique_ptr<CopyQueue> copy_queue() override { return device_->copy_queue(); }

  std::unique_ptr<Program> build(const Source& source) override {
    const std::string text = assemble({}, source);
    const std::scoped_lock lock(mutex_);
    const auto found = programs_.find(text);
    if (found != programs_.end()) return std::make_unique<SharedProgram>(found->second, true);
    std::shared_ptr<Program> built = device_->build(source);
    programs_.emplace(text, built);
    return std::make_unique<SharedProgram>(std::move(built), false);
  }

  void launch(const Kernel& kernel, const Grid& grid, std::span<const Argument> arguments) override {
    device_->launch(kernel, grid, arguments);
  }
  void launch_together(const Kernel& kernel, const Grid& grid, std::span<const Argument> arguments) override {
    device_->launch_together(kernel, grid, arguments);
  }
  void finish() override { device_->finish(); }
  double time(const std::function<void()>& work) override { return device_->time(work); }

 private:
  std::shared_ptr<Device> device_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Program>> programs_;
};

}  // namespace

std::shared_ptr<Device> sharing_programs(std::shared_ptr<Device> device) {
  return std::make_shared<SharingDevice>(std::move(device));
}

}  // namespace morula::gpu
