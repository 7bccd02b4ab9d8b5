#include "models/shared_replicas.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <exception>

#include "core/batch_hash.h"
#include "models/catalogue.h"
#include "models/packed_field.h"

namespace morula {
namespace shared_replicas {
namespace {

using Words = std::vector<std::uint64_t>;  // what ranks tell each other

Bytes bytes_of(const Words& words) {
  const auto bytes = std::as_bytes(std::span(words));
  return {bytes.begin(), bytes.end()};
}
Words words_in(const Bytes& bytes) {
  Words words(bytes.size() / sizeof(std::uint64_t));
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

// A number is two words: its type, and its bits.
void put(Words& words, const Number& number) {
  words.push_back(number.index());
  std::visit(
      [&](auto value) {
        if constexpr (std::is_same_v<decltype(value), Absent>)
          words.push_back(0);
        else
          words.push_back(std::bit_cast<std::uint64_t>(value));
      },
      number);
}
Number number_at(std::span<const std::uint64_t> words, std::size_t which) {
  const std::uint64_t bits = words[2 * which + 1];
  switch (words[2 * which]) {
    case 0:
      return bits;
    case 1:
      return std::bit_cast<std::int64_t>(bits);
    case 2:
      return std::bit_cast<double>(bits);
    default:
      return Absent{};
  }
}

Words words_of(const std::vector<Row>& rows) {
  Words words;
  for (const Row& row : rows)
    for (const Number& number : row) put(words, number);
  return words;
}

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

// The replicas of one rank, in the form that they have within the batch. A replica by itself has no column
// and no axis for its number: here it has.
class Share {
 public:
  Share(const Spec& whole, const Spec& own, const Backend& backend, Communicator& ranks, Start start)
      : all_(*whole.replicas),
        own_(*own.replicas),
        ranks_(ranks),
        threads_(backend.threads),
        model_(make_model(own, backend, start)) {}

  Model& model() const { return *model_; }
  ThreadPool& threads() const { return *threads_; }
  const Replicas& all() const { return all_; }

  std::vector<std::string> with_replica(std::vector<std::string> columns) const {
    if (own_.count == 1) columns.insert(columns.begin(), "replica");
    return columns;
  }
  std::vector<Row> rows(const Sums& totals) const {
    std::vector<Row> rows = model_->rows(totals);
    for (Row& row : rows)
      if (own_.count == 1) row.insert(row.begin(), own_.first);
    return rows;
  }

  // Of the batch; the values of one that all replicas have in common are the same on every rank.
  std::vector<StateField> fields() const {
    std::vector<StateField> fields = model_->fields();
    for (StateField& field : fields)
      if (!field.common) field.replicas = all_.count;
    return fields;
  }
  // As the model here knows it.
  Field own_field(Field field, bool common) const {
    field.replicas = common || own_.count == 1 ? 0 : own_.count;
    return field;
  }
  // The values of a slab that a rank holds, counted within the batch.
  Slab part_of(int rank, const Field& field, Slab slab) const {
    const Replicas held = replicas_of_rank(all_, rank, ranks_.size());
    const Index each = field.extent.sites(), begin = (held.first - all_.first) * each;
    const Index first = std::max(slab.first, begin);
    const Index end = std::min(slab.first + slab.count, begin + held.count * each);
    return {first, end > first ? end - first : 0};
  }
  // The same, counted within this rank.
  Slab own_part(const Field& field, Slab slab) const {
    Slab part = part_of(ranks_.rank(), field, slab);
    part.first -= (own_.first - all_.first) * field.extent.sites();
    return part;
  }

  Words hashes() const {
    Words words;
    for (const Hash hash : own_.count == 1 ? std::vector{model_->hash()} : model_->replica_hashes())
      words.push_back(hash.value);
    return words;
  }

  // Numbers of a table, row by row.
  Words table(std::size_t which) const {
    const Table table = model_->tables().at(which);
    Words words;
    model_->read_table(table, [&](std::span<const Number> numbers) {
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (own_.count == 1 && i % table.columns.size() == 0) put(words, own_.first);
        put(words, numbers[i]);
      }
    });
    return words;
  }

  // Updates of each replica: those of a batch have equally many, ended or not.
  std::uint64_t updates_each() const { return model_->updates() / own_.count; }
  std::uint64_t own_updates(std::uint64_t of_all) const { return of_all / all_.count * own_.count; }

 private:
  Replicas all_, own_;
  Communicator& ranks_;
  std::shared_ptr<ThreadPool> threads_;
  std::unique_ptr<Model> model_;
};

// What a rank has seen of a batch of steps. A model whose replicas have all ended stands still: its last rows
// stand for all later steps.
struct Stepped {
  std::uint64_t done = 0, updates_each = 0;
  std::vector<std::uint64_t> times;
  std::vector<Words> rows;  // at these times, and once more at the end
};

Stepped step_here(Share& share, std::uint64_t at_most, std::uint64_t every) {
  Model& model = share.model();
  Stepped stepped;
  if (every == 0) {
    stepped.done = model.step(at_most);
  } else {
    stepped.done = model.step_summing(at_most, every, [&](std::uint64_t time, const Sums& totals) {
      stepped.times.push_back(time);
      stepped.rows.push_back(words_of(share.rows(totals)));
    });
    stepped.rows.push_back(stepped.done < at_most ? words_of(share.rows(total_sums(model))) : Words());
  }
  stepped.updates_each = share.updates_each();
  return stepped;
}

Bytes bytes_of(const Stepped& stepped) {
  Words words{stepped.done, stepped.updates_each, stepped.times.size(), stepped.rows.size()};
  words.insert(words.end(), stepped.times.begin(), stepped.times.end());
  for (const Words& rows : stepped.rows) {
    words.push_back(rows.size());
    words.insert(words.end(), rows.begin(), rows.end());
  }
  return bytes_of(words);
}

Stepped stepped_in(const Bytes& bytes) {
  const Words words = words_in(bytes);
  Stepped stepped{words[0], words[1], {}, {}};
  auto at = words.begin() + 4;
  stepped.times.assign(at, at + static_cast<std::ptrdiff_t>(words[2]));
  at += static_cast<std::ptrdiff_t>(words[2]);
  for (std::uint64_t i = 0; i < words[3]; ++i) {
    const auto length = static_cast<std::ptrdiff_t>(*at++);
    stepped.rows.emplace_back(at, at + length);
    at += length;
  }
  return stepped;
}

// Every rank does `work`. What it throws on any of them, rank 0 throws; the others go on listening.
template <typename Work>
void all_do(Communicator& ranks, const Work& work) {
  std::exception_ptr own;
  std::string message;
  try {
    work();
  } catch (const std::exception& error) {
    own = std::current_exception();
    message = *error.what() ? error.what() : "failed";
  }
  const auto bytes = std::as_bytes(std::span(message));
  const std::vector<Bytes> all = ranks.gather({bytes.begin(), bytes.end()});
  if (own && ranks.rank() == 0) std::rethrow_exception(own);
  for (const Bytes& theirs : all)
    if (!theirs.empty()) throw StateError({reinterpret_cast<const char*>(theirs.data()), theirs.size()});
}

void restore_here(Share& share, Communicator& ranks, std::size_t which, const Field& saved, Slab slab,
                  std::span<const std::byte> values) {
  const bool common = share.fields().at(which).common;
  const std::size_t size = size_of(saved.type);
  const Slab part = common ? slab : share.part_of(ranks.rank(), saved, slab);
  Bytes mine(part.count * size);
  std::vector<Sent> sent;
  for (int rank = 0; !values.empty() && rank < ranks.size(); ++rank) {
    const Slab theirs = common ? slab : share.part_of(rank, saved, slab);
    if (theirs.count == 0) continue;
    sent.push_back({rank, 0, values.subspan((theirs.first - slab.first) * size, theirs.count * size)});
  }
  const Received received[] = {{0, 0, mine}};
  ranks.exchange(sent, part.count == 0 ? std::span<const Received>() : received);
  all_do(ranks, [&] {
    if (part.count > 0)
      share.model().restore(share.own_field(saved, common), common ? slab : share.own_part(saved, slab),
                            mine);
  });
}

void read_here(Share& share, Communicator& ranks, const Field& field, Slab slab,
               std::span<std::byte> values) {
  const std::size_t size = size_of(field.type);
  const Slab part = share.own_part(field, slab);
  Bytes mine(part.count * size);
  if (part.count > 0) share.model().read(share.own_field(field, false), part, mine);
  const Sent sent[] = {{0, 0, mine}};
  std::vector<Received> received;
  for (int rank = 0; ranks.rank() == 0 && rank < ranks.size(); ++rank) {
    const Slab theirs = share.part_of(rank, field, slab);
    if (theirs.count == 0) continue;
    received.push_back({rank, 0, values.subspan((theirs.first - slab.first) * size, theirs.count * size)});
  }
  ranks.exchange(mine.empty() ? std::span<const Sent>() : sent, received);
}

FieldOnRanks on_ranks(Share& share, Communicator& ranks, const Field& field) {
  return {field,
          [&share, &ranks, field](Slab slab) {
            std::vector<Holding> holders;
            for (int rank = 0; rank < ranks.size(); ++rank)
              if (const Slab part = share.part_of(rank, field, slab); part.count > 0)
                holders.push_back({rank, part});
            return holders;
          },
          [&share, field](Slab slab, std::span<std::byte> values) {
            share.model().read(share.own_field(field, false), share.own_part(field, slab), values);
          },
          [&share, field](Slab slab, std::span<const std::byte> values) {
            share.model().restore(share.own_field(field, false), share.own_part(field, slab), values);
          }};
}

// The numbers of a table, from one rank after the other: rank 0 need not hold them all at once.
template <typename Take>
void table_here(Share& share, Communicator& ranks, std::size_t which, const Take& take) {
  const Words mine = share.table(which);
  for (int rank = 0; rank < ranks.size(); ++rank) {
    const std::vector<Bytes> theirs = ranks.gather(rank == ranks.rank() ? bytes_of(mine) : Bytes());
    if (ranks.rank() == 0) take(words_in(theirs[static_cast<std::size_t>(rank)]));
  }
}

Words ends_here(const Share& share) {
  Words words;
  for (const auto& end : share.model().replica_ends()) {
    words.push_back(end.has_value());
    words.push_back(end.value_or(0));
  }
  return words;
}

std::vector<Field> coming_fields(const Share& share, const Words& order) {
  const std::vector<StateField> known = share.fields();
  std::vector<Field> coming;
  for (std::size_t i = 1; i + 3 < order.size(); i += 4) {
    const StateField& field = known.at(order[i]);
    Field own = share.own_field(field, field.common);
    own.extent = {order[i + 1], order[i + 2], order[i + 3]};
    coming.push_back(own);
  }
  return coming;
}

class SharedReplicas final : public Model {
 public:
  SharedReplicas(Share share, Communicator& ranks) : share_(std::move(share)), ranks_(ranks) {}
  ~SharedReplicas() override {
    if (std::uncaught_exceptions() > 0) return;  // the others may be anywhere
    try {
      order({End});
    } catch (const std::exception&) {  // a rank has failed, and every one of them knows
    }
  }
  SharedReplicas(const SharedReplicas&) = delete;
  SharedReplicas& operator=(const SharedReplicas&) = delete;

  std::uint64_t step(std::uint64_t at_most) override { return step_all(at_most, 0, {}); }
  std::uint64_t step_summing(std::uint64_t at_most, std::uint64_t every, const TotalsTaken& taken) override {
    return step_all(at_most, every, taken);
  }
  std::uint64_t time() const override { return time_; }
  std::uint64_t updates() const override { return updates_each_ * share_.all().count; }
  std::string unit() const override { return local().unit(); }

  // The rows of all ranks, as words, are what this model calls its sums: each rank has made its own, from
  // sums that the other ranks do not need.
  std::vector<std::string> columns() const override { return share_.with_replica(local().columns()); }
  Sums sums(const Sums& so_far) override {
    if (!so_far.empty()) return {};
    order({Rows});
    return joined(ranks_.gather(bytes_of(words_of(share_.rows(total_sums(local()))))));
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
    order({Read, which, slab.first, slab.count});
    read_here(share_, ranks_, known, slab, values);
  }
  bool read_packed(const Field& field, const PackedTaken& taken) override {
    const std::size_t which = number_of(field);
    const StateField known = share_.fields()[which];
    if (known.common) return false;
    order({ReadPacked, which});
    morula::read_packed(on_ranks(share_, ranks_, known), ranks_, share_.threads(), taken);
    return true;
  }

  Hash hash() override { return hash_of_batch(replica_hashes(), share_.all().first); }
  std::vector<Hash> replica_hashes() override {
    order({Hashes});
    std::vector<Hash> hashes;
    for (const std::uint64_t word : joined(ranks_.gather(bytes_of(share_.hashes()))))
      hashes.push_back({word});
    return hashes;
  }
  std::vector<std::optional<std::uint64_t>> replica_ends() const override {
    order({Ends});
    const Words words = joined(ranks_.gather(bytes_of(ends_here(share_))));
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
    order(words);
    all_do(ranks_, [&] { local().begin_restore(coming_fields(share_, words)); });
  }
  void restore(const Field& field, Slab slab, std::span<const std::byte> values) override {
    const std::size_t which = number_of(field);
    order({Restore, which, slab.first, slab.count, field.extent.x, field.extent.y, field.extent.z});
    restore_here(share_, ranks_, which, field, slab, values);
  }
  bool restore_packed(const Field& field, const PackedGiven& given) override {
    const std::size_t which = number_of(field);
    if (share_.fields()[which].common) return false;
    order({RestorePacked, which, field.extent.x, field.extent.y, field.extent.z});
    const auto failure =
        morula::restore_packed(on_ranks(share_, ranks_, field), ranks_, share_.threads(), given);
    all_do(ranks_, [&] {
      if (failure) std::rethrow_exception(failure);
    });
    return true;
  }
  void end_restore(std::uint64_t time, std::uint64_t updates) override {
    order({EndRestore, time, updates});
    all_do(ranks_, [&] { local().end_restore(time, share_.own_updates(updates)); });
    time_ = time;
    updates_each_ = share_.updates_each();
  }

  std::vector<View> views() const override { return local().views(); }
  ClassOf classes(const View& view) override {
    return local().classes(view);
  }  // pictures show the first replica
  std::vector<Table> tables() const override {
    std::vector<Table> tables = local().tables();
    for (Table& table : tables) table.columns = share_.with_replica(std::move(table.columns));
    return tables;
  }
  void read_table(const Table& table, const RowsTaken& taken) override {
    const std::vector<Table> known = tables();
    const auto found = std::ranges::find(known, table.name, &Table::name);
    const auto which = static_cast<std::size_t>(found - known.begin());
    order({TableRows, which});
    table_here(share_, ranks_, which, [&](const Words& words) {
      Row numbers;
      for (std::size_t i = 0; i < words.size() / 2; ++i) numbers.push_back(number_at(words, i));
      if (!numbers.empty()) taken(numbers);
    });
  }

 private:
  Model& local() const { return share_.model(); }
  void order(const Words& words) const {
    Bytes bytes = bytes_of(words);
    ranks_.broadcast(bytes);
  }
  static Words joined(const std::vector<Bytes>& parts) {
    Words all;
    for (const Bytes& part : parts) {
      const Words words = words_in(part);
      all.insert(all.end(), words.begin(), words.end());
    }
    return all;
  }
  std::size_t number_of(const Field& field) const {
    const std::vector<StateField> known = local().fields();
    const auto found = std::ranges::find(known, field.name, &StateField::name);
    assert(found != known.end());
    return static_cast<std::size_t>(found - known.begin());
  }

  std::uint64_t step_all(std::uint64_t at_most, std::uint64_t every, const TotalsTaken& taken) {
    order({Step, at_most, every});
    std::vector<Stepped> all;
    for (const Bytes& bytes : ranks_.gather(bytes_of(step_here(share_, at_most, every))))
      all.push_back(stepped_in(bytes));
    const auto furthest = std::ranges::max_element(all, {}, &Stepped::done);
    time_ += furthest->done;
    updates_each_ = std::ranges::max(all, {}, &Stepped::updates_each).updates_each;
    for (std::size_t i = 0; i < furthest->times.size(); ++i) {
      Sums rows;
      for (const Stepped& one : all) {
        const Words& own = one.rows[std::min(i, one.times.size())];
        rows.insert(rows.end(), own.begin(), own.end());
      }
      taken(furthest->times[i], rows);
    }
    return furthest->done;
  }

  Share share_;
  Communicator& ranks_;
  std::uint64_t time_ = 0, updates_each_ = 0;
};

// Does what rank 0 asks, which is not to end.
void obey(Task task, const Words& order, Share& share, Communicator& ranks) {
  switch (task) {
    case End:
      break;
    case Step:
      ranks.gather(bytes_of(step_here(share, order.at(1), order.at(2))));
      break;
    case Rows:
      ranks.gather(bytes_of(words_of(share.rows(total_sums(share.model())))));
      break;
    case Read:
      read_here(share, ranks, share.fields().at(order.at(1)), {order.at(2), order.at(3)}, {});
      break;
    case ReadPacked:
      read_packed(on_ranks(share, ranks, share.fields().at(order.at(1))), ranks, share.threads(), {});
      break;
    case Hashes:
      ranks.gather(bytes_of(share.hashes()));
      break;
    case Ends:
      ranks.gather(bytes_of(ends_here(share)));
      break;
    case BeginRestore:
      all_do(ranks, [&] { share.model().begin_restore(coming_fields(share, order)); });
      break;
    case Restore: {
      Field saved = share.fields().at(order.at(1));
      saved.extent = {order.at(4), order.at(5), order.at(6)};
      restore_here(share, ranks, order.at(1), saved, {order.at(2), order.at(3)}, {});
      break;
    }
    case RestorePacked: {
      Field saved = share.fields().at(order.at(1));
      saved.extent = {order.at(2), order.at(3), order.at(4)};
      const auto failure = restore_packed(on_ranks(share, ranks, saved), ranks, share.threads(), {});
      all_do(ranks, [&] {
        if (failure) std::rethrow_exception(failure);
      });
      break;
    }
    case EndRestore:
      all_do(ranks, [&] { share.model().end_restore(order.at(1), share.own_updates(order.at(2))); });
      break;
    case TableRows:
      table_here(share, ranks, order.at(1), [](const Words&) {});
      break;
  }
}

}  // namespace
}  // namespace shared_replicas

bool shares_replicas(const Spec& spec, int ranks) {
  return spec.replicas && ranks > 1 && spec.replicas->count >= static_cast<std::uint64_t>(ranks);
}

Replicas replicas_of_rank(Replicas all, int rank, int ranks) {
  const auto number = static_cast<std::uint64_t>(rank), of = static_cast<std::uint64_t>(ranks);
  const std::uint64_t each = all.count / of, more = all.count % of;
  return {each + (number < more ? 1 : 0), all.first + number * each + std::min(number, more)};
}

std::unique_ptr<Model> make_shared_replicas(const Spec& whole, const Spec& own, const Backend& backend,
                                            Communicator& ranks, Start start) {
  using namespace shared_replicas;
  assert(ranks.rank() == 0);
  Bytes begun = bytes_of(Words{static_cast<std::uint64_t>(start)});
  ranks.broadcast(begun);
  return std::make_unique<SharedReplicas>(Share(whole, own, backend, ranks, start), ranks);
}

void serve_shared_replicas(const Spec& whole, const Spec& own, const Backend& backend, Communicator& ranks) {
  using namespace shared_replicas;
  assert(ranks.rank() != 0);
  Bytes bytes;
  ranks.broadcast(bytes);
  Share share(whole, own, backend, ranks, static_cast<Start>(words_in(bytes).at(0)));
  for (;;) {
    ranks.broadcast(bytes);
    const Words order = words_in(bytes);
    const auto task = static_cast<Task>(order.at(0));
    if (task == End) return;
    obey(task, order, share, ranks);
  }
}

}  // namespace morula
