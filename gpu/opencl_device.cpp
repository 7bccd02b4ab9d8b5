// Device over OpenCL 1.2 and up: the only file that includes its headers.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <optional>
#include <span>
#include <utility>

#include "core/bytes.h"
#include "core/error.h"
#include "gpu/checks.h"
#include "gpu/drivers.h"
#include "gpu/library.h"
#include "gpu/opencl_errors.h"
#include "gpu/parameters.h"
#include "gpu/program_cache.h"
#include "texts/morula_gpu.h"

namespace morula::gpu {

namespace {

// The functions that are used, looked up when OpenCL is first needed.
struct OpenCl {
  Library library{{"libOpenCL.so.1", "libOpenCL.so"}, "install an OpenCL loader such as ocl-icd-libopencl1"};

  decltype(&clGetPlatformIDs) get_platforms = library.symbol("clGetPlatformIDs");
  decltype(&clGetPlatformInfo) platform_info = library.symbol("clGetPlatformInfo");
  decltype(&clGetDeviceIDs) get_devices = library.symbol("clGetDeviceIDs");
  decltype(&clGetDeviceInfo) device_info = library.symbol("clGetDeviceInfo");
  decltype(&clCreateContext) create_context = library.symbol("clCreateContext");
  decltype(&clReleaseContext) release_context = library.symbol("clReleaseContext");
  decltype(&clCreateCommandQueue) create_queue = library.symbol("clCreateCommandQueue");
  decltype(&clReleaseCommandQueue) release_queue = library.symbol("clReleaseCommandQueue");
  decltype(&clFinish) finish = library.symbol("clFinish");
  decltype(&clCreateBuffer) create_buffer = library.symbol("clCreateBuffer");
  decltype(&clReleaseMemObject) release_buffer = library.symbol("clReleaseMemObject");
  decltype(&clEnqueueMapBuffer) map = library.symbol("clEnqueueMapBuffer");
  decltype(&clEnqueueUnmapMemObject) unmap = library.symbol("clEnqueueUnmapMemObject");
  decltype(&clEnqueueWriteBuffer) write = library.symbol("clEnqueueWriteBuffer");
  decltype(&clEnqueueReadBuffer) read = library.symbol("clEnqueueReadBuffer");
  decltype(&clEnqueueFillBuffer) fill = library.symbol("clEnqueueFillBuffer");
  decltype(&clEnqueueCopyBuffer) copy = library.symbol("clEnqueueCopyBuffer");
  decltype(&clCreateProgramWithSource) program_from_source = library.symbol("clCreateProgramWithSource");
  decltype(&clCreateProgramWithBinary) program_from_binary = library.symbol("clCreateProgramWithBinary");
  decltype(&clBuildProgram) build = library.symbol("clBuildProgram");
  decltype(&clGetProgramBuildInfo) build_info = library.symbol("clGetProgramBuildInfo");
  decltype(&clGetProgramInfo) program_info = library.symbol("clGetProgramInfo");
  decltype(&clReleaseProgram) release_program = library.symbol("clReleaseProgram");
  decltype(&clCreateKernel) create_kernel = library.symbol("clCreateKernel");
  decltype(&clReleaseKernel) release_kernel = library.symbol("clReleaseKernel");
  decltype(&clGetKernelInfo) kernel_info = library.symbol("clGetKernelInfo");
  decltype(&clGetKernelArgInfo) argument_info = library.symbol("clGetKernelArgInfo");
  decltype(&clGetKernelWorkGroupInfo) group_info = library.symbol("clGetKernelWorkGroupInfo");
  decltype(&clSetKernelArg) set_argument = library.symbol("clSetKernelArg");
  decltype(&clEnqueueNDRangeKernel) launch = library.symbol("clEnqueueNDRangeKernel");
  decltype(&clEnqueueMarkerWithWaitList) mark = library.symbol("clEnqueueMarkerWithWaitList");
  decltype(&clGetEventProfilingInfo) profiling_info = library.symbol("clGetEventProfilingInfo");
  decltype(&clReleaseEvent) release_event = library.symbol("clReleaseEvent");
};

struct Candidate {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  DeviceInfo info;
};

template <class Value>
Value device_number(const OpenCl& api, cl_device_id device, cl_device_info what) {
  Value value{};
  api.device_info(device, what, sizeof value, &value, nullptr);
  return value;
}

template <class Handle, class Query>
std::string text_of(const Query& query, Handle handle, cl_uint what) {
  std::size_t size = 0;
  if (query(handle, what, 0, nullptr, &size) != CL_SUCCESS || size == 0) return {};
  std::string text(size, '\0');
  query(handle, what, size, text.data(), nullptr);
  text.resize(std::min(text.find('\0'), text.size()));
  text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
  return text;
}

// Older drivers of NVIDIA have neither extension, but tell where the card is plugged in. A place in the list
// of devices would not do: launchers show each process its own part of that list.
std::string identity_of(const OpenCl& api, cl_device_id device) {
  const auto ask = [&](cl_device_info what, auto& answer) {
    return api.device_info(device, what, sizeof answer, &answer, nullptr) == CL_SUCCESS;
  };
  std::array<unsigned char, 16> uuid{};
  if (ask(CL_DEVICE_UUID_KHR, uuid)) return identity_by_uuid(std::as_bytes(std::span(uuid)));
  cl_device_pci_bus_info_khr place{};
  if (ask(CL_DEVICE_PCI_BUS_INFO_KHR, place))
    return fmt::format("pci {:x}:{:x}:{:x}.{:x}", place.pci_domain, place.pci_bus, place.pci_device,
                       place.pci_function);
  constexpr cl_device_info bus_of_nvidia = 0x4008, slot_of_nvidia = 0x4009;
  cl_uint bus = 0, slot = 0;
  if (ask(bus_of_nvidia, bus) && ask(slot_of_nvidia, slot)) return fmt::format("pci 0:{:x}:{:x}", bus, slot);
  return "";
}

DeviceInfo info_of(const OpenCl& api, cl_platform_id platform, cl_device_id device) {
  DeviceInfo info;
  info.api = Api::OpenCl;
  info.name = text_of(*api.device_info, device, CL_DEVICE_NAME);
  info.driver = text_of(*api.device_info, device, CL_DRIVER_VERSION) + ", " +
                text_of(*api.platform_info, platform, CL_PLATFORM_VERSION);
  info.identity = identity_of(api, device);
  info.is_cpu = (device_number<cl_device_type>(api, device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) != 0;
  info.memory = device_number<cl_ulong>(api, device, CL_DEVICE_GLOBAL_MEM_SIZE);
  info.max_buffer = device_number<cl_ulong>(api, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  info.compute_units = device_number<cl_uint>(api, device, CL_DEVICE_MAX_COMPUTE_UNITS);
  info.max_group =
      static_cast<unsigned>(device_number<std::size_t>(api, device, CL_DEVICE_MAX_WORK_GROUP_SIZE));
  info.unit.shared = device_number<cl_ulong>(api, device, CL_DEVICE_LOCAL_MEM_SIZE);
  return info;
}

// Every usable device of every platform: GPUs first, so that device 0 is what a user expects.
std::vector<Candidate> candidates(const OpenCl& api) {
  cl_uint count = 0;
  if (api.get_platforms(0, nullptr, &count) != CL_SUCCESS || count == 0)
    throw DeviceMissing("no OpenCL platform: install a driver such as pocl-opencl-icd");
  std::vector<cl_platform_id> platforms(count);
  api.get_platforms(count, platforms.data(), nullptr);
  std::vector<Candidate> found;
  for (auto* platform : platforms) {
    cl_uint devices = 0;
    if (api.get_devices(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &devices) != CL_SUCCESS) continue;
    std::vector<cl_device_id> ids(devices);
    api.get_devices(platform, CL_DEVICE_TYPE_ALL, devices, ids.data(), nullptr);
    for (auto* id : ids)
      if (device_number<cl_bool>(api, id, CL_DEVICE_COMPILER_AVAILABLE))
        found.push_back({platform, id, info_of(api, platform, id)});
  }
  if (found.empty()) throw DeviceMissing("no OpenCL device: the installed platforms offer none");
  std::stable_partition(found.begin(), found.end(), [](const auto& one) { return !one.info.is_cpu; });
  for (unsigned index = 0; index < found.size(); ++index) found[index].info.index = index;
  return found;
}

// A device in use. Buffers, programs and kernels share it, so that they may outlive the Device.
struct Session {
  Session(std::shared_ptr<const OpenCl> opened, const Candidate& chosen)
      : api(std::move(opened)), device(chosen.device), info(chosen.info) {
    cl_int error = CL_SUCCESS;
    const auto platform = reinterpret_cast<cl_context_properties>(chosen.platform);
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, platform, 0};
    context = {api->create_context(properties, 1, &device, nullptr, nullptr, &error), api->release_context};
    check(error, "clCreateContext");
    queue = {api->create_queue(context.get(), device, CL_QUEUE_PROFILING_ENABLE, &error), api->release_queue};
    profiles = error == CL_SUCCESS;
    if (!profiles) queue = {api->create_queue(context.get(), device, 0, &error), api->release_queue};
    check(error, "clCreateCommandQueue");
  }

  void check(cl_int error, const char* call) const {
    if (error != CL_SUCCESS) throw_opencl_error(error, call, describe(info));
  }

  template <class Handle>
  using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, cl_int (*)(Handle)>;

  std::shared_ptr<const OpenCl> api;
  cl_device_id device;
  DeviceInfo info;
  Owned<cl_context> context{nullptr, nullptr};
  Owned<cl_command_queue> queue{nullptr, nullptr};
  bool profiles = false;
  std::atomic<std::uint64_t> allocated = 0;
};

using Shared = std::shared_ptr<Session>;

class OpenClBuffer : public Buffer {
 public:
  OpenClBuffer(Shared session, std::uint64_t bytes) : session_(std::move(session)), bytes_(bytes) {
    const std::uint64_t real = std::max<std::uint64_t>(bytes, 1);
    cl_int error = CL_SUCCESS;
    handle_ = {
        session_->api->create_buffer(session_->context.get(), CL_MEM_READ_WRITE, real, nullptr, &error),
        session_->api->release_buffer};
    if (error == CL_SUCCESS) error = touch(real);
    if (error != CL_SUCCESS) throw_opencl_allocation_error(error, describe(session_->info), real);
    session_->allocated += bytes_;
  }
  ~OpenClBuffer() override { session_->allocated -= bytes_; }
  OpenClBuffer(const OpenClBuffer&) = delete;
  OpenClBuffer& operator=(const OpenClBuffer&) = delete;

  std::uint64_t size() const override { return bytes_; }
  cl_mem handle() const { return handle_.get(); }

 private:
  // Drivers allocate at the first use; it is made here, where running out of memory is an answer.
  cl_int touch(std::uint64_t real) {
    const std::byte zero{};
    return session_->api->write(session_->queue.get(), handle(), CL_TRUE, real - 1, 1, &zero, 0, nullptr,
                                nullptr);
  }

  Shared session_;
  std::uint64_t bytes_;
  Session::Owned<cl_mem> handle_{nullptr, nullptr};
};

// A buffer that the driver keeps in the host's memory, where it stays mapped.
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

class OpenClKernel : public Kernel {
 public:
  OpenClKernel(Shared session, cl_program program, const std::string& name) : session_(std::move(session)) {
    cl_int error = CL_SUCCESS;
    handle_ = {session_->api->create_kernel(program, name.c_str(), &error), session_->api->release_kernel};
    if (error != CL_SUCCESS) session_->check(error, fmt::format("clCreateKernel of '{}'", name).c_str());
    cl_uint count = 0;
    session_->api->kernel_info(handle(), CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr);
    for (cl_uint place = 0; place < count; ++place) parameters_.sizes.push_back(size_of_type(type_of(place)));
    parameters_.kernel = name;
  }
  cl_kernel handle() const { return handle_.get(); }
  KernelUsage usage() const override {
    cl_ulong shared = 0;
    session_->api->group_info(handle(), session_->device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof shared, &shared,
                              nullptr);
    return {std::nullopt, std::nullopt, shared};
  }
  void check(std::span<const Argument> arguments) const { parameters_.check(session_->info, arguments); }

 private:
  std::string type_of(cl_uint place) const {
    const auto query = [&](cl_kernel kernel, cl_uint what, std::size_t size, void* to, std::size_t* needed) {
      return session_->api->argument_info(kernel, place, what, size, to, needed);
    };
    return text_of(query, handle(), CL_KERNEL_ARG_TYPE_NAME);
  }

  Shared session_;
  Session::Owned<cl_kernel> handle_{nullptr, nullptr};
  Parameters parameters_;
};

class OpenClProgram : public Program {
 public:
  // Takes the program from the cache when it is there and the driver accepts it, else compiles it. PoCL
  // keeps what it compiles by itself, and would compile every kernel once more to hand its program over: ours
  // is used there only if somebody has named a folder.
  OpenClProgram(Shared session, const ProgramCache& cache, const Source& source)
      : session_(std::move(session)), api_(*session_->api) {
    const DeviceInfo& info = session_->info;
    const ProgramKey key{to_string(info.api),
                         info.name,
                         info.driver,
                         "",
                         options,
                         assemble(text::gpu::dialect::opencl, source)};
    const bool is_pocl = info.driver.find("PoCL") != std::string::npos;
    const bool is_kept = !is_pocl || cache.has_named_folder();
    if (!is_kept) {
      compile(key.text, source);
      return;
    }
    const auto find = [&] {
      if (const auto binary = cache.find(key)) from_cache_ = load(*binary);
      return from_cache_;
    };
    if (find()) return;
    const CompileTurn turn = cache.turn(key);
    if (find()) return;
    compile(key.text, source);
    cache.store(key, binary());
  }

  std::unique_ptr<Kernel> kernel(const std::string& name) override {
    return std::make_unique<OpenClKernel>(session_, handle_.get(), name);
  }
  bool from_cache() const override { return from_cache_; }

 private:
  // Contraction is off in the dialect itself. PoCL writes the number of warnings to the terminal: none, then.
  static constexpr const char* options = "-cl-std=CL1.2 -cl-kernel-arg-info -w";

  bool load(const std::vector<std::byte>& binary) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
    const std::size_t size = binary.size();
    cl_int accepted = CL_SUCCESS, error = CL_SUCCESS;
    handle_ = {api_.program_from_binary(session_->context.get(), 1, &session_->device, &size, &bytes,
                                        &accepted, &error),
               api_.release_program};
    return error == CL_SUCCESS && accepted == CL_SUCCESS && build(options) == CL_SUCCESS;
  }

  void compile(const std::string& whole, const Source& source) {
    const char* start = whole.data();
    const std::size_t size = whole.size();
    cl_int error = CL_SUCCESS;
    handle_ = {api_.program_from_source(session_->context.get(), 1, &start, &size, &error),
               api_.release_program};
    session_->check(error, "clCreateProgramWithSource");
    error = build(options);
    if (error == CL_INVALID_BUILD_OPTIONS) error = build("");  // a driver that knows one version alone
    if (error == CL_SUCCESS) return;
    throw BuildError(fmt::format("{}: clBuildProgram of '{}': {}\n{}", describe(session_->info), source.name,
                                 opencl_error_name(error), annotate(log(), source, whole)));
  }

  cl_int build(const char* with) {
    return api_.build(handle_.get(), 1, &session_->device, with, nullptr, nullptr);
  }

  std::string log() const {
    const auto query = [this](cl_program program, cl_uint what, std::size_t size, void* to,
                              std::size_t* needed) {
      return api_.build_info(program, session_->device, what, size, to, needed);
    };
    return text_of(query, handle_.get(), CL_PROGRAM_BUILD_LOG);
  }

  std::vector<std::byte> binary() const {
    std::size_t size = 0;
    api_.program_info(handle_.get(), CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr);
    std::vector<std::byte> bytes(size);
    auto* start = reinterpret_cast<unsigned char*>(bytes.data());
    const auto error = api_.program_info(handle_.get(), CL_PROGRAM_BINARIES, sizeof start, &start, nullptr);
    return error == CL_SUCCESS ? bytes : std::vector<std::byte>();
  }

  Shared session_;
  const OpenCl& api_;
  Session::Owned<cl_program> handle_{nullptr, nullptr};
  bool from_cache_ = false;
};

class OpenClDevice : public Device {
 public:
  explicit OpenClDevice(Shared session) : session_(std::move(session)), api_(*session_->api) {}

  const DeviceInfo& info() const override { return session_->info; }

  std::uint64_t free_memory() override {
    const std::uint64_t used = std::min<std::uint64_t>(session_->allocated, info().memory);
    const std::uint64_t left = info().memory - used;
    return info().is_cpu ? std::min(left, available_memory()) : left;
  }

  std::unique_ptr<Buffer> allocate(std::uint64_t bytes) override {
    // A host promises memory that it does not have; the driver would only crash when it is used.
    if (bytes > free_memory()) throw_opencl_allocation_error(CL_MEM_OBJECT_ALLOCATION_FAILURE, name(), bytes);
    return std::make_unique<OpenClBuffer>(session_, bytes);
  }

  std::unique_ptr<HostMemory> allocate_host(std::uint64_t bytes) override {
    return std::make_unique<OpenClHostMemory>(session_, bytes);
  }

  void write(Buffer& to, std::uint64_t offset, std::span<const std::byte> from) override {
    check_range(info(), to.size(), offset, from.size());
    if (from.empty()) return;
    check(api_.write(queue(), handle(to), CL_TRUE, offset, from.size(), from.data(), 0, nullptr, nullptr),
          "clEnqueueWriteBuffer");
  }

  void read(const Buffer& from, std::uint64_t offset, std::span<std::byte> to) override {
    check_range(info(), from.size(), offset, to.size());
    if (to.empty()) return;
    check(api_.read(queue(), handle(from), CL_TRUE, offset, to.size(), to.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
  }

  void fill(Buffer& buffer, std::byte value) override {
    std::array<std::byte, 16> pattern;  // wide: drivers fill at the pace of the pattern
    pattern.fill(value);
    const std::uint64_t tail = buffer.size() % pattern.size(), whole = buffer.size() - tail;
    if (whole > 0)
      check(api_.fill(queue(), handle(buffer), pattern.data(), pattern.size(), 0, whole, 0, nullptr, nullptr),
            "clEnqueueFillBuffer");
    write(buffer, whole, std::span(pattern).first(tail));  // NVIDIA's fill loses offsets beyond 4 GiB
  }

  void copy(const Buffer& from, Buffer& to) override {
    check_range(info(), to.size(), 0, from.size());
    if (from.size() == 0) return;
    check(api_.copy(queue(), handle(from), handle(to), 0, 0, from.size(), 0, nullptr, nullptr),
          "clEnqueueCopyBuffer");
  }

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
  using Device::launch_early;
  void launch_early(const Kernel& kernel, const Grid& grid, std::span<const Argument> arguments) override {
    launch(kernel, grid, arguments);  // commands are carried out one after the other
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
  static cl_mem handle(const Buffer& buffer) { return dynamic_cast<const OpenClBuffer&>(buffer).handle(); }

  void set_argument(cl_kernel kernel, cl_uint place, const Argument& argument) {
    const auto set = [&](const auto& value) {
      return api_.set_argument(kernel, place, sizeof value, &value);
    };
    const auto* buffer = std::get_if<Buffer*>(&argument);
    const cl_int error = buffer ? set(handle(**buffer)) : std::visit(set, argument);
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
  const OpenCl& api_;
  ProgramCache cache_;
};

}  // namespace

std::vector<DeviceInfo> opencl_devices() {
  const OpenCl api;
  std::vector<DeviceInfo> devices;
  for (auto& candidate : candidates(api)) devices.push_back(std::move(candidate.info));
  return devices;
}

std::shared_ptr<Device> open_opencl(unsigned index) {
  const auto api = std::make_shared<const OpenCl>();
  const auto found = candidates(*api);
  if (index >= found.size())
    throw DeviceMissing(
        fmt::format("no OpenCL device {}: there are {}, counted from 0", index, found.size()));
  return std::make_shared<OpenClDevice>(std::make_shared<Session>(api, found[index]));
}

}  // namespace morula::gpu
