#include "bench/nisoli/nisoli_device.h"

#include <algorithm>
#include <bit>

#include "texts/morula_bench.h"
#include "texts/morula_gpu.h"
#include "texts/morula_proliferation.h"

namespace morula {

NisoliDevice::NisoliDevice(NisoliStep step, const NisoliTask& task, std::shared_ptr<gpu::Device> device)
    : task_(task),
      device_(std::move(device)),
      group_(std::bit_floor(std::min(256u, device_->info().max_group))),
      program_(device_->build(nisoli_source(step, task, group_))),
      begin_(program_->kernel("nisoli_begin")),
      tables_(uploaded(task.variant().tables.quantiles)),
      below_(uploaded(task.variant().tables.type_below)),
      first_cells_(uploaded(task.process().first_cell)),
      fluorescences_(uploaded(task.initial())) {}

void NisoliDevice::begin(std::unique_ptr<gpu::Buffer>& cells, u64 first, u64 number) {
  const Variant& variant = task_.variant();
  make_room<NisoliCell>(cells, number);
  launch(*begin_, number,
         {cells.get(), tables_.get(), below_.get(), first_cells_.get(), fluorescences_.get(), variant.key.x,
          variant.key.y, variant.tables.until, first, number});
}

const std::vector<NisoliNamed>& nisoli_steps() {
  using enum NisoliStep;
  static const std::vector<NisoliNamed> list = {
      {"levels", Levels},   {"compacted", Compacted},    {"depth", Depth},
      {"bounding", Bounds}, {"histogram there", Counts}, {"batches", Parts}};
  return list;
}

gpu::Source nisoli_source(NisoliStep step, const NisoliTask& task, u32 group) {
  gpu::Source source{
      "nisoli",
      {gpu::text::core::philox, gpu::text::core::draw, gpu::text::models::proliferation::law::quantile_rule,
       gpu::text::models::proliferation::proliferation_rule, gpu::text::bench::nisoli::nisoli_rule,
       gpu::text::bench::nisoli::nisoli_kernels},
      {}};
  const BranchingProcess& process = task.process();
  source.define("TYPES", process.types).define("DIVIDING", process.dividing).define("START", process.start);
  source.define("BINS", process.bins()).define("GROUP", group);
  if (step < NisoliStep::Depth) return source;
  source.texts.push_back(gpu::text::bench::nisoli::nisoli_tree_kernels);
  source.define("FLUORESCENCES", task.omega().size());
  return source.define("BOUNDS", u64{step >= NisoliStep::Bounds})
      .define("COUNTS", u64{step >= NisoliStep::Counts});
}

std::unique_ptr<NisoliPath> nisoli_path(NisoliStep step, const NisoliTask& task,
                                        std::shared_ptr<gpu::Device> device, const NisoliOptions& options) {
  if (step < NisoliStep::Depth) return nisoli_levels(step, task, std::move(device));
  return nisoli_trees(step, task, std::move(device), options);
}

}  // namespace morula
