// Dialect text to NVIDIA device code. Needs the library NVRTC, of the CUDA toolkit, but no GPU.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "gpu/source.h"

namespace morula::gpu {

class Nvrtc {
 public:
  Nvrtc();  // throws LibraryMissing where there is no NVRTC
  ~Nvrtc();

  std::string version() const;  // "13.0"

  // What the compiler is told for a device of compute capability `architecture`, 90 for 9.0. A device newer
  // than NVRTC gets PTX, which its driver compiles further. Throws BuildError for a device too old for it.
  std::vector<std::string> options(unsigned architecture) const;

  // A CUBIN, or PTX. `options` are those above; `assembled` is the whole text of `source`. Throws BuildError.
  std::vector<std::byte> compile(const Source& source, const std::string& assembled,
                                 const std::vector<std::string>& options) const;
  std::vector<std::byte> compile(const Source& source, unsigned architecture) const;

 private:
  struct Functions;
  std::unique_ptr<const Functions> nvrtc_;
};

// Whether NVRTC is here: its version, or why it is missing. One of the two is empty.
struct NvrtcFound {
  std::string version;
  std::string missing;
};
NvrtcFound find_nvrtc();

}  // namespace morula::gpu
