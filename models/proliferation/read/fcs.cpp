#include "models/proliferation/read/fcs.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "core/elementary.h"
#include "core/error.h"
#include "models/proliferation/read/event_histogram.h"
#include "models/proliferation/read/fcs_channels.h"
#include "models/proliferation/read/fcs_keywords.h"
#include "models/proliferation/read/fcs_layout.h"

namespace morula {
namespace {

std::uint64_t word_at(std::string_view bytes, std::uint64_t at, unsigned size, bool little_endian) {
  std::uint64_t word = 0;
  for (unsigned i = 0; i < size; ++i) {
    const std::uint64_t from = at + (little_endian ? size - 1 - i : i);  // highest byte first
    word = word << 8 | static_cast<unsigned char>(bytes[from]);
  }
  return word;
}

// The mask of the bits that values below the range need; higher bits may hold anything.
std::uint64_t mask_of(double range) {
  std::uint64_t mask = 0;
  while (mask < any_number && static_cast<double>(mask) + 1 < range) mask = mask << 1 | 1;
  return mask;
}

class Decoder {
 public:
  explicit Decoder(const FcsLayout& layout) : layout_(layout), mask_(mask_of(layout.scale.range)) {}

  double operator()(std::uint64_t word) const {
    if (layout_.type == FcsType::Single) return std::bit_cast<float>(static_cast<std::uint32_t>(word));
    if (layout_.type == FcsType::Double) return std::bit_cast<double>(word);
    const auto value = static_cast<double>(word & mask_);
    const FcsScale& scale = layout_.scale;
    return scale.decades > 0 ? scale.lowest * power_of(10, scale.decades * value / scale.range) : value;
  }

 private:
  const FcsLayout& layout_;
  std::uint64_t mask_;
};

void check_finite(const std::vector<double>& values, const std::string& file, const std::string& channel) {
  std::size_t wrong = 0;
  for (const double value : values) wrong += std::isfinite(value) ? 0 : 1;
  if (wrong > 0)
    throw SpecError(
        {file}, "",
        fmt::format("has {} of {} values of '{}' that are not finite; export it without those events", wrong,
                    values.size(), channel));
}

}  // namespace

std::vector<std::string> fcs_channels(std::string_view bytes, const std::string& file) {
  const FcsText text = read_fcs_text(bytes, file);
  FcsKeywords keywords(text, file);
  const std::uint64_t channels = read_channels(keywords);
  keywords.throw_if_any();
  return channel_names(keywords, channels);
}

Histogram read_fcs(std::string_view bytes, const std::string& file, const std::string& channel) {
  const FcsLayout layout = read_fcs_layout(read_fcs_text(bytes, file), bytes.size(), channel, file);
  const Decoder decode(layout);
  std::vector<double> values(layout.events);  // the file has at least as many bytes
  for (std::uint64_t i = 0; i < layout.events; ++i)
    values[i] = decode(
        word_at(bytes, layout.first + i * layout.event_bytes, layout.value_bytes, layout.little_endian));
  check_finite(values, file, channel);
  return histogram_of_events(std::move(values));
}

}  // namespace morula
