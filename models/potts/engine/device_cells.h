// The table of cells on a device, and the processes that change it there.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gpu/device.h"
#include "models/potts/cells/cell_table.h"
#include "models/potts/engine/device_source.h"
#include "models/potts/terms/fixed_point.h"

namespace morula::potts {

// The grid of kernels whose work-items go through the cells of all replicas.
inline gpu::Grid grid_over_rows(u64 rows) {
  return gpu::grid_for(std::min<u64>(rows, u64{1} << 20), sums_group);
}

class DeviceCells {
 public:
  DeviceCells(const PottsSpec& spec, const Energies& energies, gpu::Device& device, gpu::Program& program);

  // Sets the table. Buffers that are smaller get room for `capacity` rows of each replica.
  void set(CellTable table, u64 capacity);
  const CellTable& table();                     // present values of the device
  u64 cells() const { return table_.cells(); }  // of a replica, including the medium
  gpu::Buffer& types() { return *columns_.front(); }
  gpu::Buffer& column(const std::string& name) { return *columns_[table_.place(name)]; }
  // table(), for changes in place, which may add rows within the capacity. The changed columns must then be
  // written to the device.
  CellTable& changing();
  void write_changed();

  // Computes the places of cells, if a process uses them.
  void fill_places(gpu::Buffer& sites, gpu::Buffer& numbers, const gpu::Grid& over_sites);
  // Runs all processes, in their order. `numbers` are the numbers that terms keep.
  void run_processes(gpu::Buffer& numbers, u64 steps_done);
  void set_type_words(gpu::Buffer& sites, u64 places);
  // Writes the linear parts of targets that vary and the drifts of cells, after the words of terms.
  void set_linears(gpu::Buffer& words, gpu::Buffer& constraints, u64 steps_done);

  struct Failure {
    u64 step, row;
    VaryingTarget target;
  };
  std::optional<Failure> failure();

 private:
  struct Running {
    std::shared_ptr<const Process> process;
    std::unique_ptr<gpu::Kernel> kernel;
    std::unique_ptr<gpu::Buffer> parameters;
  };

  void allocate(u64 capacity);

  std::vector<VaryingTarget> varying_;
  std::set<std::string> used_;  // columns that kernels read or set; the device holds no others
  u64 replicas_, capacity_ = 0;
  gpu::Device& device_;
  std::vector<Running> processes_;
  std::unique_ptr<gpu::Kernel> set_type_words_, set_linears_, set_drifts_, find_anchors_, sum_places_,
      set_places_;
  std::unique_ptr<gpu::Buffer> failed_, drifts_, anchors_, sums_;
  CellTable table_;
  std::vector<u8> is_stale_;  // columns that the device has changed since table_ was read
  std::vector<std::unique_ptr<gpu::Buffer>> columns_;  // null for columns that no kernel uses
};

// The columns of a model's table that a device holds.
std::set<std::string> columns_on_device(const PottsSpec& spec);

}  // namespace morula::potts
