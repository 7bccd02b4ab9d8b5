// The part of a batch of replicas that one rank holds, and what this rank does in each call to the batch.
// Every rank makes the same calls in the same order.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/communicator.h"
#include "models/catalogue.h"
#include "models/ranks/packed_field.h"
#include "models/ranks/replica_messages.h"

namespace morula::shared_replicas {

// The replicas of one rank, in the form that they have within the batch: even a single one has a column and
// an axis for its number.
class Share {
 public:
  Share(const Spec& whole, const Spec& part, const Backend& backend, Communicator& ranks, Start start)
      : batch_(*whole.replicas),
        held_(*part.replicas),
        ranks_(ranks),
        threads_(backend.threads),
        model_(make_model(part, backend, start)) {}

  Model& model() const { return *model_; }
  ThreadPool& threads() const { return *threads_; }
  const Replicas& batch() const { return batch_; }

  std::vector<std::string> with_replica(std::vector<std::string> columns) const {
    if (held_.count == 1) columns.insert(columns.begin(), "replica");
    return columns;
  }
  std::vector<Row> rows(const Sums& totals) const;

  // The fields of the batch. A field that is common to all replicas has the same values on every rank.
  std::vector<StateField> fields() const;
  // The same field in the form of this rank's model.
  Field own_field(Field field, bool common) const {
    field.replicas = common || held_.count == 1 ? 0 : held_.count;
    return field;
  }
  // The part of a slab that a rank holds, with indices of the batch.
  Slab part_of(int rank, const Field& field, Slab slab) const;
  // This rank's part of a slab, with indices of this rank's own field.
  Slab own_part(const Field& field, Slab slab) const;

  Words hashes() const;

  // Called after a step: makes lists that have grown equally long on all ranks.
  void agree_on_lengths();

  // The numbers of a table, row by row.
  Words table(std::size_t which) const;

  // Updates of each replica; all replicas of a batch have the same number, whether they have ended or not.
  std::uint64_t updates_each() const { return model_->updates() / held_.count; }
  std::uint64_t own_updates(std::uint64_t of_all) const { return of_all / batch_.count * held_.count; }

 private:
  Replicas batch_, held_;
  Communicator& ranks_;
  std::shared_ptr<ThreadPool> threads_;
  std::unique_ptr<Model> model_;
};

Stepped step_here(Share& share, std::uint64_t at_most, std::uint64_t every);

// Rank 0 gets the values; on other ranks `values` is empty.
void read_here(Share& share, Communicator& ranks, const Field& field, Slab slab, std::span<std::byte> values);
void restore_here(Share& share, Communicator& ranks, std::size_t which, const Field& saved, Slab slab,
                  std::span<const std::byte> values);
FieldOnRanks on_ranks(Share& share, Communicator& ranks, const Field& field);

// Calls `take` on rank 0 with the numbers of a table, from one rank after the other, so that rank 0 need not
// hold all of them at once.
void table_here(Share& share, Communicator& ranks, std::size_t which,
                const std::function<void(const Words&)>& take);

Words ends_here(const Share& share);
// The fields in a request to begin restoring, in the form of this rank's model.
std::vector<Field> coming_fields(const Share& share, const Words& request);

}  // namespace morula::shared_replicas
