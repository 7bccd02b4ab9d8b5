#include "models/automaton/formula/device/cells_read.h"

#include <fmt/format.h>

namespace morula {
namespace {

constexpr u32 ones = 0x01010101u;

// The test whether a cell is in one of the states: a comparison for each range of consecutive states.
std::string is_in(const StateSet& states, const std::string& cell) {
  std::string text;
  for (unsigned state = 0; state < 256; ++state) {
    if (!states[state] || (state > 0 && states[state - 1])) continue;
    unsigned last = state;
    while (last < 255 && states[last + 1]) ++last;
    if (!text.empty()) text += " || ";
    text += last == state ? fmt::format("{} == {}u", cell, state)
                          : fmt::format("{} - {}u <= {}u", cell, state, last - state);
  }
  return text.empty() ? "0" : "(" + text + " ? 1 : 0)";
}

// The text that looks up a byte by the state of the site itself, with eight bytes in a word.
std::string byte_of_state(const std::vector<u8>& bytes, const std::string& site_state) {
  std::string text;
  for (std::size_t first = 0; first < bytes.size(); first += 8) {
    u64 word = 0;
    for (std::size_t i = first; i < std::min(first + 8, bytes.size()); ++i)
      word |= u64{bytes[i]} << (8 * (i - first));
    const bool is_last = first + 8 >= bytes.size();
    text += is_last ? fmt::format("0x{:x}ul", word)
                    : fmt::format("{} < {}u ? 0x{:x}ul : ", site_state, first + 8, word);
  }
  return fmt::format("((u32)((u64)({}) >> (8u * ({} & 7u))) & 255u)", text, site_state);
}

}  // namespace

std::string CellsRead::in_lane(const std::string& quad) {
  const auto [found, is_new] = lanes_.try_emplace(quad, fmt::format("cell_{}", lanes_.size()));
  if (is_new) statements_ += fmt::format("u32 {} = ({} >> (8u * lane)) & 255u; ", found->second, quad);
  return found->second;
}

std::string CellsRead::state(const Neighbour& offset) {
  if (shape_.has_whole_quads) return in_lane(quad(offset));
  const auto [found, is_new] =
      states_.try_emplace({offset.dz, offset.dy, offset.dx}, fmt::format("state_{}", states_.size()));
  if (is_new)
    statements_ +=
        fmt::format("u32 {} = STATE_AT({}, {}, {}); ", found->second, offset.dx, offset.dy, offset.dz);
  return found->second;
}

std::string CellsRead::count(const SiteInput& count) {
  return shape_.has_whole_quads ? in_lane(quad_of_counts(count)) : count_of_cell(count);
}

std::string CellsRead::count_of_cell(const SiteInput& count) {
  std::string text;
  const auto add = [&](const std::string& term) { text += (text.empty() ? "" : " + ") + term; };
  if (count.states_by_own.empty()) {
    for (const Neighbour& neighbour : shape_.neighbourhood.neighbours)
      add(is_in(count.states, state(neighbour)));
    return text;
  }
  const std::string site_state = state({});
  for (const std::vector<RangeOfStates>& ranges : ranges_by_own(count)) {
    std::vector<u8> least, end;
    for (const RangeOfStates& range : ranges) least.push_back(range.least), end.push_back(range.end);
    const std::string number = std::to_string(counts_of_cell_++);
    statements_ += fmt::format("u32 least_{0} = {1}, width_{0} = {2} - least_{0}; ", number,
                               byte_of_state(least, site_state), byte_of_state(end, site_state));
    for (const Neighbour& neighbour : shape_.neighbourhood.neighbours)
      add(fmt::format("({0} - least_{1} < width_{1} ? 1 : 0)", state(neighbour), number));
  }
  return text.empty() ? "0" : text;
}

// The aligned word that begins with site 4 * place of the row at an offset.
std::string CellsRead::word(const Neighbour& row, i32 place) {
  const i32 dy = row.dy + row_;
  const auto [found, is_new] = words_.try_emplace({row.dz, dy, place}, fmt::format("word_{}", words_.size()));
  const std::string name = found->second;
  if (!is_new) return name;
  declared_ += fmt::format("u32 {}; ", name);
  inside_ += fmt::format("{} = QUAD_WORD({}, {}, {}); ", name, place, dy, row.dz);
  outside_ +=
      fmt::format("{} = quad_at(states, x + ({}), y + ({}), z + ({})); ", name, 4 * place, dy, row.dz);
  return name;
}

std::string CellsRead::variable(const std::string& text) {
  const auto [found, is_new] = variables_.try_emplace(text, fmt::format("bytes_{}", variables_.size()));
  if (is_new) computed_ += fmt::format("u32 {} = {}; ", found->second, text);
  return found->second;
}

// The four bytes that begin `offset` bytes after those of the quad; aligned(place) names an aligned word.
template <typename Aligned>
std::string moved(i32 offset, const Aligned& aligned) {
  const i32 within = ((offset % 4) + 4) % 4, place = (offset - within) / 4;
  if (within == 0) return aligned(place);
  return fmt::format("({} >> {}u | {} << {}u)", aligned(place), 8 * within, aligned(place + 1),
                     32 - 8 * within);
}

std::string CellsRead::quad(const Neighbour& offset) {
  return variable(moved(offset.dx, [&](i32 place) { return word(offset, place); }));
}

// Four bytes: 1 for each of the four states that is counted, else 0.
std::string CellsRead::is_counted(const std::string& quad, const StateSet& states) const {
  const auto from = [&](unsigned least) { return fmt::format("({} + 0x{:x}u)", quad, (128 - least) * ones); };
  std::string text;
  for (const auto [least, end] : ranges_of(states)) {
    const bool is_open = end >= shape_.states;
    std::string highest_bits = is_open ? from(least) : fmt::format("({} & ~{})", from(least), from(end));
    if (least == 0) highest_bits = is_open ? "0x80808080u" : "~" + from(end);
    text += fmt::format("{}({} >> 7 & 0x{:x}u)", text.empty() ? "" : " + ", highest_bits, ones);
  }
  return text.empty() ? "0u" : text;
}

// Tests aligned words and adds the results up along columns. Only the sums are then shifted to the sites for
// which they count.
std::string CellsRead::ranges_counted(const SiteInput& count) {
  std::map<i32, std::vector<Neighbour>> columns;
  for (const Neighbour& neighbour : shape_.neighbourhood.neighbours)
    columns[neighbour.dx].push_back(neighbour);
  const auto sum_of = [&](const std::vector<Neighbour>& rows, i32 place) {
    std::string sum;
    for (const Neighbour& row : rows)
      sum += (sum.empty() ? "" : " + ") + variable(is_counted(word(row, place), count.states));
    return variable(sum);
  };
  std::string text;
  for (const auto& [offset, rows] : columns)
    text += (text.empty() ? "" : " + ") + moved(offset, [&](i32 place) { return sum_of(rows, place); });
  return text.empty() ? "0u" : text;
}

std::string CellsRead::ranges_counted_by_own(const SiteInput& count) {
  std::string text = "0u";
  const std::string site_quad = quad({});
  for (const std::vector<RangeOfStates>& ranges : ranges_by_own(count)) {
    const std::string number = fmt::format("{}_{}", variables_.size(), text.size());
    std::vector<u8> least, end;
    for (const RangeOfStates& range : ranges) least.push_back(range.least), end.push_back(range.end);
    std::string leasts, ends;
    for (unsigned lane = 0; lane < 4; ++lane) {
      const std::string cell = fmt::format("({} >> {}u & 255u)", site_quad, 8 * lane);
      leasts += fmt::format("{}{} << {}u", lane == 0 ? "" : " | ", byte_of_state(least, cell), 8 * lane);
      ends += fmt::format("{}{} << {}u", lane == 0 ? "" : " | ", byte_of_state(end, cell), 8 * lane);
    }
    computed_ += fmt::format("u32 least_{0} = {1}, end_{0} = {2}; ", number, leasts, ends);
    for (const Neighbour& neighbour : shape_.neighbourhood.neighbours)
      text += fmt::format(" + quads_between({0}, least_{1}, end_{1})", quad(neighbour), number);
  }
  return text;
}

std::string CellsRead::quad_of_counts(const SiteInput& count) {
  return variable(count.states_by_own.empty() ? ranges_counted(count) : ranges_counted_by_own(count));
}

std::string CellsRead::quad_statements() const {
  if (!shape_.has_whole_quads) return "";
  if (words_.empty()) return computed_;
  return declared_ + "if (is_inside) { " + inside_ + "} else { " + outside_ + "} " + computed_;
}

}  // namespace morula
