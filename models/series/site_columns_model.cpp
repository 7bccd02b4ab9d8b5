#include <algorithm>

#include "models/ranks/replica_messages.h"
#include "models/series/site_columns.h"
#include "models/series/site_totals.h"
#include "models/series/wrapped_model.h"

namespace morula {
namespace {

// Adds columns to the series of a model, separately for each replica. At every row the state is read on the
// host, on every rank its own part, so that the same code serves every family and device.
class SiteColumnsModel final : public WrappedModel {
 public:
  SiteColumnsModel(std::unique_ptr<Model> model, const Spec& spec, std::shared_ptr<ThreadPool> threads)
      : WrappedModel(std::move(model)),
        columns_(spec.site_columns),
        lattice_(*spec.lattice),
        replicas_(spec.replicas ? spec.replicas->count : 1),
        threads_(std::move(threads)) {}

  std::vector<std::string> columns() const override {
    std::vector<std::string> names = WrappedModel::columns();
    for (const SiteColumn& column : columns_->columns) names.push_back(column.name);
    return names;
  }
  // The model's own sums, followed by the values of these columns as words.
  Sums sums(const Sums& so_far) override {
    if (so_far.empty()) are_own_given_ = false;
    if (are_own_given_) return {};
    if (Sums more = WrappedModel::sums(so_far); !more.empty()) return more;
    are_own_given_ = true;
    std::vector<Row> numbers;
    for (std::uint64_t replica = 0; replica < replicas_; ++replica)
      numbers.push_back(morula::site_numbers(model(), *columns_, lattice_, replica, *threads_));
    return shared_replicas::words_of(numbers);
  }
  std::vector<Row> rows(const Sums& totals) const override {
    const std::size_t each = columns_->columns.size();
    const auto added = static_cast<std::ptrdiff_t>(2 * each * replicas_);
    std::vector<Row> rows = WrappedModel::rows(Sums(totals.begin(), totals.end() - added));
    const Sums words(totals.end() - added, totals.end());
    for (std::size_t i = 0; i < each * replicas_; ++i)
      rows[i / each].push_back(shared_replicas::number_at(words, i));
    return rows;
  }
  std::uint64_t step_summing(std::uint64_t at_most, std::uint64_t every, const TotalsSink& sink) override {
    return Model::step_summing(at_most, every, sink);
  }

 private:
  std::shared_ptr<const SiteColumns> columns_;
  Lattice lattice_;
  std::uint64_t replicas_;
  std::shared_ptr<ThreadPool> threads_;
  bool are_own_given_ = false;
};

}  // namespace

std::unique_ptr<Model> with_site_columns(std::unique_ptr<Model> model, const Spec& spec,
                                         std::shared_ptr<ThreadPool> threads) {
  if (!spec.site_columns) return model;
  return std::make_unique<SiteColumnsModel>(std::move(model), spec, std::move(threads));
}

}  // namespace morula
