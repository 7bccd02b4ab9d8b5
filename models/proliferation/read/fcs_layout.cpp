#include "models/proliferation/read/fcs_layout.h"

#include <fmt/format.h>

#include <utility>

#include "models/proliferation/read/fcs_channels.h"
#include "models/proliferation/read/fcs_keywords.h"

namespace morula {
namespace {

FcsType read_type(FcsKeywords& keywords) {
  const std::string type = keywords.required("$DATATYPE");
  if (type == "F") return FcsType::Single;
  if (type == "D") return FcsType::Double;
  if (!type.empty() && type != "I")
    keywords.problem("$DATATYPE", fmt::format("is '{}'; must be I, F or D: export binary numbers", type));
  return FcsType::Whole;
}

bool read_little_endian(FcsKeywords& keywords) {
  const std::string order = keywords.required("$BYTEORD");
  const bool little = order == "1,2,3,4" || order == "1,2", big = order == "4,3,2,1" || order == "2,1";
  if (!order.empty() && !little && !big)
    keywords.problem("$BYTEORD", fmt::format("is '{}'; must be 1,2,3,4 or 4,3,2,1", order));
  return little;
}

void check_mode(FcsKeywords& keywords) {
  const std::string mode = keywords.required("$MODE");
  if (!mode.empty() && mode != "L")
    keywords.problem("$MODE",
                     fmt::format("is '{}'; must be L, list mode: export the events themselves", mode));
}

unsigned read_bytes(FcsKeywords& keywords, std::uint64_t channel, FcsType type) {
  const std::string key = of_channel(channel, 'B'), bits = keywords.required(key);
  if (type != FcsType::Double && bits == "32") return 4;
  if (type != FcsType::Single && bits == "64") return 8;
  if (type == FcsType::Whole && (bits == "8" || bits == "16")) return bits == "8" ? 1 : 2;
  const char* wanted = type == FcsType::Single   ? "32, as $DATATYPE is F"
                       : type == FcsType::Double ? "64, as $DATATYPE is D"
                                                 : "8, 16, 32 or 64";
  if (!bits.empty())
    keywords.problem(key, fmt::format("is '{}' bits; must be {}", bits.substr(0, 40), wanted));
  return 1;
}

FcsScale read_scale(FcsKeywords& keywords, std::uint64_t channel) {
  FcsScale scale;
  const std::string range_key = of_channel(channel, 'R'), range = keywords.required(range_key);
  if (!range.empty()) scale.range = keywords.real(range_key, range, 1, 0x1p64).value_or(1);
  const std::string key = of_channel(channel, 'E'), amplification = keywords.required(key);
  const std::size_t comma = amplification.find(',');
  if (!amplification.empty() && comma == std::string::npos)
    keywords.problem(key, fmt::format("is '{}'; must be two numbers, such as 4,1 or 0,0", amplification));
  if (comma == std::string::npos) return scale;
  scale.decades = keywords.real(key, amplification.substr(0, comma), 0, 100).value_or(0);
  const double lowest = keywords.real(key, amplification.substr(comma + 1), 0, 1e100).value_or(0);
  if (lowest > 0) scale.lowest = lowest;  // the standard says to read 4,0, which is not possible, as 4,1
  return scale;
}

[[noreturn]] void fail(const std::string& file, std::string what) {
  throw SpecError({file}, "", std::move(what));
}

struct DataSegment {
  std::uint64_t first = 0, last = 0;  // bytes of the file
};

// HEADER has room for eight digits. If these do not suffice, it has 0, or a placeholder that depends on the
// writer.
DataSegment read_segment(const FcsText& text, FcsKeywords& keywords) {
  const bool in_header = text.data_first > 0 && text.data_last > 0 && text.data_last < 99'999'999;
  if (in_header) return {text.data_first, text.data_last};
  const auto first = keywords.whole("$BEGINDATA", 0, any_number),
             last = keywords.whole("$ENDDATA", 0, any_number);
  keywords.throw_if_any();
  return {first.value_or(0), last.value_or(0)};
}

// Some writers count the last byte of TEXT as the first byte of DATA.
void check_place(const DataSegment& data, const FcsText& text, const std::string& file) {
  if (data.first < fcs_header_size || data.last < data.first)
    fail(file,
         fmt::format(
             "says that its data go from byte {} to {}; must begin behind the header's {} and end after that",
             data.first, data.last, fcs_header_size));
  if (data.first < text.last && data.last > text.first)
    fail(file,
         fmt::format("says that its data go from byte {} to {} and its text from {} to {}; must not overlap",
                     data.first, data.last, text.first, text.last));
}

// Compares quotients, since the products that a file claims may exceed 64 bits.
void check_size(const DataSegment& data, const FcsLayout& layout, std::uint64_t size,
                const std::string& file) {
  const std::uint64_t claimed = (data.last - data.first + 1) / layout.event_bytes;
  const std::uint64_t present = data.first < size ? (size - data.first) / layout.event_bytes : 0;
  const std::string events = fmt::format("{} events of {} bytes", layout.events, layout.event_bytes);
  if (layout.events > claimed)
    fail(file,
         fmt::format("says that it has {}; its data have room for {}: export it again", events, claimed));
  if (layout.events > present)
    fail(file, fmt::format("is cut short: it has {} of its {}; copy it again", present, events));
}

}  // namespace

FcsLayout read_fcs_layout(const FcsText& text, std::uint64_t size, const std::string& channel,
                          const std::string& file) {
  FcsKeywords keywords(text, file);
  check_mode(keywords);
  FcsLayout layout;
  layout.type = read_type(keywords);
  layout.little_endian = read_little_endian(keywords);
  layout.events = keywords.whole("$TOT", 1, any_number).value_or(0);
  const std::uint64_t channels = read_channels(keywords);
  const std::uint64_t which = channels > 0 ? find_channel(keywords, channels, channel) : 0;
  std::uint64_t before = 0;
  for (std::uint64_t n = 1; n <= channels; ++n) {
    const unsigned bytes = read_bytes(keywords, n, layout.type);
    if (n < which) before += bytes;
    if (n == which) layout.value_bytes = bytes;
    layout.event_bytes += bytes;
  }
  if (which > 0 && layout.type == FcsType::Whole) layout.scale = read_scale(keywords, which);
  keywords.throw_if_any();
  const DataSegment data = read_segment(text, keywords);
  check_place(data, text, file);
  check_size(data, layout, size, file);
  layout.first = data.first + before;
  return layout;
}

}  // namespace morula
