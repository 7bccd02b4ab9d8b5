// Compiles dialect text to NVIDIA device code. Needs the library NVRTC of the CUDA toolkit, but no GPU.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "gpu/source.h"

namespace morula::gpu {

class Nvrtc {
 public:
  Nvrtc();  // throws LibraryMissing if NVRTC is not found
  ~Nvrtc();

  std::string version() const;  // "13.0"

  // The compiler's options for a device of compute capability `architecture`, 90 for 9.0. For a device newer
  // than NVRTC they ask for PTX, which the device's driver compiles further. Throws BuildError if the device
  // is too old for this NVRTC.
  std::vector<std::string> options(unsigned architecture) const;

  // Returns a CUBIN or PTX. `options` comes from options(); `assembled` is the whole text of `source`. Throws
  // BuildError.
  std::vector<std::byte> compile(const Source& source, const std::string& assembled,
                                 const std::vector<std::string>& options) const;
  std::vector<std::byte> compile(const Source& source, unsigned architecture) const;

 private:
  struct Functions;
  std::unique_ptr<const Functions> nvrtc_;
};

// Whether NVRTC is available: its version, or why it is missing. One of the two is empty.
struct NvrtcFound {
  std::string version;
  std::string missing;
};
NvrtcFound find_nvrtc();

}  // namespace morula::gpu
