// Files of run directories.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "morula/errors.h"
#include "morula/values.h"

namespace morula {

// A saved state: state/*.h5, checkpoint.h5.
class MORULA_API StateFile {
 public:
  explicit StateFile(const std::filesystem::path& path);
  ~StateFile();
  StateFile(StateFile&&) noexcept;

  std::vector<FieldInfo> fields() const;
  void read(const std::string& field, std::span<std::byte> values) const;
  std::uint64_t time() const;
  std::string state_hash() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

MORULA_API Picture read_picture(const std::filesystem::path& png);
MORULA_API std::string png_of(const Picture& picture);  // the content of a PNG file

}  // namespace morula
