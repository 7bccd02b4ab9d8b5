// What an FCS file's keywords say about one of its channels: where its values are, and what they mean.
#pragma once

#include <cstdint>
#include <string>

#include "models/proliferation/read/fcs_text.h"

namespace morula {

enum class FcsType { Whole, Single, Double };

// Integer values have a range, and only the bits that the range needs belong to the value. With decades of
// logarithmic amplification, a value stands for lowest · 10^(decades · value / range). With 0 decades it
// stands for itself, like values of other types.
struct FcsScale {
  double range = 1, decades = 0, lowest = 1;
};

struct FcsLayout {
  FcsType type = FcsType::Whole;
  bool little_endian = true;
  std::uint64_t events = 0, event_bytes = 0;
  std::uint64_t first = 0;   // byte of the file where the channel's first value begins
  unsigned value_bytes = 0;  // bytes of a value of the channel
  FcsScale scale;
};

// Throws SpecError with all problems of the keywords. The layout that it returns lies within `size` bytes.
FcsLayout read_fcs_layout(const FcsText& text, std::uint64_t size, const std::string& channel,
                          const std::string& file);

}  // namespace morula
