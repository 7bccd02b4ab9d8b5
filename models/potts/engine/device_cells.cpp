#include "models/potts/engine/device_cells.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "core/error.h"
#include "gpu/doubles.h"
#include "models/potts/engine/device_source.h"
#include "models/potts/engine/process_source.h"
#include "models/potts/processes/persistence_process.h"
#include "models/potts/terms/persistence_term.h"

namespace morula::potts {
namespace {

constexpr u32 no_failure = 0xFFFFFFFFu;

}  // namespace

// Columns that only the host reads, such as the mother of a cell, stay on the host.
std::set<std::string> columns_on_device(const PottsSpec& spec) {
  std::set<std::string> columns = {"type"};
  if (spec.life.divides()) columns.insert(number_column);
  if (uses_places(spec)) columns.insert(place_columns.begin(), place_columns.end());
  if (spec.terms.find<PersistenceTerm>()) columns.insert(direction_columns.begin(), direction_columns.end());
  for (const auto& process : processes_of(spec))
    for (const UsedColumn& used : process->columns()) columns.insert(used.column.name);
  for (const VaryingTarget& target : varying_targets(spec)) columns.insert(target.column);
  if (!spec.fields.empty())
    for (const Property& property : spec.properties.properties) columns.insert(property.name);
  return columns;
}

DeviceCells::DeviceCells(const PottsSpec& spec, const Energies& energies, gpu::Device& device,
                         gpu::Program& program)
    : varying_(energies.varying),
      used_(columns_on_device(spec)),
      replicas_(spec.replicas),
      device_(device),
      set_type_words_(program.kernel("set_type_words")),
      failed_(device.allocate(std::max<u64>(1, 2 * varying_.size()) * sizeof(u32))) {
  if (!varying_.empty()) set_linears_ = program.kernel("set_linears");
  if (!energies.drifts.empty()) {
    set_drifts_ = program.kernel("set_drifts");
    drifts_ = device.allocate(energies.drifts.size() * sizeof(i64));
    device.write(*drifts_, 0, std::as_bytes(std::span(energies.drifts)));
  }
  if (uses_places(spec)) {
    find_anchors_ = program.kernel("find_anchors");
    sum_places_ = program.kernel("sum_places");
    set_places_ = program.kernel("set_places");
  }
  for (const auto& process : processes_of(spec)) {
    const std::vector<double> parameters = process->parameters();
    auto buffer = device.allocate(std::max<u64>(1, parameters.size()) * sizeof(double));
    if (!parameters.empty()) device.write(*buffer, 0, std::as_bytes(std::span(parameters)));
    processes_.push_back({process, program.kernel(process->key() + "_cells"), std::move(buffer)});
  }
}

void DeviceCells::set(CellTable table, u64 capacity) {
  table_ = std::move(table);
  is_stale_.assign(table_.columns().size(), 0);
  if (capacity > capacity_) allocate(capacity);
  for (std::size_t column = 0; column < columns_.size(); ++column)
    if (columns_[column]) device_.write(*columns_[column], 0, std::as_const(table_).bytes(column));
  table_.take_changed();
  device_.fill(*failed_, std::byte{0xFF});
}

void DeviceCells::allocate(u64 capacity) {
  capacity_ = capacity;
  const u64 rows = capacity * replicas_;
  columns_.clear();
  for (const Column& column : table_.columns())
    columns_.push_back(used_.contains(column.name) ? device_.allocate(rows * size_of(column.type)) : nullptr);
  if (!find_anchors_) return;
  anchors_.reset();
  sums_.reset();
  anchors_ = device_.allocate(rows * sizeof(u32));
  sums_ = device_.allocate(3 * rows * sizeof(i32));
}

CellTable& DeviceCells::changing() {
  table();
  return table_;
}

void DeviceCells::write_changed() {
  const std::vector<u8> changed = table_.take_changed();
  for (std::size_t column = 0; column < columns_.size(); ++column)
    if (changed[column] && columns_[column])
      device_.write(*columns_[column], 0, std::as_const(table_).bytes(column));
}

const CellTable& DeviceCells::table() {
  bool was_stale = false;
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    if (!is_stale_[column]) continue;
    device_.read(*columns_[column], 0, table_.bytes(column));
    is_stale_[column] = 0;
    was_stale = true;
  }
  if (was_stale) table_.take_changed();
  return table_;
}

void DeviceCells::fill_places(gpu::Buffer& sites, gpu::Buffer& numbers, const gpu::Grid& over_sites) {
  if (!find_anchors_) return;
  const u32 cells = static_cast<u32>(table_.cells());
  device_.fill(*anchors_, std::byte{0xFF});
  device_.fill(*sums_, std::byte{0});
  device_.launch(*find_anchors_, over_sites, {&sites, anchors_.get(), cells, replicas_});
  device_.launch(*sum_places_, over_sites, {&sites, anchors_.get(), sums_.get(), cells, replicas_});
  std::vector<gpu::Argument> arguments;
  for (const std::string& name : place_columns) arguments.emplace_back(columns_[table_.place(name)].get());
  arguments.insert(arguments.end(), {anchors_.get(), sums_.get(), &numbers, cells, table_.rows()});
  device_.launch(*set_places_, grid_over_rows(table_.rows()), arguments);
  for (const std::string& name : place_columns) is_stale_[table_.place(name)] = 1;
}

void DeviceCells::run_processes(gpu::Buffer& numbers, u64 steps_done) {
  for (const Running& running : processes_) {
    std::vector<gpu::Argument> arguments;
    for (const UsedColumn& used : running.process->columns())
      if (const std::size_t place = table_.place(used.column.name); place < columns_.size()) {
        arguments.emplace_back(columns_[place].get());
        if (used.is_set) is_stale_[place] = 1;
      }
    arguments.insert(arguments.end(), {&numbers, running.parameters.get(), static_cast<u32>(table_.cells()),
                                       table_.rows(), steps_done});
    device_.launch(*running.kernel, grid_over_rows(table_.rows()), arguments);
  }
}

void DeviceCells::set_type_words(gpu::Buffer& sites, u64 places) {
  device_.launch(*set_type_words_, grid_over_rows(places),
                 {&sites, &types(), static_cast<u32>(table_.cells()), places});
}

void DeviceCells::set_linears(gpu::Buffer& words, gpu::Buffer& constraints, u64 steps_done) {
  if (set_drifts_) {
    std::vector<gpu::Argument> arguments = {&words};
    for (const std::string& name : direction_columns)
      arguments.emplace_back(columns_[table_.place(name)].get());
    arguments.insert(arguments.end(), {&types(), drifts_.get(), table_.rows()});
    device_.launch(*set_drifts_, grid_over_rows(table_.rows()), arguments);
  }
  for (u32 place = 0; place < varying_.size(); ++place) {
    const VaryingTarget& target = varying_[place];
    device_.launch(
        *set_linears_, grid_over_rows(table_.rows()),
        {&words, columns_[table_.place(target.column)].get(), &types(), &constraints, target.number, place,
         std::bit_cast<u64>(target.most), table_.rows(), failed_.get(), static_cast<u32>(steps_done)});
  }
}

std::optional<DeviceCells::Failure> DeviceCells::failure() {
  std::vector<u32> failed(2 * varying_.size(), no_failure);
  if (varying_.empty()) return std::nullopt;
  device_.read(*failed_, 0, std::as_writable_bytes(std::span(failed)));
  std::optional<Failure> first;
  for (std::size_t i = 0; i < varying_.size(); ++i)
    if (failed[2 * i] != no_failure && (!first || failed[2 * i + 1] < first->step))
      first = Failure{failed[2 * i + 1], failed[2 * i], varying_[i]};
  return first;
}

}  // namespace morula::potts
