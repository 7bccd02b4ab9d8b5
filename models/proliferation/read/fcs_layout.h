// What an FCS file's keywords say about one of its channels: where its values lie, and what they mean.
#pragma once

#include <cstdint>
#include <string>

#include "models/proliferation/read/fcs_text.h"

namespace morula {

enum class FcsType { Whole, Single, Double };

// Integer values have a range, and only as many of their bits as the range needs are the value. With decades
// of logarithmic amplification a value stands for lowest · 10^(decades · value / range); with 0 decades for
// itself, as numbers of other types do.
struct FcsScale {
  double range = 1, decades = 0, lowest = 1;
};

struct FcsLayout {
  FcsType type = FcsType::Whole;
  bool little_endian = true;
  std::uint64_t events = 0, event_bytes = 0;
  std::uint64_t first = 0;   // byte of the file at which the channel's first value lies
  unsigned value_bytes = 0;  // of the channel
  FcsScale scale;
};

// Throws SpecError with everything that is wrong with the keywords. What it returns lies within `size` bytes.
FcsLayout read_fcs_layout(const FcsText& text, std::uint64_t size, const std::string& channel,
                          const std::string& file);

}  // namespace morula
