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
        is_replica_(spec.replicas.has_value()) {}

  std::uint64_t step(std::uint64_t at_most) override {
    return step_to_rows(at_most, every_, [](std::uint64_t, const Sums&) {});
  }
  // Nothing is computed on beyond a row that may be the last.
  std::uint64_t step_summing(std::uint64_t at_most, std::uint64_t every, const TotalsSink& sink) override {
    return step_to_rows(at_most, every, sink);
  }

  std::vector<std::optional<std::uint64_t>> replica_ends() const override {
    auto ends = WrappedModel::replica_ends();
    ends.resize(1);
    if (is_over_) ends.front() = time();
    return ends;
  }

  // A replica may have ended before the others of its batch. Where the models of a batch are restored, they
  // all hear the time of the batch. The hash is that of the states alone.
  std::vector<StateField> fields() const override {
    std::vector<StateField> fields = WrappedModel::fields();
    if (is_replica_) fields.push_back(ended_field());
    return fields;
  }
  void read(const Field& field, Slab slab, std::span<std::byte> values) override {
    if (field.name != ended_field().name) return WrappedModel::read(field, slab, values);
    ended_ = is_over_ ? time() + 1 : 0;
    std::memcpy(values.data(), &ended_, values.size());
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
    std::memcpy(&ended_, values.data(), values.size());
  }
  bool restore_packed(const Field& field, const ChunkSource& source) override {
    return field.name != ended_field().name && WrappedModel::restore_packed(field, source);
  }
  void end_restore(std::uint64_t time, std::uint64_t updates) override {
    is_over_ = ended_ != 0 && ended_ - 1 <= time;
    looked_at_.reset();
    WrappedModel::end_restore(is_over_ ? ended_ - 1 : time, updates);
  }

 private:
  static StateField ended_field() {
    StateField field{{"ended", ValueType::U64, {1, 1, 1}, 1}, false, true};
    field.meaning = "one more than the step at which until.when has ended the replica; 0 while it runs";
    return field;
  }

  std::uint64_t step_to_rows(std::uint64_t at_most, std::uint64_t every, const TotalsSink& sink) {
    if (!is_over_ && time() % every_ == 0 && looked_at_ != time()) look(total_sums(model()));
    std::uint64_t done = 0;
    while (done < at_most && !is_over_) {
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

  void look(const Sums& totals) {
    looked_at_ = time();
    is_over_ = is_fulfilled(*condition_, time(), steps_per_time_, model().rows(totals).front());
  }

  std::shared_ptr<const RowCondition> condition_;
  std::uint64_t every_;
  std::optional<double> steps_per_time_;
  std::optional<std::uint64_t> looked_at_;  // the step of the last row that was judged
  bool is_over_ = false;
  bool is_replica_;          // of a family with replicas, even a single one
  std::uint64_t ended_ = 0;  // as a checkpoint holds it
};

}  // namespace

std::unique_ptr<Model> ending_by_condition(std::unique_ptr<Model> model, const Spec& spec) {
  if (!spec.until_when) return model;
  return std::make_unique<UntilModel>(std::move(model), spec);
}

}  // namespace morula
