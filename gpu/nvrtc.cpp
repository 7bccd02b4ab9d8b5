#include "gpu/nvrtc.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "core/error.h"
#include "core/shared_library.h"
#include "gpu/cuda_api.h"
#include "texts/morula_gpu.h"

namespace morula::gpu {

using namespace cuda;

namespace {

// Folders in which the toolkit may be, for when the system's loader does not find it.
std::vector<std::filesystem::path> toolkit_folders() {
  std::vector<std::filesystem::path> folders;
  for (const char* name : {"CUDA_PATH", "CUDA_HOME"})
    if (const char* root = std::getenv(name)) folders.push_back(std::filesystem::path(root) / "lib64");
  folders.push_back("/usr/local/cuda/lib64");
  std::error_code error;
  for (std::filesystem::directory_iterator at("/usr/local/cuda/targets", error), end; !error && at != end;
       at.increment(error))
    folders.push_back(at->path() / "lib");
  return folders;
}

std::vector<std::string> library_names() {
  const std::vector<std::string> plain = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2",
                                          "libnvrtc.so"};
  std::vector<std::string> names = plain;
  for (const auto& folder : toolkit_folders())
    for (const auto& name : plain) names.push_back(folder / name);
  return names;
}

}  // namespace

struct Nvrtc::Functions {
  SharedLibrary library{library_names(),
                        "install NVRTC, of the CUDA toolkit, or set CUDA_HOME to where it lies"};

  const char* (*error_string)(nvrtcResult) = library.symbol("nvrtcGetErrorString");
  nvrtcResult (*version)(int*, int*) = library.symbol("nvrtcVersion");
  nvrtcResult (*architecture_count)(int*) = library.symbol("nvrtcGetNumSupportedArchs");
  nvrtcResult (*architectures)(int*) = library.symbol("nvrtcGetSupportedArchs");
  nvrtcResult (*create)(nvrtcProgram*, const char*, const char*, int, const char* const*,
                        const char* const*) = library.symbol("nvrtcCreateProgram");
  nvrtcResult (*destroy)(nvrtcProgram*) = library.symbol("nvrtcDestroyProgram");
  nvrtcResult (*compile)(nvrtcProgram, int, const char* const*) = library.symbol("nvrtcCompileProgram");
  nvrtcResult (*ptx_size)(nvrtcProgram, std::size_t*) = library.symbol("nvrtcGetPTXSize");
  nvrtcResult (*ptx)(nvrtcProgram, char*) = library.symbol("nvrtcGetPTX");
  nvrtcResult (*cubin_size)(nvrtcProgram, std::size_t*) = library.symbol("nvrtcGetCUBINSize");
  nvrtcResult (*cubin)(nvrtcProgram, char*) = library.symbol("nvrtcGetCUBIN");
  nvrtcResult (*log_size)(nvrtcProgram, std::size_t*) = library.symbol("nvrtcGetProgramLogSize");
  nvrtcResult (*log)(nvrtcProgram, char*) = library.symbol("nvrtcGetProgramLog");

  void check(nvrtcResult result, const char* call) const {
    if (result != NVRTC_SUCCESS) throw BuildError(fmt::format("NVRTC: {}: {}", call, error_string(result)));
  }

  std::vector<int> known_architectures() const {
    int count = 0;
    check(architecture_count(&count), "nvrtcGetNumSupportedArchs");
    std::vector<int> known(static_cast<std::size_t>(count));
    check(architectures(known.data()), "nvrtcGetSupportedArchs");
    return known;
  }
};

namespace {

// A program while NVRTC compiles it.
template <class Functions>
class Compilation {
 public:
  Compilation(const Functions& nvrtc, const std::string& text, const std::string& name) : nvrtc_(nvrtc) {
    nvrtc_.check(nvrtc_.create(&program_, text.c_str(), name.c_str(), 0, nullptr, nullptr),
                 "nvrtcCreateProgram");
  }
  ~Compilation() { nvrtc_.destroy(&program_); }
  Compilation(const Compilation&) = delete;
  Compilation& operator=(const Compilation&) = delete;

  nvrtcResult compile(const std::vector<std::string>& options) {
    std::vector<const char*> pointers;
    pointers.reserve(options.size());
    for (const auto& option : options) pointers.push_back(option.c_str());
    return nvrtc_.compile(program_, static_cast<int>(pointers.size()), pointers.data());
  }

  std::string log() const {
    std::size_t size = 0;
    nvrtc_.check(nvrtc_.log_size(program_, &size), "nvrtcGetProgramLogSize");
    std::string text(size, '\0');
    nvrtc_.check(nvrtc_.log(program_, text.data()), "nvrtcGetProgramLog");
    text.resize(std::min(text.find('\0'), text.size()));
    return text;
  }

  // The CUBIN. For a virtual architecture there is none; then the result is the PTX with its final zero.
  std::vector<std::byte> code() const {
    std::size_t size = 0;
    nvrtc_.check(nvrtc_.cubin_size(program_, &size), "nvrtcGetCUBINSize");
    const bool is_ptx = size == 0;
    if (is_ptx) nvrtc_.check(nvrtc_.ptx_size(program_, &size), "nvrtcGetPTXSize");
    std::vector<std::byte> bytes(size);
    auto* to = reinterpret_cast<char*>(bytes.data());
    nvrtc_.check(is_ptx ? nvrtc_.ptx(program_, to) : nvrtc_.cubin(program_, to), "nvrtcGetCUBIN");
    return bytes;
  }

 private:
  const Functions& nvrtc_;
  nvrtcProgram program_ = nullptr;
};

}  // namespace

Nvrtc::Nvrtc() : nvrtc_(std::make_unique<const Functions>()) {}
Nvrtc::~Nvrtc() = default;

std::string Nvrtc::version() const {
  int major = 0, minor = 0;
  nvrtc_->check(nvrtc_->version(&major, &minor), "nvrtcVersion");
  return fmt::format("{}.{}", major, minor);
}

std::vector<std::string> Nvrtc::options(unsigned architecture) const {
  unsigned best = 0, least = ~0u;
  for (const int known : nvrtc_->known_architectures()) {
    const auto capability = static_cast<unsigned>(known);
    least = std::min(least, capability);
    if (capability <= architecture) best = std::max(best, capability);
  }
  if (best == 0)
    throw BuildError(
        fmt::format("NVRTC {} compiles for compute capability {}.{} and up; the device has {}.{}: "
                    "install an older CUDA toolkit",
                    version(), least / 10, least % 10, architecture / 10, architecture % 10));
  const char* kind = best == architecture ? "sm" : "compute";
  return {fmt::format("--gpu-architecture={}_{}", kind, best), "--std=c++17", "--fmad=false"};
}

std::vector<std::byte> Nvrtc::compile(const Source& source, const std::string& assembled,
                                      const std::vector<std::string>& options) const {
  Compilation<Functions> compilation(*nvrtc_, assembled, source.name);
  const nvrtcResult result = compilation.compile(options);
  if (result == NVRTC_ERROR_COMPILATION)
    throw BuildError(fmt::format("NVRTC {}: '{}' does not compile:\n{}", version(), source.name,
                                 annotate(compilation.log(), source, assembled)));
  nvrtc_->check(result, "nvrtcCompileProgram");
  return compilation.code();
}

std::vector<std::byte> Nvrtc::compile(const Source& source, unsigned architecture) const {
  return compile(source, assemble(text::gpu::dialect::cuda, source), options(architecture));
}

NvrtcFound find_nvrtc() {
  try {
    return {Nvrtc().version(), ""};
  } catch (const Error& reason) {
    return {"", reason.what()};
  }
}

}  // namespace morula::gpu
