// Implements Device with OpenCL 1.2 or later.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <span>
#include <utility>

#include "core/bytes.h"
#include "core/error.h"
#include "gpu/checks.h"
#include "gpu/drivers.h"
#include "gpu/held_signals.h"
#include "gpu/opencl_buffer.h"
#include "gpu/opencl_copy_queue.h"
#include "gpu/opencl_errors.h"
#include "gpu/opencl_program.h"
#include "gpu/opencl_session.h"

namespace morula::gpu {

using namespace opencl;

namespace {

// A buffer that the driver keeps in the host's memory and that stays mapped there.
class OpenClHostMemory : public HostMemory {
 public:
  OpenClHostMemory(Shared session, std::uint64_t bytes) : session_(std::move(session)), bytes_(bytes) {
    const std::uint64_t real = std::max<std::uint64_t>(bytes, 1);
    cl_int error = CL_SUCCESS;
    handle_ = {session_->api->create_buffer(session_->context.get(),
                                            CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, real, nullptr, &error),
               session_->api->release_buffer};
    if (error != CL_SUCCESS) throw_opencl_allocation_error(error, describe(session_->info), real);
    start_ = session_->api->map(session_->queue.get(), handle_.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                real, 0, nullptr, nullptr, &error);
    session_->check(error, "clEnqueueMapBuffer");
  }
  ~OpenClHostMemory() override {
    session_->api->unmap(session_->queue.get(), handle_.get(), start_, 0, nullptr, nullptr);
    session_->api->finish(session_->queue.get());
  }
  OpenClHostMemory(const OpenClHostMemory&) = delete;
  OpenClHostMemory& operator=(const OpenClHostMemory&) = delete;

  std::span<std::byte> bytes() override { return {static_cast<std::byte*>(start_), bytes_}; }

 private:
  Shared session_;
  std::uint64_t bytes_;
  Session::Owned<cl_mem> handle_{nullptr, nullptr};
  void* start_ = nullptr;
};

class OpenClDevice : public Device {
 public:
  explicit OpenClDevice(Shared session) : session_(std::move(session)), api_(*session_->api) {}

  const DeviceInfo& info() const override { return session_->info; }

  std::uint64_t free_memory() override {
    const std::uint64_t used = std::min<std::uint64_t>(session_->allocated, info().memory);
    const std::uint64_t free = info().memory - used;
    return info().is_cpu ? std::min(free, available_memory()) : free;
  }

  std::unique_ptr<Buffer> allocate(std::uint64_t bytes) override {
    // A host grants memory that it does not have; the driver would crash only when the memory is used.
    if (bytes > free_memory()) throw_opencl_allocation_error(CL_MEM_OBJECT_ALLOCATION_FAILURE, name(), bytes);
    return std::make_unique<OpenClBuffer>(session_, bytes);
  }

  std::unique_ptr<HostMemory> allocate_host(std::uint64_t bytes) override {
    return std::make_unique<OpenClHostMemory>(session_, bytes);
  }

  void write(Buffer& to, std::uint64_t offset, std::span<const std::byte> from) override {
    check_range(info(), to.size(), offset, from.size());
    if (from.empty()) return;
    check(api_.write(queue(), handle_of(to), CL_TRUE, offset, from.size(), from.data(), 0, nullptr, nullptr),
          "clEnqueueWriteBuffer");
  }

  void read(const Buffer& from, std::uint64_t offset, std::span<std::byte> to) override {
    check_range(info(), from.size(), offset, to.size());
    if (to.empty()) return;
    check(api_.read(queue(), handle_of(from), CL_TRUE, offset, to.size(), to.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
  }

  void fill(Buffer& buffer, std::byte value) override {
    // As wide as possible, since a driver's fill is faster with a wider pattern.
    std::array<std::byte, 16> pattern;
    pattern.fill(value);
    const std::uint64_t tail = buffer.size() % pattern.size(), whole = buffer.size() - tail;
    if (whole > 0)
      check(api_.fill(queue(), handle_of(buffer), pattern.data(), pattern.size(), 0, whole, 0, nullptr,
                      nullptr),
            "clEnqueueFillBuffer");
    write(buffer, whole, std::span(pattern).first(tail));  // NVIDIA's fill truncates offsets beyond 4 GiB
  }

  void copy(const Buffer& from, Buffer& to) override {
    check_range(info(), to.size(), 0, from.size());
    if (from.size() == 0) return;
    check(api_.copy(queue(), handle_of(from), handle_of(to), 0, 0, from.size(), 0, nullptr, nullptr),
          "clEnqueueCopyBuffer");
  }

  std::unique_ptr<CopyQueue> copy_queue() override { return std::make_unique<OpenClCopyQueue>(session_); }

  std::unique_ptr<Program> build(const Source& source) override {
    return std::make_unique<OpenClProgram>(session_, cache_, source);
  }

  using Device::launch;
  void launch(const Kernel& kernel, const Grid& grid, std::span<const Argument> arguments) override {
    check_grid(info(), grid);
    const auto& opencl_kernel = dynamic_cast<const OpenClKernel&>(kernel);
    opencl_kernel.check(arguments);
    if (is_empty(grid)) return;
    const cl_kernel handle = opencl_kernel.handle();
    for (cl_uint place = 0; place < arguments.size(); ++place) set_argument(handle, place, arguments[place]);
    std::array<std::size_t, 3> items, group;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      group[axis] = grid.group[axis];
      items[axis] = grid.groups[axis] * group[axis];
    }
    check(api_.launch(queue(), handle, 3, nullptr, items.data(), group.data(), 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  }

  void finish() override { check(api_.finish(queue()), "clFinish"); }

  double time(const std::function<void()>& work) override {
    finish();
    const auto begin = std::chrono::steady_clock::now();
    const Event before = mark();
    work();
    const Event after = mark();
    finish();
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - begin;
    const auto from = end_of(before), to = end_of(after);
    return from && to && *to > *from ? 1e-9 * static_cast<double>(*to - *from) : waited.count();
  }

 private:
  using Event = Session::Owned<cl_event>;

  cl_command_queue queue() const { return session_->queue.get(); }
  std::string name() const { return describe(info()); }
  void check(cl_int error, const char* call) const { session_->check(error, call); }

  void set_argument(cl_kernel kernel, cl_uint place, const Argument& argument) {
    const auto set = [&](const auto& value) {
      return api_.set_argument(kernel, place, sizeof value, &value);
    };
    const auto* buffer = std::get_if<Buffer*>(&argument);
    const cl_int error = buffer ? set(handle_of(**buffer)) : std::visit(set, argument);
    if (error != CL_SUCCESS) check(error, fmt::format("clSetKernelArg of argument {}", place).c_str());
  }

  Event mark() {
    cl_event event = nullptr;
    check(api_.mark(queue(), 0, nullptr, &event), "clEnqueueMarkerWithWaitList");
    return {event, api_.release_event};
  }

  std::optional<cl_ulong> end_of(const Event& event) const {
    cl_ulong nanoseconds = 0;
    const auto error =
        api_.profiling_info(event.get(), CL_PROFILING_COMMAND_END, sizeof nanoseconds, &nanoseconds, nullptr);
    return session_->profiles && error == CL_SUCCESS ? std::optional(nanoseconds) : std::nullopt;
  }

  Shared session_;
  const Functions& api_;
  ProgramCache cache_;
};

}  // namespace

// PoCL starts its threads when it is opened. They compile and link kernels before their first launch, and so
// never receive signals.
std::vector<DeviceInfo> opencl_devices() {
  const HeldSignals held;
  const Functions api;
  std::vector<DeviceInfo> devices;
  for (auto& candidate : candidates(api)) devices.push_back(std::move(candidate.info));
  return devices;
}

std::shared_ptr<Device> open_opencl(unsigned index) {
  const HeldSignals held;
  const auto api = std::make_shared<const Functions>();
  const auto found = candidates(*api);
  if (index >= found.size())
    throw DeviceMissing(
        fmt::format("no OpenCL device {}: there are {}, counted from 0", index, found.size()));
  return std::make_shared<OpenClDevice>(std::make_shared<Session>(api, found[index]));
}

}  // namespace morula::gpu
