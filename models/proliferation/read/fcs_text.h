// The first two segments of an FCS file: HEADER, which gives the places of the others, and TEXT, the
// keywords.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace morula {

constexpr std::uint64_t fcs_header_size = 58;

struct FcsText {
  std::uint64_t first = 0, last = 0;            // bytes of TEXT in the file
  std::uint64_t data_first = 0, data_last = 0;  // bytes of DATA according to HEADER
  std::map<std::string, std::string> keywords;  // keys in capitals; values without spaces around them
};

bool is_fcs(std::string_view bytes);  // of any version

// For versions 3.0 and 3.1. Throws SpecError for other versions and if the file is cut short.
FcsText read_fcs_text(std::string_view bytes, const std::string& file);

}  // namespace morula
