#include "models/potts/engine/device_cells.h"

#include <algorithm>
#include <array>
#include <bit>

#include "core/error.h"
#include "gpu/doubles.h"
#include "models/potts/engine/device_source.h"
#include "models/potts/engine/process_source.h"

namespace morula::potts {
namespace {

constexpr u32 no_failure = 0xFFFFFFFFu;

gpu::Grid grid_over_rows(u64 rows) { return gpu::grid_for(std::min<u64>(rows, u64{1} << 20), sums_group); }

}  // namespace

DeviceCells::DeviceCells(const PottsSpec& spec, const Energies& energies, gpu::Device& device,
                         gpu::Program& program)
    : varying_(energies.varying),
      device_(device),
      set_type_words_(program.kernel("set_type_words")),
      failed_(device.allocate(std::max<u64>(1, 2 * varying_.size()) * sizeof(u32))) {
  if (!varying_.empty()) set_linears_ = program.kernel("set_linears");
  for (const auto& process : processes_of(spec)) {
    const std::vector<double> parameters = process->parameters();
    auto buffer = device.allocate(std::max<u64>(1, parameters.size()) * sizeof(double));
    if (!parameters.empty()) device.write(*buffer, 0, std::as_bytes(std::span(parameters)));
    processes_.push_back({process, program.kernel(process->key() + "_cells"), std::move(buffer)});
  }
}

void DeviceCells::set(CellTable table) {
  table_ = std::move(table);
  is_current_ = true;
  columns_.clear();
  for (std::size_t column = 0; column < table_.columns().size(); ++column) {
    columns_.push_back(device_.allocate(table_.bytes(column).size()));
    device_.write(*columns_.back(), 0, table_.bytes(column));
  }
  device_.fill(*failed_, std::byte{0xFF});
}

const CellTable& DeviceCells::table() {
  if (!is_current_)
    for (std::size_t column = 0; column < columns_.size(); ++column)
      device_.read(*columns_[column], 0, table_.bytes(column));
  is_current_ = true;
  return table_;
}

void DeviceCells::run_processes(gpu::Buffer& numbers, u64 steps_done) {
  for (const Running& running : processes_) {
    std::vector<gpu::Argument> arguments;
    for (const UsedColumn& used : running.process->columns())
      if (const std::size_t place = table_.place(used.column.name); place < columns_.size())
        arguments.emplace_back(columns_[place].get());
    arguments.insert(arguments.end(), {&numbers, running.parameters.get(), static_cast<u32>(table_.cells()),
                                       table_.rows(), steps_done});
    device_.launch(*running.kernel, grid_over_rows(table_.rows()), arguments);
  }
  is_current_ = is_current_ && processes_.empty();
}

void DeviceCells::set_type_words(gpu::Buffer& sites, u64 places) {
  device_.launch(*set_type_words_, grid_over_rows(places),
                 {&sites, &types(), static_cast<u32>(table_.cells()), places});
}

void DeviceCells::set_linears(gpu::Buffer& words, gpu::Buffer& constraints, u64 steps_done) {
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
