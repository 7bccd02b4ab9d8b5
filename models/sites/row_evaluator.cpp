#include "models/sites/row_evaluator.h"

#include <algorithm>

#include "core/many_draws.h"

namespace morula {
namespace {

using formula::block;

void widen(const u8* bytes, std::size_t count, i64* result) {
  for (std::size_t i = 0; i < count; ++i) result[i] = bytes[i];
}

// The inputs that a program reads.
std::vector<bool> inputs_read(const formula::Program& program) {
  std::vector<bool> is_read(program.inputs.size());
  for (const formula::Instruction& instruction : program.instructions)
    if (instruction.operation == formula::Operation::Input) is_read[instruction.constant] = true;
  return is_read;
}

}  // namespace

RowEvaluator::RowEvaluator(const FormulaRule& rule, std::shared_ptr<const formula::Code> site_code,
                           const Neighbourhood& neighbourhood, const PaddedLattice& padded, u32x2 key)
    : interpreter_(std::move(site_code)), padded_(padded), first_uniform_(rule.inputs.size()), key_(key) {
  for (const Neighbour& neighbour : neighbourhood.neighbours) neighbours_.push_back(offset_of(neighbour));
  const std::vector<bool> is_read = inputs_read(rule.program.site);
  for (std::size_t i = 0; i < rule.inputs.size(); ++i) {
    if (!is_read[i]) continue;
    values_.push_back({rule.inputs[i], i, offset_of(rule.inputs[i].offset), NeighbourCount(rule.inputs[i])});
  }
}

std::ptrdiff_t RowEvaluator::offset_of(const Neighbour& neighbour) const {
  return neighbour.dx + neighbour.dy * static_cast<std::ptrdiff_t>(padded_.row) +
         neighbour.dz * static_cast<std::ptrdiff_t>(padded_.plane);
}

void RowEvaluator::begin_step(u64 time, const std::vector<u64>& uniform) {
  time_ = time;
  for (std::size_t i = 0; i < uniform.size(); ++i) interpreter_.fill_input(first_uniform_ + i, uniform[i]);
}

std::optional<std::size_t> RowEvaluator::evaluate(const RowPlace& row, Index first, std::size_t count_here) {
  for (const SiteValue& value : values_) fill(value, row, first, count_here);
  if (!interpreter_.evaluate(count_here)) return std::nullopt;
  const i64* const failed = interpreter_.failed();
  return static_cast<std::size_t>(std::find(failed, failed + count_here, 1) - failed);
}

Index RowEvaluator::step_row(const RowPlace& row, Index count, u8* next) {
  Index first_failed = count;
  for (Index first = 0; first < count; first += block) {
    const std::size_t width = std::min<Index>(block, count - first);
    if (const auto failing = evaluate(row, first, width); failing && first_failed == count)
      first_failed = first + *failing;
    const i64* const result = whole_results();
    for (std::size_t i = 0; i < width; ++i) next[first + i] = static_cast<u8>(result[i]);
  }
  return first_failed;
}

void RowEvaluator::fill(const SiteValue& value, const RowPlace& row, Index first, std::size_t count_here) {
  i64* const result = interpreter_.whole_input(value.number);
  const u8* const cells = row.cells + first;
  switch (value.input.kind) {
    case SiteInput::Kind::State:
      return widen(cells + value.offset, count_here, result);
    case SiteInput::Kind::Count:
      return count(value, cells, count_here, result);
    case SiteInput::Kind::X:
      for (std::size_t i = 0; i < count_here; ++i) result[i] = static_cast<i64>(row.first.x + first + i);
      return;
    case SiteInput::Kind::Y:
      std::fill_n(result, count_here, static_cast<i64>(row.first.y));
      return;
    case SiteInput::Kind::Z:
      std::fill_n(result, count_here, static_cast<i64>(row.first.z));
      return;
    default:
      return draw_words(value.input.number, row.canonical + first, count_here, result);
  }
}

void RowEvaluator::count(const SiteValue& value, const u8* cells, std::size_t count_here, i64* result) {
  alignas(64) std::array<u8, block> sums{};
  value.count.add(cells, neighbours_, count_here, 1, sums.data());
  widen(sums.data(), count_here, result);
}

// The site of canonical index i gets word i mod 4 of the draw at i div 4.
void RowEvaluator::draw_words(unsigned occurrence, Index canonical, std::size_t count_here,
                              i64* result) const {
  ManyDraws draws;
  for (std::size_t done = 0; done < count_here;) {
    const Index where = (canonical + done) / 4, before = (canonical + done) % 4;
    draws_from(key_, where, time_, occurrence, draws);
    const std::size_t words = std::min<std::size_t>(4 * draws_at_once - before, count_here - done);
    for (std::size_t i = 0; i < words; ++i) {
      const std::size_t word = before + i;
      result[done + i] = draws.at(word % 4, word / 4);
    }
    done += words;
  }
}

}  // namespace morula
