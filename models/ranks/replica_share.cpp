#include "models/ranks/replica_share.h"

#include <algorithm>

#include "core/all_ranks.h"
#include "core/message.h"
#include "models/growing_lists.h"
#include "models/ranks/shared_replicas.h"

namespace morula::shared_replicas {

std::vector<Row> Share::rows(const Sums& totals) const {
  std::vector<Row> rows = model_->rows(totals);
  for (Row& row : rows)
    if (held_.count == 1) row.insert(row.begin(), held_.first);
  return rows;
}

std::vector<StateField> Share::fields() const {
  std::vector<StateField> fields = model_->fields();
  for (StateField& field : fields)
    if (!field.common) field.replicas = batch_.count;
  return fields;
}

Slab Share::part_of(int rank, const Field& field, Slab slab) const {
  const Replicas held = replicas_of_rank(batch_, rank, ranks_.size());
  const Index each = field.extent.sites(), begin = (held.first - batch_.first) * each;
  const Index first = std::max(slab.first, begin);
  const Index end = std::min(slab.first + slab.count, begin + held.count * each);
  return {first, end > first ? end - first : 0};
}

Slab Share::own_part(const Field& field, Slab slab) const {
  Slab part = part_of(ranks_.rank(), field, slab);
  part.first -= (held_.first - batch_.first) * field.extent.sites();
  return part;
}

Words Share::hashes() const {
  Words words;
  for (const Hash hash : held_.count == 1 ? std::vector{model_->hash()} : model_->replica_hashes())
    words.push_back(hash.value);
  return words;
}

Words Share::table(std::size_t which) const {
  const Table table = model_->tables().at(which);
  Words words;
  model_->read_table(table, [&](std::span<const Number> numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (held_.count == 1 && i % table.columns.size() == 0) put(words, held_.first);
      put(words, numbers[i]);
    }
  });
  return words;
}

void Share::agree_on_lengths() {
  GrowingLists* const lists = growing_lists(*model_);
  if (!lists || lists->list_lengths().empty()) return;  // the same on all ranks
  Words longest;
  for (const Bytes& lengths : ranks_.gather(morula::message_of(lists->list_lengths())))
    keep_longest(longest, numbers_in(lengths));
  Bytes agreed = morula::message_of(longest);
  ranks_.broadcast(agreed);
  lists->lengthen_lists(numbers_in(agreed));
}

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
  share.agree_on_lengths();
  return stepped;
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
      check_and_restore(share.model(), share.own_field(saved, common),
                        common ? slab : share.own_part(saved, slab), mine);
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
            check_and_restore(share.model(), share.own_field(field, false), share.own_part(field, slab),
                              values);
          }};
}

void table_here(Share& share, Communicator& ranks, std::size_t which,
                const std::function<void(const Words&)>& take) {
  const Words mine = share.table(which);
  for (int rank = 0; rank < ranks.size(); ++rank) {
    const std::vector<Bytes> theirs = ranks.gather(rank == ranks.rank() ? morula::message_of(mine) : Bytes());
    if (ranks.rank() == 0) take(numbers_in(theirs[static_cast<std::size_t>(rank)]));
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

std::vector<Field> coming_fields(const Share& share, const Words& request) {
  const std::vector<StateField> known = share.fields();
  std::vector<Field> coming;
  for (std::size_t i = 1; i + 3 < request.size(); i += 4) {
    const StateField& field = known.at(request[i]);
    Field shared_field = share.own_field(field, field.common);
    shared_field.extent = {request[i + 1], request[i + 2], request[i + 3]};
    coming.push_back(shared_field);
  }
  return coming;
}

}  // namespace morula::shared_replicas
