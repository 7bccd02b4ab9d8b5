#include "models/series/until_model.h"

#include <algorithm>
#include <cstring>

#include "models/series/row_condition.h"
#include "models/series/wrapped_model.h"

namespace morula {
namespace {

class UntilModel final : public WrappedModel {
 public:
  UntilModel(std::unique_ptr<Model> model, const Spec& spec)
      : WrappedModel(std::move(model)),
        condition_(spec.until_when),
        every_(*spec.output.series_every),
        steps_per_time_(spec.steps_per_time),
        is_replica_(spec.replicas.has_value()),
        ended_(spec.replicas ? spec.replicas->count : 1) {}

  std::uint64_t step(std::uint64_t at_most) override {
    return step_to_rows(at_most, every_, [](std::uint64_t, const Sums&) {});
  }
  // The model does not step beyond a row that may be the last one.
  std::uint64_t step_summing(std::uint64_t at_most, std::uint64_t every, const TotalsSink& sink) override {
    return step_to_rows(at_most, every, sink);
  }

  std::vector<std::optional<std::uint64_t>> replica_ends() const override {
    auto ends = WrappedModel::replica_ends();
    ends.resize(ended_.size());
    for (std::size_t i = 0; i < ends.size(); ++i)
      if (ended_[i] != 0) ends[i] = ended_[i] - 1;
    return ends;
  }

  // A replica may have ended before the others of its batch. When the models of a batch are restored, each
  // gets the time of the batch. The hash includes only the states.
  std::vector<StateField> fields() const override {
    std::vector<StateField> fields = WrappedModel::fields();
    if (is_replica_) fields.push_back(ended_field());
    return fields;
  }
  void read(const Field& field, Slab slab, std::span<std::byte> values) override {
    if (field.name != ended_field().name) return WrappedModel::read(field, slab, values);
    std::memcpy(values.data(), &ended_[slab.first], values.size());
  }
  bool read_packed(const Field& field, const ChunkSink& sink) override {
    return field.name != ended_field().name && WrappedModel::read_packed(field, sink);
  }
  void begin_restore(const std::vector<Field>& coming) override {
    std::vector<Field> known = coming;
    std::erase_if(known, [&](const Field& field) { return field.name == ended_field().name; });
    WrappedModel::begin_restore(known);
  }
  void check(const Field& field, std::span<const std::byte> values) const override {
    if (field.name != ended_field().name) WrappedModel::check(field, values);
  }
  void restore(const Field& field, Slab slab, std::span<const std::byte> values) override {
    if (field.name != ended_field().name) return WrappedModel::restore(field, slab, values);
    std::memcpy(&ended_[slab.first], values.data(), values.size());
  }
  bool restore_packed(const Field& field, const ChunkSource& source) override {
    return field.name != ended_field().name && WrappedModel::restore_packed(field, source);
  }
  // The time of a model with one replica is the step at which it ended; the time of a batch is that of the
  // last replica.
  void end_restore(std::uint64_t time, std::uint64_t updates) override {
    for (std::uint64_t& ended : ended_)
      if (ended > time + 1) ended = 0;
    looked_at_.reset();
    const bool is_alone = ended_.size() == 1;
    WrappedModel::end_restore(is_alone && is_over() ? ended_.front() - 1 : time, updates);
    for (std::size_t i = 0; !is_alone && i < ended_.size(); ++i)
      if (ended_[i] != 0) model().end_replica(i);
  }

 private:
  StateField ended_field() const {
    StateField field{{"ended", ValueType::U64, {1, 1, 1}, 1}, false, true};
    if (ended_.size() > 1) field.replicas = ended_.size();
    field.meaning = "one more than the step at which until.when has ended the replica; 0 while it runs";
    return field;
  }

  bool is_over() const { return std::ranges::find(ended_, 0u) == ended_.end(); }

  std::uint64_t step_to_rows(std::uint64_t at_most, std::uint64_t every, const TotalsSink& sink) {
    if (!is_over() && time() % every_ == 0 && looked_at_ != time()) look(total_sums(model()));
    std::uint64_t done = 0;
    while (done < at_most && !is_over()) {
      const std::uint64_t next_row = std::min(every - time() % every, every_ - time() % every_);
      const std::uint64_t wanted = std::min(at_most - done, next_row), stepped = model().step(wanted);
      done += stepped;
      if (stepped < wanted) break;
      const bool is_row = time() % every == 0, is_judged = time() % every_ == 0;
      if (!is_row && !is_judged) continue;
      const Sums totals = total_sums(model());
      if (is_row) sink(time(), totals);
      if (is_judged) look(totals);
    }
    return done;
  }

  // Rows of a batch begin with the number of the replica.
  void look(const Sums& totals) {
    looked_at_ = time();
    const std::vector<Row> rows = model().rows(totals);
    const auto ends = WrappedModel::replica_ends();
    const bool is_batch = ended_.size() > 1;
    for (std::size_t i = 0; i < ended_.size(); ++i) {
      if (ended_[i] != 0 || (i < ends.size() && ends[i])) continue;
      if (!is_fulfilled(*condition_, time(), steps_per_time_, std::span(rows[i]).subspan(is_batch ? 1 : 0)))
        continue;
      ended_[i] = time() + 1;
      if (is_batch) model().end_replica(i);
    }
  }

  std::shared_ptr<const RowCondition> condition_;
  std::uint64_t every_;
  std::optional<double> steps_per_time_;
  std::optional<std::uint64_t> looked_at_;  // the step of the last row that was checked
  bool is_replica_;                         // whether the family has replicas, even a single one
  std::vector<std::uint64_t> ended_;        // for each replica, in the form of a checkpoint
};

}  // namespace

std::unique_ptr<Model> ending_by_condition(std::unique_ptr<Model> model, const Spec& spec) {
  if (!spec.until_when) return model;
  return std::make_unique<UntilModel>(std::move(model), spec);
}

}  // namespace morula
