// A model that forwards every call to another one; derived classes override some of them.
#pragma once

#include <memory>

#include "io/image.h"
#include "models/model.h"

namespace morula {

class WrappedModel : public Model {
 public:
  explicit WrappedModel(std::unique_ptr<Model> model) : model_(std::move(model)) {}

  std::uint64_t step(std::uint64_t at_most) override { return model_->step(at_most); }
  std::uint64_t time() const override { return model_->time(); }
  std::uint64_t updates() const override { return model_->updates(); }
  std::string unit() const override { return model_->unit(); }

  std::vector<std::string> columns() const override { return model_->columns(); }
  Sums sums(const Sums& so_far) override { return model_->sums(so_far); }
  std::vector<Row> rows(const Sums& totals) const override { return model_->rows(totals); }
  std::uint64_t step_summing(std::uint64_t at_most, std::uint64_t every, const TotalsSink& sink) override {
    return model_->step_summing(at_most, every, sink);
  }

  std::optional<Row> site_numbers(const SiteColumns& columns) override {
    return model_->site_numbers(columns);
  }

  std::vector<StateField> fields() const override { return model_->fields(); }
  void read(const Field& field, Slab slab, std::span<std::byte> values) override {
    model_->read(field, slab, values);
  }
  std::span<const std::byte> in_place(const Field& field) const override { return model_->in_place(field); }
  bool read_on_device(const Field& field, Slab slab, const DeviceSink& sink) override {
    return model_->read_on_device(field, slab, sink);
  }
  bool read_packed(const Field& field, const ChunkSink& sink) override {
    return model_->read_packed(field, sink);
  }
  Hash hash() override { return model_->hash(); }
  std::vector<Hash> replica_hashes() override { return model_->replica_hashes(); }
  std::vector<std::optional<std::uint64_t>> replica_ends() const override { return model_->replica_ends(); }

  void end_replica(std::size_t replica) override { model_->end_replica(replica); }

  void begin_restore(const std::vector<Field>& coming) override { model_->begin_restore(coming); }
  void check(const Field& field, std::span<const std::byte> values) const override {
    model_->check(field, values);
  }
  void restore(const Field& field, Slab slab, std::span<const std::byte> values) override {
    model_->restore(field, slab, values);
  }
  bool restore_packed(const Field& field, const ChunkSource& source) override {
    return model_->restore_packed(field, source);
  }
  void end_restore(std::uint64_t time, std::uint64_t updates) override { model_->end_restore(time, updates); }

  std::vector<View> views() const override { return model_->views(); }
  ClassOf classes(const View& view) override { return model_->classes(view); }
  NumberOf numbers(const View& view) override { return model_->numbers(view); }
  std::optional<LevelLimits> level_limits(const View& view) override { return model_->level_limits(view); }
  std::optional<io::Image> picture(const FramesSpec& frames) override { return model_->picture(frames); }
  std::vector<Table> tables() const override { return model_->tables(); }
  void read_table(const Table& table, const RowSink& sink) override { model_->read_table(table, sink); }
  std::vector<std::string> remarks() override { return model_->remarks(); }

  Model& within() { return *model_; }

 protected:
  Model& model() { return *model_; }
  const Model& model() const { return *model_; }
  void replace(std::unique_ptr<Model> model) { model_ = std::move(model); }

 private:
  std::unique_ptr<Model> model_;
};

// The innermost model, whatever it is wrapped in: for observers of one family, which need more than the
// interface.
inline Model& innermost(Model& model) {
  Model* found = &model;
  while (auto* const wrapped = dynamic_cast<WrappedModel*>(found)) found = &wrapped->within();
  return *found;
}

}  // namespace morula
