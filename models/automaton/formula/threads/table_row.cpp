#include "models/automaton/formula/threads/table_row.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "core/many_draws.h"

namespace morula {
namespace {

// Number of cells in a block: a multiple of the number of draws that any processor makes at once, and small
// enough that all bytes stay in the nearest cache.
constexpr std::size_t table_block = 960;
static_assert(table_block % (4 * draws_at_once) == 0 && table_block <= NeighbourCount::most_cells);

WordVector every_word(u32 word) { return WordVector{} + word; }

// Sets `byte` for each site whose word is below the threshold, else 0. Word w of draw i belongs to site 4 i +
// w, which is byte w of lane i.
WordVector bytes_below(const ManyDraws& draws, std::size_t vector, u32 threshold, u8 byte) {
  WordVector bytes{};
  for (unsigned word = 0; word < 4; ++word) {
    const auto is_below = reinterpret_cast<WordVector>(draws.word[word][vector] < every_word(threshold));
    bytes |= is_below & every_word(u32{byte} << (8 * word));
  }
  return bytes;
}

}  // namespace

TableRow::TableRow(const DiscreteRule& rule, const Neighbourhood& neighbourhood, const PaddedLattice& padded,
                   u32x2 key)
    : key_(key) {
  const auto offset_of = [&](const Neighbour& neighbour) {
    return neighbour.dx + neighbour.dy * static_cast<std::ptrdiff_t>(padded.row) +
           neighbour.dz * static_cast<std::ptrdiff_t>(padded.plane);
  };
  for (const Neighbour& neighbour : neighbourhood.neighbours) neighbours_.push_back(offset_of(neighbour));
  for (const TableFactor& value : rule.factors())
    factors_.push_back({value, offset_of(value.input.offset), NeighbourCount(value.input)});
}

void TableRow::step_row(const RowPlace& row, Index count, u64 time, const std::vector<u64>& uniform,
                        const std::vector<u8>& table, u8* next) const {
  for (Index first = 0; first < count;) {
    const std::size_t before = (row.canonical + first) % 4;  // sites before this one that share its draw
    const std::size_t block = std::min<Index>(table_block - before, count - first);
    if (table.size() <= 256)
      step_block<u8>(row, first, block, time, uniform, table.data(), next + first);
    else
      step_block<u16>(row, first, block, time, uniform, table.data(), next + first);
    first += block;
  }
}

template <typename Place>
void TableRow::step_block(const RowPlace& row, Index first, std::size_t count, u64 time,
                          const std::vector<u64>& uniform, const u8* table, u8* next) const {
  alignas(64) std::array<Place, table_block> places{};
  const u8* const cells = row.cells + first;
  for (const Factor& factor : factors_) {
    const TableFactor& value = factor.value;
    if (value.kind == TableFactor::Kind::Count) {
      add_count(factor, cells, count, places.data());
    } else if (value.kind == TableFactor::Kind::Chance) {
      const u64 threshold = value.is_constant ? value.threshold : uniform[value.threshold];
      add_chance(value, row.canonical + first, count, time, threshold, places.data());
    } else {
      const u8* const states = cells + factor.offset;
      const auto stride = static_cast<Place>(value.stride);
      if (stride == 1)
        for (std::size_t i = 0; i < count; ++i) places[i] = static_cast<Place>(places[i] + states[i]);
      else
        for (std::size_t i = 0; i < count; ++i)
          places[i] = static_cast<Place>(places[i] + states[i] * stride);
    }
  }
  for (std::size_t i = 0; i < count; ++i) next[i] = table[places[i]];
}

template <typename Place>
void TableRow::add_count(const Factor& factor, const u8* cells, std::size_t count, Place* places) const {
  if constexpr (std::is_same_v<Place, u8>) {  // each neighbour adds the stride directly
    factor.count.add(cells, neighbours_, count, static_cast<u8>(factor.value.stride), places);
  } else {
    alignas(64) std::array<u8, table_block> sums{};
    factor.count.add(cells, neighbours_, count, 1, sums.data());
    const auto stride = static_cast<Place>(factor.value.stride);
    for (std::size_t i = 0; i < count; ++i) places[i] = static_cast<Place>(places[i] + sums[i] * stride);
  }
}

template <typename Place>
void TableRow::add_chance(const TableFactor& chance, Index canonical, std::size_t count, u64 time,
                          u64 threshold, Place* places) const {
  const auto stride = static_cast<Place>(chance.stride);
  if (threshold > ~u32{0}) {  // the chance comes true whatever is drawn
    for (std::size_t i = 0; i < count; ++i) places[i] = static_cast<Place>(places[i] + stride);
    return;
  }
  alignas(64) std::array<u8, table_block> bytes;
  const std::size_t before = canonical % 4;
  const u8 byte = std::is_same_v<Place, u8> ? static_cast<u8>(stride) : u8{1};
  ManyDraws draws;
  for (std::size_t done = 0; done < before + count; done += 4 * draws_at_once) {
    draws_from(key_, (canonical + done) / 4, time, chance.input.number, draws);
    for (std::size_t vector = 0; vector < vectors_drawn; ++vector) {
      const WordVector drawn = bytes_below(draws, vector, static_cast<u32>(threshold), byte);
      std::memcpy(bytes.data() + done + vector * sizeof(drawn), &drawn, sizeof(drawn));
    }
  }
  const u8* const added = bytes.data() + before;
  for (std::size_t i = 0; i < count; ++i)
    if constexpr (std::is_same_v<Place, u8>)
      places[i] = static_cast<u8>(places[i] + added[i]);
    else
      places[i] = static_cast<Place>(places[i] + added[i] * stride);
}

}  // namespace morula
