#include "sweep/settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/stream.h"
#include "io/section.h"
#include "io/yaml_text.h"

namespace morula::sweep {
namespace {

using io::Value;

Value canonical(const Value& value) {
  Value same = value;
  if (const auto whole = io::parse_whole(value.text); value.kind == Value::Kind::Scalar && whole)
    same.text = std::to_string(*whole);
  else if (const auto real = io::parse_real(value.text); value.kind == Value::Kind::Scalar && real)
    same.text = fmt::format("{}", *real);
  for (Value& item : same.items) item = canonical(item);
  for (io::Entry& entry : same.entries) entry.value = canonical(entry.value);
  std::ranges::sort(same.entries, {}, &io::Entry::key);
  return same;
}

}  // namespace

std::string canonical_text(const Value& value) { return io::to_flow_yaml(canonical(value)); }

Value number_value(double number, const SourceLocation& place) {
  Value value;
  value.kind = Value::Kind::Scalar;
  value.text = fmt::format("{:.12g}", number);
  value.source = std::make_shared<const std::string>(place.source);
  value.line = place.line;
  value.column = place.column;
  return value;
}

Hash point_id(const Settings& settings) {
  std::vector<std::string> lines;
  for (const Setting& setting : settings) lines.push_back(setting.key + '=' + canonical_text(setting.value));
  std::ranges::sort(lines);
  return hash_of(fmt::format("{}", fmt::join(lines, "\n")));
}

std::uint64_t point_seed(std::uint64_t sweep_seed, Hash point, std::uint64_t replica) {
  const u32x2 key = stream(sweep_seed, Purpose::SweepSeed);
  const u32x4 words = draw(key, point.value & largest_where, point.value >> 48, static_cast<u32>(replica));
  return (u64{words.x} << 32 | words.y) >> 16;
}

void apply_settings(const Settings& settings, io::Document& document) {
  for (const Setting& setting : settings) set_value(document, setting.key, setting.value, setting.named);
}

}  // namespace morula::sweep
