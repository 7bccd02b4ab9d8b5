#include "tests/toy/toy_family.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "tests/toy/toy_engine.h"
#include "tests/toy/toy_spec.h"

namespace morula::test {
namespace {

template <typename T>
void take_slab(const std::vector<T>& from, Slab slab, std::span<std::byte> to) {
  std::memcpy(to.data(), from.data() + slab.first, slab.count * sizeof(T));
}
template <typename T>
void put_slab(std::vector<T>& to, Slab slab, std::span<const std::byte> from) {
  std::memcpy(to.data() + slab.first, from.data(), slab.count * sizeof(T));
}

class ToyModel final : public Model {
 public:
  ToyModel(const Spec& spec, std::unique_ptr<ToyEngine> engine)
      : lattice_(*spec.lattice),
        toy_(std::dynamic_pointer_cast<const ToySpec>(spec.section)),
        engine_(std::move(engine)) {}

  // Every step adds a thing; every fourth step first removes the two oldest.
  u64 step(u64 at_most) override {
    u64 done = 0;
    for (; done < at_most && time_ < toy_->halts_at; ++done, ++time_) {
      engine_->step(time_);
      if (time_ % 4 == 3) forget(2);
      ids_.push_back(time_);
      balances_.push_back(-static_cast<i64>(time_ * 3));
      masses_.push_back(static_cast<double>(time_) / 10);
      updates_ += ids_.size();
    }
    return done;
  }
  u64 time() const override { return time_; }
  u64 updates() const override { return updates_; }
  std::string unit() const override { return "things"; }

  std::vector<std::string> columns() const override { return {"things", "odd", "balance", "mean_mass"}; }
  // The second half of the sums depends on the first, as for correlations that are computed only until they
  // have decayed.
  Sums sums(const Sums& so_far) override {
    if (so_far.empty()) return {ids_.size()};
    return so_far.size() == 1 ? Sums{odd_labels()} : Sums{};
  }
  std::vector<Row> rows(const Sums& totals) const override {
    i64 balance = 0;
    double mass = 0;
    for (const i64 term : balances_) balance += term;
    for (const double term : masses_) mass += term;
    return {{totals[0], totals[1], balance, totals[0] == 0 ? 0.0 : mass / static_cast<double>(totals[0])}};
  }

  std::vector<StateField> fields() const override {
    return {{{"label", ValueType::U32, lattice_.global, lattice_.dimensions}},
            {list("id", ValueType::U64), true},
            {list("balance", ValueType::I64), true},
            {list("mass", ValueType::F64), true}};
  }
  void read(const Field& field, Slab slab, std::span<std::byte> values) override {
    if (field.name == "label")
      return engine_->read(slab, {reinterpret_cast<u32*>(values.data()), slab.count});
    if (field.name == "id") return take_slab(ids_, slab, values);
    if (field.name == "balance") return take_slab(balances_, slab, values);
    take_slab(masses_, slab, values);
  }
  std::span<const std::byte> in_place(const Field& field) const override {
    return field.name == "label" ? std::as_bytes(engine_->in_place()) : std::span<const std::byte>();
  }
  Hash hash() override {
    Hash hash = engine_->hash();
    hash += hash_values(1, 0, ValueType::U64, std::as_bytes(std::span(ids_)));
    hash += hash_values(2, 0, ValueType::I64, std::as_bytes(std::span(balances_)));
    hash += hash_values(3, 0, ValueType::F64, std::as_bytes(std::span(masses_)));
    return hash;
  }

  void begin_restore(const std::vector<Field>& coming) override {
    for (const Field& field : coming) {
      if (field.name == "id") ids_.resize(field.extent.x);
      if (field.name == "balance") balances_.resize(field.extent.x);
      if (field.name == "mass") masses_.resize(field.extent.x);
    }
    if (ids_.size() != balances_.size() || ids_.size() != masses_.size())
      throw StateError("its things have ids, balances and masses in different numbers");
  }
  void restore(const Field& field, Slab slab, std::span<const std::byte> values) override {
    if (field.name == "label")
      return engine_->write(slab, {reinterpret_cast<const u32*>(values.data()), slab.count});
    if (field.name == "id") return put_slab(ids_, slab, values);
    if (field.name == "balance") return put_slab(balances_, slab, values);
    put_slab(masses_, slab, values);
  }
  void end_restore(u64 time, u64 updates) override {
    time_ = time;
    updates_ = updates;
  }

  std::vector<View> views() const override { return toy_views(lattice_); }
  ClassOf classes(const View& view) override {
    if (view.name == "parity") return [](u64 label) { return static_cast<u32>(1 + label % 2); };
    return [](u64 label) { return static_cast<u32>(std::bit_width(label)); };
  }
  std::vector<Table> tables() const override { return {{"things", {"id", "balance", "mass"}}}; }
  void read_table(const Table&, const RowSink& sink) override {
    std::vector<Number> rows;
    for (std::size_t i = 0; i < ids_.size(); ++i)
      for (const Number number : {Number(ids_[i]), Number(balances_[i]), Number(masses_[i])})
        rows.push_back(number);
    sink(rows);
  }

 private:
  Field list(const char* name, ValueType type) const { return {name, type, {ids_.size(), 1, 1}, 1}; }

  void forget(std::size_t forgotten) {
    const auto count = static_cast<std::ptrdiff_t>(std::min(forgotten, ids_.size()));
    ids_.erase(ids_.begin(), ids_.begin() + count);
    balances_.erase(balances_.begin(), balances_.begin() + count);
    masses_.erase(masses_.begin(), masses_.begin() + count);
  }

  u64 odd_labels() {
    u64 odd = 0;
    std::vector<u32> labels;
    for (const Slab& slab : slabs_of(fields().front())) {
      labels.resize(slab.count);
      engine_->read(slab, labels);
      odd += static_cast<u64>(std::ranges::count_if(labels, [](u32 label) { return label % 2 == 1; }));
    }
    return odd;
  }

  Lattice lattice_;
  std::shared_ptr<const ToySpec> toy_;
  std::unique_ptr<ToyEngine> engine_;
  std::vector<u64> ids_;
  std::vector<i64> balances_;
  std::vector<double> masses_;
  u64 time_ = 0, updates_ = 0;
};

std::unique_ptr<Model> make_toy(const Spec& spec, const Backend& backend, Start start) {
  auto engine = make_toy_engine(spec, backend);
  if (start == Start::Initial) {
    const u32 label = dynamic_cast<const ToySpec&>(*spec.section).first_label;
    const Field field{"label", ValueType::U32, spec.lattice->global, spec.lattice->dimensions};
    for (const Slab& slab : slabs_of(field)) engine->write(slab, std::vector<u32>(slab.count, label));
  }
  return std::make_unique<ToyModel>(spec, std::move(engine));
}

Footprint toy_footprint(const Spec& spec, const Backend& backend) {
  const u64 labels = spec.lattice->global.sites() * sizeof(u32);
  return backend.kind == BackendKind::Cpu ? Footprint{labels, 0, 0} : Footprint{slab_bytes, labels, labels};
}

}  // namespace

Family toy_family() {
  return {.name = "toy",
          .keys = {"steps", "lattice", "toy", "initial"},
          .read = read_toy,
          .footprint = toy_footprint,
          .make = make_toy,
          .sources = [](const Spec& spec) { return std::vector{toy_source(spec)}; }};
}

}  // namespace morula::test
