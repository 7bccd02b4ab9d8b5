#include "models/series/replica_batch.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/batch_hash.h"
#include "core/error.h"
#include "models/catalogue.h"
#include "models/growing_lists.h"
#include "models/ranks/replica_messages.h"

namespace morula {
namespace {

class ReplicaBatch final : public Model, public GrowingLists {
 public:
  // With `threads`, replicas are stepped at the same time; otherwise one after the other.
  ReplicaBatch(std::vector<std::unique_ptr<Model>> replicas, std::uint64_t first,
               std::shared_ptr<ThreadPool> threads)
      : replicas_(std::move(replicas)),
        first_(first),
        threads_(std::move(threads)),
        has_ended_(replicas_.size()) {}

  std::uint64_t step(std::uint64_t at_most) override {
    std::vector<std::uint64_t> done(replicas_.size());
    for_replicas([&](std::size_t i) {
      if (has_ended_[i]) return;
      done[i] = replicas_[i]->step(at_most);
      has_ended_[i] = done[i] < at_most;
    });
    const std::uint64_t most = *std::ranges::max_element(done);
    time_ += most;
    lengthen_lists(list_lengths());
    return most;
  }
  std::vector<std::uint64_t> list_lengths() const override {
    std::vector<std::uint64_t> longest;
    for (const auto& replica : replicas_)
      if (const GrowingLists* const lists = growing_lists(*replica))
        keep_longest(longest, lists->list_lengths());
    return longest;
  }
  void lengthen_lists(std::span<const std::uint64_t> lengths) override {
    for (const auto& replica : replicas_)
      if (GrowingLists* const lists = growing_lists(*replica)) lists->lengthen_lists(lengths);
  }
  std::uint64_t time() const override { return time_; }
  // A replica that has ended counts as if it had continued, as in every batch.
  std::uint64_t updates() const override {
    std::uint64_t most = 0;
    for (const auto& replica : replicas_) most = std::max(most, replica->updates());
    return most * replicas_.size();
  }
  std::string unit() const override { return front().unit(); }

  std::vector<std::string> columns() const override {
    std::vector<std::string> names = front().columns();
    names.insert(names.begin(), "replica");
    return names;
  }
  // The sums are the rows themselves, as words.
  Sums sums(const Sums& so_far) override {
    if (!so_far.empty()) return {};
    std::vector<Row> rows(replicas_.size());
    for_replicas([&](std::size_t i) {
      rows[i] = observe(*replicas_[i]).front();
      rows[i].insert(rows[i].begin(), first_ + i);
    });
    return shared_replicas::words_of(rows);
  }
  std::vector<Row> rows(const Sums& totals) const override {
    const std::size_t width = totals.size() / 2 / replicas_.size();
    std::vector<Row> rows(replicas_.size());
    for (std::size_t i = 0; i < rows.size() * width; ++i)
      rows[i / width].push_back(shared_replicas::number_at(totals, i));
    return rows;
  }

  std::vector<StateField> fields() const override {
    std::vector<StateField> fields = front().fields();
    for (StateField& field : fields) field.replicas = replicas_.size();
    return fields;
  }
  void read(const Field& field, Slab slab, std::span<std::byte> values) override {
    for_parts(field, slab, [&](Model& replica, const Field& single, Slab part, Index before) {
      replica.read(single, part,
                   values.subspan(before * size_of(field.type), part.count * size_of(field.type)));
    });
  }
  bool read_on_device(const Field& field, Slab slab, const DeviceSink& sink) override {
    return field.replicas == 0 && replicas_.front()->read_on_device(field, slab, sink);
  }
  Hash hash() override { return hash_of_batch(replica_hashes(), first_); }
  std::vector<Hash> replica_hashes() override {
    std::vector<Hash> hashes;
    for (const auto& replica : replicas_) hashes.push_back(replica->hash());
    return hashes;
  }
  std::vector<std::optional<std::uint64_t>> replica_ends() const override {
    std::vector<std::optional<std::uint64_t>> ends;
    for (const auto& replica : replicas_) {
      const auto ends_of_replica = replica->replica_ends();
      ends.push_back(ends_of_replica.empty() ? std::nullopt : ends_of_replica.front());
    }
    return ends;
  }

  void begin_restore(const std::vector<Field>& coming) override {
    std::vector<Field> single = coming;
    for (Field& field : single) field.replicas = 0;
    for (const auto& replica : replicas_) replica->begin_restore(single);
  }
  void check(const Field& field, std::span<const std::byte> values) const override {
    Field single = field;
    single.replicas = 0;
    front().check(single, values);
  }
  void restore(const Field& field, Slab slab, std::span<const std::byte> values) override {
    for_parts(field, slab, [&](Model& replica, const Field& single, Slab part, Index before) {
      replica.restore(single, part,
                      values.subspan(before * size_of(field.type), part.count * size_of(field.type)));
    });
  }
  void end_restore(std::uint64_t time, std::uint64_t updates) override {
    for (const auto& replica : replicas_) replica->end_restore(time, updates / replicas_.size());
    std::ranges::fill(has_ended_, 0);
    time_ = time;
  }

  std::vector<View> views() const override { return front().views(); }  // of the first replica
  ClassOf classes(const View& view) override { return replicas_.front()->classes(view); }
  std::optional<LevelLimits> level_limits(const View& view) override {
    return replicas_.front()->level_limits(view);
  }
  std::vector<std::string> remarks() override {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < replicas_.size(); ++i)
      for (const std::string& line : replicas_[i]->remarks()) lines.push_back(name_of(i) + line);
    return lines;
  }

 private:
  const Model& front() const { return *replicas_.front(); }
  std::string name_of(std::size_t i) const { return fmt::format("replica {}: ", first_ + i); }

  void for_replicas(const std::function<void(std::size_t)>& visit) {
    const auto visit_range = [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) try {
          visit(i);
        } catch (const Error& error) {
          throw Error(name_of(i) + error.what());
        }
    };
    if (threads_)
      threads_->for_ranges(replicas_.size(), visit_range);
    else
      visit_range(0, replicas_.size());
  }

  // Calls visit(replica, the replica's field, the slab within it, the number of preceding values) for each
  // replica in a slab.
  template <typename Visit>
  void for_parts(const Field& field, Slab slab, const Visit& visit) {
    const Index sites_each = field.extent.sites();
    Field single = field;
    single.replicas = 0;
    for (Index done = 0; done < slab.count;) {
      const Index at = slab.first + done, count = std::min(slab.count - done, sites_each - at % sites_each);
      visit(*replicas_[at / sites_each], single, Slab{at % sites_each, count}, done);
      done += count;
    }
  }

  std::vector<std::unique_ptr<Model>> replicas_;
  std::uint64_t first_;
  std::shared_ptr<ThreadPool> threads_;
  std::vector<char> has_ended_;  // not bits, since threads write single elements
  std::uint64_t time_ = 0;
};

}  // namespace

bool has_separate_replicas(const Spec& spec) {
  return spec.replicas && spec.replicas->count > 1 &&
         (!family_of(spec).computes_batches ||
          ((spec.until_when || spec.site_columns) && !family_of(spec).ends_replicas));
}

std::unique_ptr<Model> make_replica_batch(
    const Spec& spec, const Family& family, const Backend& backend,
    const std::function<std::unique_ptr<Model>(const Spec&, const Backend&)>& make) {
  Backend of_replica = backend;
  const bool side_by_side =
      backend.kind == BackendKind::Cpu && spec.replicas->count >= backend.threads->size();
  if (side_by_side) of_replica.threads = std::make_shared<ThreadPool>(1);
  std::vector<std::unique_ptr<Model>> replicas;
  for (std::uint64_t i = 0; i < spec.replicas->count; ++i)
    replicas.push_back(make(family.of_replica(spec, spec.replicas->first + i), of_replica));
  return std::make_unique<ReplicaBatch>(std::move(replicas), spec.replicas->first,
                                        side_by_side ? backend.threads : nullptr);
}

}  // namespace morula
