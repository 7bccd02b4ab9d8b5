#include "models/ranks/shared_replicas.h"

#include <algorithm>
#include <cassert>
#include <exception>

#include "core/all_ranks.h"
#include "core/batch_hash.h"
#include "core/message.h"
#include "models/catalogue.h"
#include "models/ranks/packed_field.h"
#include "models/ranks/rank_volumes.h"
#include "models/ranks/replica_share.h"

namespace morula {
namespace shared_replicas {
namespace {

enum Task : std::uint64_t {
  End,
  Step,
  Rows,
  Read,
  ReadPacked,
  Hashes,
  Ends,
  BeginRestore,
  Restore,
  RestorePacked,
  EndRestore,
  TableRows
};

class SharedReplicas final : public Model {
 public:
  SharedReplicas(Share share, Communicator& ranks) : share_(std::move(share)), ranks_(ranks) {}
  ~SharedReplicas() override {
    if (std::uncaught_exceptions() > 0) return;  // the other ranks may be doing anything
    try {
      request({End});
    } catch (const std::exception&) {  // a rank has failed, and all ranks know it
    }
  }
  SharedReplicas(const SharedReplicas&) = delete;
  SharedReplicas& operator=(const SharedReplicas&) = delete;

  std::uint64_t step(std::uint64_t at_most) override { return step_all(at_most, 0, {}); }
  std::uint64_t step_summing(std::uint64_t at_most, std::uint64_t every, const TotalsSink& sink) override {
    return step_all(at_most, every, sink);
  }
  std::uint64_t time() const override { return time_; }
  std::uint64_t updates() const override { return updates_each_ * share_.batch().count; }
  std::string unit() const override { return local().unit(); }

  // This model's sums are the rows of all ranks, as words: each rank computes its rows from sums that the
  // other ranks do not need.
  std::vector<std::string> columns() const override { return share_.with_replica(local().columns()); }
  Sums sums(const Sums& so_far) override {
    if (!so_far.empty()) return {};
    request({Rows});
    return joined(ranks_.gather(morula::message_of(words_of(share_.rows(total_sums(local()))))));
  }
  std::vector<Row> rows(const Sums& totals) const override {
    const std::size_t width = columns().size();
    std::vector<Row> rows(totals.size() / 2 / width);
    for (std::size_t i = 0; i < rows.size() * width; ++i) rows[i / width].push_back(number_at(totals, i));
    return rows;
  }

  std::vector<StateField> fields() const override { return share_.fields(); }
  void read(const Field& field, Slab slab, std::span<std::byte> values) override {
    const std::size_t which = number_of(field);
    const StateField known = share_.fields()[which];
    if (known.common) return local().read(share_.own_field(known, true), slab, values);
    request({Read, which, slab.first, slab.count});
    read_here(share_, ranks_, known, slab, values);
  }
  bool read_packed(const Field& field, const ChunkSink& sink) override {
    const std::size_t which = number_of(field);
    const StateField known = share_.fields()[which];
    if (known.common) return false;
    request({ReadPacked, which});
    morula::read_packed(on_ranks(share_, ranks_, known), ranks_, share_.threads(), sink);
    return true;
  }

  Hash hash() override { return hash_of_batch(replica_hashes(), share_.batch().first); }
  std::vector<Hash> replica_hashes() override {
    request({Hashes});
    std::vector<Hash> hashes;
    for (const std::uint64_t word : joined(ranks_.gather(morula::message_of(share_.hashes()))))
      hashes.push_back({word});
    return hashes;
  }
  std::vector<std::optional<std::uint64_t>> replica_ends() const override {
    request({Ends});
    const Words words = joined(ranks_.gather(morula::message_of(ends_here(share_))));
    std::vector<std::optional<std::uint64_t>> ends(words.size() / 2);
    for (std::size_t i = 0; i < ends.size(); ++i)
      if (words[2 * i] != 0) ends[i] = words[2 * i + 1];
    return ends;
  }

  void begin_restore(const std::vector<Field>& coming) override {
    Words words{BeginRestore};
    for (const Field& field : coming)
      for (const std::uint64_t word :
           {std::uint64_t{number_of(field)}, field.extent.x, field.extent.y, field.extent.z})
        words.push_back(word);
    request(words);
    all_do(ranks_, [&] { local().begin_restore(coming_fields(share_, words)); });
  }
  void restore(const Field& field, Slab slab, std::span<const std::byte> values) override {
    const std::size_t which = number_of(field);
    request({Restore, which, slab.first, slab.count, field.extent.x, field.extent.y, field.extent.z});
    restore_here(share_, ranks_, which, field, slab, values);
  }
  bool restore_packed(const Field& field, const ChunkSource& source) override {
    const std::size_t which = number_of(field);
    if (share_.fields()[which].common) return false;
    request({RestorePacked, which, field.extent.x, field.extent.y, field.extent.z});
    const auto failure =
        morula::restore_packed(on_ranks(share_, ranks_, field), ranks_, share_.threads(), source);
    all_do(ranks_, [&] {
      if (failure) std::rethrow_exception(failure);
    });
    return true;
  }
  void end_restore(std::uint64_t time, std::uint64_t updates) override {
    request({EndRestore, time, updates});
    all_do(ranks_, [&] { local().end_restore(time, share_.own_updates(updates)); });
    time_ = time;
    updates_each_ = share_.updates_each();
  }

  std::vector<View> views() const override { return local().views(); }
  ClassOf classes(const View& view) override {
    return local().classes(view);
  }  // pictures show the first replica
  std::optional<LevelLimits> level_limits(const View& view) override { return local().level_limits(view); }
  std::vector<Table> tables() const override {
    std::vector<Table> tables = local().tables();
    for (Table& table : tables) table.columns = share_.with_replica(std::move(table.columns));
    return tables;
  }
  void read_table(const Table& table, const RowSink& sink) override {
    const std::vector<Table> known = tables();
    const auto found = std::ranges::find(known, table.name, &Table::name);
    const auto which = static_cast<std::size_t>(found - known.begin());
    request({TableRows, which});
    table_here(share_, ranks_, which, [&](const Words& words) {
      Row numbers;
      for (std::size_t i = 0; i < words.size() / 2; ++i) numbers.push_back(number_at(words, i));
      if (!numbers.empty()) sink(numbers);
    });
  }

 private:
  Model& local() const { return share_.model(); }
  void request(const Words& words) const {
    Bytes bytes = morula::message_of(words);
    ranks_.broadcast(bytes);
  }
  static Words joined(const std::vector<Bytes>& parts) {
    Words gathered;
    for (const Bytes& part : parts) {
      const Words words = numbers_in(part);
      gathered.insert(gathered.end(), words.begin(), words.end());
    }
    return gathered;
  }
  std::size_t number_of(const Field& field) const {
    const std::vector<StateField> known = local().fields();
    const auto found = std::ranges::find(known, field.name, &StateField::name);
    assert(found != known.end());
    return static_cast<std::size_t>(found - known.begin());
  }

  std::uint64_t step_all(std::uint64_t at_most, std::uint64_t every, const TotalsSink& sink) {
    request({Step, at_most, every});
    std::vector<Stepped> of_ranks;
    for (const Bytes& bytes : ranks_.gather(message_of(step_here(share_, at_most, every))))
      of_ranks.push_back(stepped_in(bytes));
    const auto furthest = std::ranges::max_element(of_ranks, {}, &Stepped::done);
    time_ += furthest->done;
    updates_each_ = std::ranges::max(of_ranks, {}, &Stepped::updates_each).updates_each;
    for (std::size_t i = 0; i < furthest->times.size(); ++i) {
      Sums rows;
      for (const Stepped& stepped : of_ranks) {
        const Words& rows_of_rank = stepped.rows[std::min(i, stepped.times.size())];
        rows.insert(rows.end(), rows_of_rank.begin(), rows_of_rank.end());
      }
      sink(furthest->times[i], rows);
    }
    return furthest->done;
  }

  Share share_;
  Communicator& ranks_;
  std::uint64_t time_ = 0, updates_each_ = 0;
};

// Carries out a request of rank 0 other than End.
void carry_out(Task task, const Words& request, Share& share, Communicator& ranks) {
  switch (task) {
    case End:
      break;
    case Step:
      ranks.gather(message_of(step_here(share, request.at(1), request.at(2))));
      break;
    case Rows:
      ranks.gather(morula::message_of(words_of(share.rows(total_sums(share.model())))));
      break;
    case Read:
      read_here(share, ranks, share.fields().at(request.at(1)), {request.at(2), request.at(3)}, {});
      break;
    case ReadPacked:
      read_packed(on_ranks(share, ranks, share.fields().at(request.at(1))), ranks, share.threads(), {});
      break;
    case Hashes:
      ranks.gather(morula::message_of(share.hashes()));
      break;
    case Ends:
      ranks.gather(morula::message_of(ends_here(share)));
      break;
    case BeginRestore:
      all_do(ranks, [&] { share.model().begin_restore(coming_fields(share, request)); });
      break;
    case Restore: {
      Field saved = share.fields().at(request.at(1));
      saved.extent = {request.at(4), request.at(5), request.at(6)};
      restore_here(share, ranks, request.at(1), saved, {request.at(2), request.at(3)}, {});
      break;
    }
    case RestorePacked: {
      Field saved = share.fields().at(request.at(1));
      saved.extent = {request.at(2), request.at(3), request.at(4)};
      const auto failure = restore_packed(on_ranks(share, ranks, saved), ranks, share.threads(), {});
      all_do(ranks, [&] {
        if (failure) std::rethrow_exception(failure);
      });
      break;
    }
    case EndRestore:
      all_do(ranks, [&] { share.model().end_restore(request.at(1), share.own_updates(request.at(2))); });
      break;
    case TableRows:
      table_here(share, ranks, request.at(1), [](const Words&) {});
      break;
  }
}

}  // namespace
}  // namespace shared_replicas

bool shares_replicas(const Spec& spec, int ranks) {
  return spec.replicas && ranks > 1 && spec.replicas->count >= static_cast<std::uint64_t>(ranks);
}

Replicas replicas_of_rank(Replicas replicas, int rank, int ranks) {
  const auto number = static_cast<std::uint64_t>(rank), of = static_cast<std::uint64_t>(ranks);
  const std::uint64_t each = replicas.count / of, more = replicas.count % of;
  return {each + (number < more ? 1 : 0), replicas.first + number * each + std::min(number, more)};
}

std::unique_ptr<Model> make_shared_replicas(const Spec& whole, const Spec& part, const Backend& backend,
                                            Communicator& ranks, Start start) {
  using namespace shared_replicas;
  assert(ranks.rank() == 0);
  Bytes begun = morula::message_of(Words{static_cast<std::uint64_t>(start)});
  ranks.broadcast(begun);
  if (start == Start::Initial && part.lattice)
    load_deferred_volumes(part, all_for_each(*part.lattice, ranks.size()), ranks);
  auto model = std::make_unique<SharedReplicas>(Share(whole, part, backend, ranks, start), ranks);
  unload_deferred_volumes(part);
  return model;
}

void serve_shared_replicas(const Spec& whole, const Spec& part, const Backend& backend, Communicator& ranks) {
  using namespace shared_replicas;
  assert(ranks.rank() != 0);
  Bytes bytes;
  ranks.broadcast(bytes);
  const auto start = static_cast<Start>(numbers_in(bytes).at(0));
  if (start == Start::Initial && part.lattice &&
      !load_deferred_volumes(part, all_for_each(*part.lattice, ranks.size()), ranks))
    return;
  Share share(whole, part, backend, ranks, start);
  unload_deferred_volumes(part);
  for (;;) {
    ranks.broadcast(bytes);
    const Words request = numbers_in(bytes);
    const auto task = static_cast<Task>(request.at(0));
    if (task == End) return;
    carry_out(task, request, share, ranks);
  }
}

}  // namespace morula
