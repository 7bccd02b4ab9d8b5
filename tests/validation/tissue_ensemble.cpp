#include "tests/validation/tissue_ensemble.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <functional>
#include <iterator>

#include "models/catalogue.h"
#include "models/model.h"
#include "runner/run.h"
#include "tests/validation/tissue_record.h"

namespace morula::validation {
namespace {

template <typename Value>
void read_values(Model& model, const std::string& name, std::vector<Value>& values) {
  const std::vector<StateField> fields = model.fields();
  const auto field = std::ranges::find(fields, name, &StateField::name);
  assert(field != fields.end() && size_of(field->type) == sizeof(Value));
  values.resize(field->values());
  for (const Slab& slab : slabs_of(*field))
    model.read(*field, slab, std::as_writable_bytes(std::span(values).subspan(slab.first, slab.count)));
}

double as_double(const Number& number) {
  return std::visit(
      [](auto value) {
        if constexpr (std::is_same_v<decltype(value), Absent>)
          return 0.0;
        else
          return static_cast<double>(value);
      },
      number);
}

// A running batch.
class TissueBatch {
 public:
  TissueBatch(const Spec& spec, const Backend& backend)
      : tissue_(dynamic_cast<const potts::PottsSpec&>(*spec.section)),
        threads_(*backend.threads),
        model_(make_model(spec, backend)) {}

  void observe(const TissueTrial& trial, std::uint64_t steps) {
    model_->step(trial.transient);
    begin();
    for (std::uint64_t step = 1; step <= steps; ++step) {
      model_->step(1);
      read_sites();
      each_replica([&](u64 replica) { records_[replica].note_step(step, sites_of(replica)); });
      const bool is_cold = tissue_.temperature == 0, cells_are_due = step % trial.between == 0;
      if (!is_cold && !cells_are_due) continue;
      const std::vector<SeriesRow> rows = series_rows();
      each_replica([&](u64 replica) {
        if (is_cold) records_[replica].note_energy(rows[replica].at("energy"));
        if (cells_are_due) records_[replica].note_cells(rows[replica]);
      });
    }
    attempts_ = static_cast<double>(steps * tissue_.lattice.global.sites());
  }

  void add_to(TissueEnsemble& ensemble) {
    const std::vector<SeriesRow> rows = series_rows();
    for (u64 replica = 0; replica < tissue_.replicas; ++replica) {
      add_sample(ensemble.samples, "acceptance",
                 (rows[replica].at("accepted") - accepted_before_[replica]) / attempts_);
      for (const auto& [name, value] : records_[replica].statistics())
        add_sample(ensemble.samples, name, value);
      ensemble.waits.add(records_[replica].waits());
      ensemble.rises += records_[replica].rises();
    }
  }

 private:
  void begin() {
    read_sites();
    for (const SeriesRow& row : series_rows()) accepted_before_.push_back(row.at("accepted"));
    std::vector<u8> types;
    read_values(*model_, "type", types);
    const auto cells = static_cast<std::ptrdiff_t>(types.size() / tissue_.replicas);
    for (u64 replica = 0; replica < tissue_.replicas; ++replica) {
      const auto first = types.begin() + static_cast<std::ptrdiff_t>(replica) * cells;
      const auto sites = sites_of(replica);
      records_.emplace_back(tissue_, std::vector<u8>(first, first + cells),
                            std::vector<u32>(sites.begin(), sites.end()));
    }
  }

  void read_sites() { read_values(*model_, "cell", sites_); }
  std::span<const u32> sites_of(u64 replica) const {
    const u64 count = tissue_.lattice.global.sites();
    return std::span(sites_).subspan(replica * count, count);
  }

  void each_replica(const std::function<void(u64 replica)>& work) {
    threads_.for_ranges(tissue_.replicas, [&](u64 begin, u64 end) {
      for (u64 replica = begin; replica < end; ++replica) work(replica);
    });
  }

  std::vector<SeriesRow> series_rows() {
    const std::vector<std::string> columns = model_->columns();
    std::vector<SeriesRow> rows;
    for (const Row& row : morula::observe(*model_)) {
      rows.emplace_back();
      for (std::size_t i = 0; i < row.size(); ++i) rows.back()[columns[i]] = as_double(row[i]);
    }
    return rows;
  }

  static void add_sample(Samples& samples, const std::string& name, double value) {
    const auto found = std::ranges::find(samples, name, &Sample::name);
    if (found != samples.end())
      found->values.push_back(value);
    else
      samples.push_back({name, {value}});
  }

  const potts::PottsSpec& tissue_;
  ThreadPool& threads_;
  std::unique_ptr<Model> model_;
  std::vector<u32> sites_;  // for all replicas
  std::vector<TissueRecord> records_;
  std::vector<double> accepted_before_;
  double attempts_ = 0;
};

std::string name_of(potts::UpdateOrder order) {
  if (order == potts::UpdateOrder::Edges) return "edges";
  return order == potts::UpdateOrder::Sequential ? "sequential" : "parallel";
}

}  // namespace

Spec read_tissue(const ComparedTissue& tissue, potts::UpdateOrder order, const EnsembleRequest& request) {
  std::vector<std::string> overrides = {
      fmt::format("seed={}", request.seed),
      fmt::format("replicas={}", request.replicas * tissue.trial.replicas_times),
      fmt::format("potts.order={}", name_of(order))};
  const auto is_for_this_order = [&](const std::string& setting) {  // the sequential order has no regions
    return order == potts::UpdateOrder::Parallel || !setting.starts_with("potts.regions");
  };
  std::ranges::copy_if(request.overrides, std::back_inserter(overrides), is_for_this_order);
  return read_model({{tissue.name + ".yaml", tissue.model}, overrides, tissue.folder});
}

TissueEnsemble measure_tissue(const ComparedTissue& tissue, potts::UpdateOrder order,
                              const EnsembleRequest& request, const Backend& backend) {
  TissueEnsemble ensemble;
  ensemble.model = read_tissue(tissue, order, request);
  const bool on_device = order == potts::UpdateOrder::Parallel && backend.device;
  TissueBatch batch(ensemble.model,
                    on_device ? backend : Backend{BackendKind::Cpu, backend.threads, nullptr});
  const auto begin = std::chrono::steady_clock::now();
  batch.observe(tissue.trial, request.steps.value_or(tissue.trial.steps));
  batch.add_to(ensemble);
  ensemble.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return ensemble;
}

}  // namespace morula::validation
