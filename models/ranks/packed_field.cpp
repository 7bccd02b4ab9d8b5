#include "models/ranks/packed_field.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstring>
#include <deque>
#include <exception>
#include <map>
#include <optional>

#include "core/error.h"
#include "io/field_chunks.h"

namespace morula {
namespace packed_field {
namespace {

constexpr int values_of_chunk = 0, packed_chunk = 1;  // tags
constexpr std::uint64_t outstanding = std::uint64_t{64}
                                      << 20;              // bytes of values that rank 0 asks for at once
constexpr std::uint64_t ahead = std::uint64_t{64} << 20;  // bytes that a rank packs before it is asked
constexpr std::chrono::seconds long_time{1};

// Consecutive chunks of one owner, which travel together.
struct Batch {
  int owner = 0;
  std::uint64_t first = 0, count = 0;

  std::uint64_t end() const { return first + count; }
};

// A chunk whose values lie on several ranks, the first of which owns it.
struct SharedChunk {
  std::uint64_t chunk = 0;
  std::vector<Holding> parts;

  int owner() const { return parts.front().rank; }
};

// What every rank knows of all chunks.
struct Plan {
  explicit Plan(const FieldOnRanks& field) : chunks(io::chunks_for(field.field)) {
    const std::uint64_t most = std::max<std::uint64_t>(1, outstanding / chunks.form.bytes);
    for (std::uint64_t chunk = 0; chunk < chunks.grid.count(); ++chunk) {
      std::vector<Holding> parts = field.holders(chunks.grid.values(chunk));
      const int owner = parts.front().rank;
      if (batches.empty() || batches.back().owner != owner || batches.back().count == most)
        batches.push_back({owner, chunk, 0});
      ++batches.back().count;
      if (parts.size() > 1) shared.push_back({chunk, std::move(parts)});
    }
  }

  std::vector<Batch> of_rank(int rank) const {
    std::vector<Batch> own;
    std::ranges::copy_if(batches, std::back_inserter(own), [&](const Batch& b) { return b.owner == rank; });
    return own;
  }

  io::Chunked chunks;
  std::vector<Batch> batches;
  std::vector<SharedChunk> shared;
};

Bytes bytes_of(const std::vector<std::uint64_t>& words) {
  const auto bytes = std::as_bytes(std::span(words));
  return {bytes.begin(), bytes.end()};
}

Bytes await_letter(Communicator& ranks) {
  for (;;)
    if (auto letter = ranks.receive_letter(long_time)) return std::move(letter->bytes);
}

// Packed chunks go from rank to rank as a letter with their lengths, which may be awaited for long, and then
// the chunks themselves, while both ranks attend to them.
void send(Communicator& ranks, int to, std::span<const io::PackedChunk> packed) {
  std::vector<std::uint64_t> lengths;
  std::vector<Sent> sent;
  for (const io::PackedChunk& one : packed) {
    lengths.push_back(one.size());
    sent.push_back({to, packed_chunk, one});
  }
  ranks.send_letter(to, bytes_of(lengths));
  ranks.exchange(sent, {});
}

std::vector<io::PackedChunk> receive(Communicator& ranks, int from) {
  const Bytes letter = await_letter(ranks);
  std::vector<std::uint64_t> lengths(letter.size() / sizeof(std::uint64_t));
  if (!lengths.empty()) std::memcpy(lengths.data(), letter.data(), letter.size());
  std::vector<io::PackedChunk> packed;
  for (const std::uint64_t length : lengths) packed.emplace_back(length);
  std::vector<Received> received;
  for (io::PackedChunk& one : packed) received.push_back({from, packed_chunk, one});
  ranks.exchange({}, received);
  return packed;
}

// The chunks of one rank, and what they have in common with those of others.
class Chunks {
 public:
  Chunks(const FieldOnRanks& field, Communicator& ranks, ThreadPool& threads)
      : field_(field), ranks_(ranks), threads_(threads), plan_(field) {}

  const Plan& plan() const { return plan_; }
  // As many as keep all threads busy for some milliseconds.
  std::uint64_t at_once() const { return 2 * threads_.size(); }

  // Values of shared chunks are read where they lie and go to the owner, before any chunk is packed; or they
  // go from the owner to where they lie and are restored there, after all were unpacked. Those that could not
  // be unpacked are zero: their owner says so.
  enum class Way { ToOwner, FromOwner };
  void move_shared(Way way) {
    std::deque<Bytes> room;
    std::vector<std::pair<Slab, std::span<std::byte>>> here;
    std::vector<Sent> sent;
    std::vector<Received> received;
    for (const SharedChunk& shared : plan_.shared) {
      const bool is_owner = shared.owner() == ranks_.rank();
      if (is_owner) shared_[shared.chunk].resize(bytes_in(shared.chunk));
      for (const Holding& part : shared.parts) {
        const bool is_here = part.rank == ranks_.rank();
        if (!is_owner && !is_here) continue;
        const std::span<std::byte> values =
            is_owner ? place(shared.chunk, part.slab) : std::span(room.emplace_back(bytes_in(part.slab)));
        if (is_here) here.emplace_back(part.slab, values);
        if (is_owner && is_here) continue;
        const int other = is_owner ? part.rank : shared.owner();
        if (is_owner == (way == Way::FromOwner))
          sent.push_back({other, values_of_chunk, values});
        else
          received.push_back({other, values_of_chunk, values});
      }
    }
    for (const auto& [slab, values] : here)
      if (way == Way::ToOwner) read(slab, values);
    ranks_.exchange(sent, received);
    for (const auto& [slab, values] : here)
      if (way == Way::FromOwner) restore(slab, values);
  }

  // Consecutive chunks that this rank owns.
  std::vector<io::PackedChunk> pack(std::uint64_t first, std::uint64_t end) {
    Values values(*this, first, end);
    for (const auto& [chunk, whole] : values.shared) std::ranges::copy(shared_.at(chunk), whole.begin());
    for (const Slab& run : values.own) read(run, values.of(run));
    for (const auto& [chunk, whole] : values.shared) shared_.erase(chunk);
    return io::pack_all(plan_.chunks.form, {values.chunks.begin(), values.chunks.end()}, &threads_);
  }

  void unpack(std::uint64_t first, const std::vector<io::PackedChunk>& packed) {
    Values values(*this, first, first + packed.size());
    if (!io::unpack_all(plan_.chunks.form, packed, values.chunks, &threads_))
      throw StateError(io::damaged(field_.field));
    for (const auto& [chunk, whole] : values.shared) shared_[chunk].assign(whole.begin(), whole.end());
    for (const Slab& run : values.own) restore(run, values.of(run));
  }

 private:
  // Room for consecutive chunks: the runs of those whose values all lie here, and the shared ones.
  struct Values {
    Values(const Chunks& all, std::uint64_t first, std::uint64_t end)
        : size(size_of(all.field_.field.type)), begin(all.held(first).first) {
      const Slab last = all.held(end - 1);
      bytes.resize((last.first + last.count - begin) * size);
      for (std::uint64_t chunk = first; chunk < end; ++chunk) {
        const Slab slab = all.held(chunk);
        chunks.push_back(of(slab));
        if (all.is_shared(chunk))
          shared[chunk] = of(slab);
        else if (!own.empty() && own.back().first + own.back().count == slab.first)
          own.back().count += slab.count;
        else
          own.push_back(slab);
      }
    }
    std::span<std::byte> of(Slab slab) {
      return std::span(bytes).subspan((slab.first - begin) * size, slab.count * size);
    }

    std::uint64_t size;
    Index begin;
    Bytes bytes;
    std::vector<std::span<std::byte>> chunks;
    std::vector<Slab> own;
    std::map<std::uint64_t, std::span<std::byte>> shared;
  };

  Slab held(std::uint64_t chunk) const { return plan_.chunks.grid.values(chunk); }
  bool is_shared(std::uint64_t chunk) const {
    return std::ranges::binary_search(plan_.shared, chunk, {}, &SharedChunk::chunk);
  }
  std::uint64_t bytes_in(Slab slab) const { return slab.count * size_of(field_.field.type); }
  std::uint64_t bytes_in(std::uint64_t chunk) const { return bytes_in(held(chunk)); }
  // Of a slab in a shared chunk of this rank.
  std::span<std::byte> place(std::uint64_t chunk, Slab slab) {
    const std::uint64_t offset = bytes_in({0, slab.first - held(chunk).first});
    return std::span(shared_.at(chunk)).subspan(offset, bytes_in(slab));
  }
  // Of values that this rank holds, wherever they begin and end.
  void read(Slab values, std::span<std::byte> bytes) {
    for (const Slab& slab : slabs_within(field_.field, values))
      field_.read(slab, bytes.subspan(bytes_in({0, slab.first - values.first}), bytes_in(slab)));
  }
  void restore(Slab values, std::span<const std::byte> bytes) {
    for (const Slab& slab : slabs_within(field_.field, values))
      field_.restore(slab, bytes.subspan(bytes_in({0, slab.first - values.first}), bytes_in(slab)));
  }

  const FieldOnRanks& field_;
  Communicator& ranks_;
  ThreadPool& threads_;
  Plan plan_;
  std::map<std::uint64_t, Bytes> shared_;  // values of the shared chunks that this rank owns
};

// On rank 0. Others are asked with a letter of one byte; an empty one says that no more is wanted.
void collect(Chunks& chunks, Communicator& ranks, const Model::PackedTaken& taken) {
  std::vector<std::uint64_t> left(static_cast<std::size_t>(ranks.size()));
  for (const Batch& batch : chunks.plan().batches) ++left[static_cast<std::size_t>(batch.owner)];
  const auto take = [&](std::uint64_t chunk, const std::vector<io::PackedChunk>& packed) {
    for (const io::PackedChunk& one : packed) taken(chunk++, one);
  };
  try {
    for (const Batch& batch : chunks.plan().batches) {
      --left[static_cast<std::size_t>(batch.owner)];
      if (batch.owner != 0) {
        ranks.send_letter(batch.owner, Bytes(1));
        take(batch.first, receive(ranks, batch.owner));
        continue;
      }
      for (std::uint64_t chunk = batch.first; chunk < batch.end(); chunk += chunks.at_once())
        take(chunk, chunks.pack(chunk, std::min(batch.end(), chunk + chunks.at_once())));
    }
  } catch (...) {  // a full disk, for instance
    for (int rank = 1; rank < ranks.size(); ++rank)
      if (left[static_cast<std::size_t>(rank)] > 0) ranks.send_letter(rank, {});
    throw;
  }
}

// On every other rank: packs its batches, in order, ahead of being asked for them.
class Delivery {
 public:
  Delivery(Chunks& chunks, Communicator& ranks)
      : chunks_(chunks), ranks_(ranks), batches_(chunks.plan().of_rank(ranks.rank())) {}

  void deliver() {
    for (const Batch& batch : batches_) {
      if (!await_request()) return;
      while (ready_.size() < batch.count) pack_some();
      const std::vector<io::PackedChunk> packed(
          std::make_move_iterator(ready_.begin()),
          std::make_move_iterator(ready_.begin() + static_cast<std::ptrdiff_t>(batch.count)));
      ready_.erase(ready_.begin(), ready_.begin() + static_cast<std::ptrdiff_t>(batch.count));
      for (const io::PackedChunk& one : packed) bytes_ready_ -= one.size();
      send(ranks_, 0, packed);
    }
  }

 private:
  // False if no more is wanted.
  bool await_request() {
    while (packing_ < batches_.size() && bytes_ready_ < ahead) {
      if (const auto letter = ranks_.receive_letter({})) return !letter->bytes.empty();
      pack_some();
    }
    return !await_letter(ranks_).empty();
  }

  void pack_some() {
    const Batch& batch = batches_.at(packing_);
    const std::uint64_t first = batch.first + packed_, end = std::min(batch.end(), first + chunks_.at_once());
    for (io::PackedChunk& one : chunks_.pack(first, end)) {
      bytes_ready_ += one.size();
      ready_.push_back(std::move(one));
    }
    packed_ += end - first;
    if (packed_ < batch.count) return;
    packed_ = 0;
    ++packing_;
  }

  Chunks& chunks_;
  Communicator& ranks_;
  std::vector<Batch> batches_;
  std::size_t packing_ = 0;   // the batch that is packed next,
  std::uint64_t packed_ = 0;  // and how many of its chunks are
  std::deque<io::PackedChunk> ready_;
  std::uint64_t bytes_ready_ = 0;
};

// Keeps the first failure for later: other ranks count on this one to do its part.
class Later {
 public:
  template <typename Work>
  void attempt(const Work& work) {
    if (failure_) return;
    try {
      work();
    } catch (...) {
      failure_ = std::current_exception();
    }
  }
  const std::exception_ptr& failure() const { return failure_; }

 private:
  std::exception_ptr failure_;
};

// Batches in the order in which rank 0 reads them: the first of every rank, the second, and so on, so that
// all ranks unpack at the same time.
std::vector<Batch> in_turn(const Plan& plan, int ranks) {
  std::vector<Batch> order;
  std::vector<std::vector<Batch>> of_ranks;
  for (int rank = 0; rank < ranks; ++rank) of_ranks.push_back(plan.of_rank(rank));
  for (std::size_t turn = 0; order.size() < plan.batches.size(); ++turn)
    for (int rank = ranks; rank-- > 0;)  // rank 0 unpacks its own while the others do
      if (const auto& own = of_ranks[static_cast<std::size_t>(rank)]; turn < own.size())
        order.push_back(own[turn]);
  return order;
}

// On rank 0. A batch that cannot be read is sent empty.
void hand_out(Chunks& chunks, Communicator& ranks, const Model::PackedGiven& given, Later& later) {
  for (const Batch& batch : in_turn(chunks.plan(), ranks.size())) {
    std::vector<io::PackedChunk> packed;
    later.attempt([&] {
      for (std::uint64_t chunk = batch.first; chunk < batch.end(); ++chunk) packed.push_back(given(chunk));
    });
    if (packed.size() < batch.count) packed.clear();
    if (batch.owner != 0)
      send(ranks, batch.owner, packed);
    else if (!packed.empty())
      later.attempt([&] { chunks.unpack(batch.first, packed); });
  }
}

void take_in(Chunks& chunks, Communicator& ranks, Later& later) {
  for (const Batch& batch : chunks.plan().of_rank(ranks.rank())) {
    const std::vector<io::PackedChunk> packed = receive(ranks, 0);
    if (!packed.empty()) later.attempt([&] { chunks.unpack(batch.first, packed); });
  }
}

}  // namespace
}  // namespace packed_field

void read_packed(const FieldOnRanks& field, Communicator& ranks, ThreadPool& threads,
                 const Model::PackedTaken& taken) {
  using namespace packed_field;
  Chunks chunks(field, ranks, threads);
  chunks.move_shared(Chunks::Way::ToOwner);
  if (ranks.rank() == 0)
    collect(chunks, ranks, taken);
  else
    Delivery(chunks, ranks).deliver();
}

std::exception_ptr restore_packed(const FieldOnRanks& field, Communicator& ranks, ThreadPool& threads,
                                  const Model::PackedGiven& given) {
  using namespace packed_field;
  Chunks chunks(field, ranks, threads);
  Later later;
  if (ranks.rank() == 0)
    hand_out(chunks, ranks, given, later);
  else
    take_in(chunks, ranks, later);
  chunks.move_shared(Chunks::Way::FromOwner);
  return later.failure();
}

}  // namespace morula
