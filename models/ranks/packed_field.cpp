#include "models/ranks/packed_field.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <deque>
#include <exception>
#include <iterator>

#include "models/ranks/rank_chunks.h"

namespace morula {
namespace packed_field {
namespace {

constexpr int packed_chunk = 1;                           // a tag
constexpr std::uint64_t ahead = std::uint64_t{64} << 20;  // bytes that a rank packs in advance
constexpr std::chrono::seconds long_time{1};

Bytes bytes_of(const std::vector<std::uint64_t>& words) {
  const auto bytes = std::as_bytes(std::span(words));
  return {bytes.begin(), bytes.end()};
}

Bytes await_message(Communicator& ranks) {
  for (;;)
    if (auto message = ranks.receive_message(long_time)) return std::move(message->bytes);
}

// Packed chunks go from rank to rank in two steps: first a queued message with their lengths, for which a
// rank may wait long, and then the chunks themselves, while both ranks are ready.
void send(Communicator& ranks, int to, std::span<const io::PackedChunk> packed) {
  std::vector<std::uint64_t> lengths;
  std::vector<Sent> sent;
  for (const io::PackedChunk& chunk : packed) {
    lengths.push_back(chunk.size());
    sent.push_back({to, packed_chunk, chunk});
  }
  ranks.send_message(to, bytes_of(lengths));
  ranks.exchange(sent, {});
}

std::vector<io::PackedChunk> receive(Communicator& ranks, int from) {
  const Bytes message = await_message(ranks);
  std::vector<std::uint64_t> lengths(message.size() / sizeof(std::uint64_t));
  if (!lengths.empty()) std::memcpy(lengths.data(), message.data(), message.size());
  std::vector<io::PackedChunk> packed;
  for (const std::uint64_t length : lengths) packed.emplace_back(length);
  std::vector<Received> received;
  for (io::PackedChunk& chunk : packed) received.push_back({from, packed_chunk, chunk});
  ranks.exchange({}, received);
  return packed;
}

// For rank 0. Other ranks are asked with a message of one byte; an empty message says that nothing more is
// needed.
void collect(Chunks& chunks, Communicator& ranks, const Model::ChunkSink& sink) {
  std::vector<std::uint64_t> left(static_cast<std::size_t>(ranks.size()));
  for (const Batch& batch : chunks.plan().batches) ++left[static_cast<std::size_t>(batch.owner)];
  const auto take = [&](std::uint64_t chunk, const std::vector<io::PackedChunk>& packed) {
    for (const io::PackedChunk& bytes : packed) sink(chunk++, bytes);
  };
  try {
    for (const Batch& batch : chunks.plan().batches) {
      --left[static_cast<std::size_t>(batch.owner)];
      if (batch.owner != 0) {
        ranks.send_message(batch.owner, Bytes(1));
        take(batch.first, receive(ranks, batch.owner));
        continue;
      }
      for (std::uint64_t chunk = batch.first; chunk < batch.end(); chunk += chunks.at_once())
        take(chunk, chunks.pack(chunk, std::min(batch.end(), chunk + chunks.at_once())));
    }
  } catch (...) {  // for example, a full disk
    for (int rank = 1; rank < ranks.size(); ++rank)
      if (left[static_cast<std::size_t>(rank)] > 0) ranks.send_message(rank, {});
    throw;
  }
}

// For every other rank: packs its batches, in order, before rank 0 asks for them.
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
      for (const io::PackedChunk& chunk : packed) bytes_ready_ -= chunk.size();
      send(ranks_, 0, packed);
    }
  }

 private:
  // Returns false if rank 0 needs no more.
  bool await_request() {
    while (packing_ < batches_.size() && bytes_ready_ < ahead) {
      if (const auto message = ranks_.receive_message({})) return !message->bytes.empty();
      pack_some();
    }
    return !await_message(ranks_).empty();
  }

  void pack_some() {
    const Batch& batch = batches_.at(packing_);
    const std::uint64_t first = batch.first + packed_, end = std::min(batch.end(), first + chunks_.at_once());
    for (io::PackedChunk& chunk : chunks_.pack(first, end)) {
      bytes_ready_ += chunk.size();
      ready_.push_back(std::move(chunk));
    }
    packed_ += end - first;
    if (packed_ < batch.count) return;
    packed_ = 0;
    ++packing_;
  }

  Chunks& chunks_;
  Communicator& ranks_;
  std::vector<Batch> batches_;
  std::size_t packing_ = 0;   // the next batch to be packed,
  std::uint64_t packed_ = 0;  // and the number of its chunks that are packed
  std::deque<io::PackedChunk> ready_;
  std::uint64_t bytes_ready_ = 0;
};

// Keeps the first failure for later, because other ranks rely on this one to do its part.
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

// The batches in the order in which rank 0 reads them: the first of every rank, then the second of every
// rank, and so on, so that all ranks unpack at the same time.
std::vector<Batch> in_turn(const Plan& plan, int ranks) {
  std::vector<Batch> order;
  std::vector<std::vector<Batch>> of_ranks;
  for (int rank = 0; rank < ranks; ++rank) of_ranks.push_back(plan.of_rank(rank));
  for (std::size_t turn = 0; order.size() < plan.batches.size(); ++turn)
    for (int rank = ranks; rank-- > 0;)  // so rank 0 unpacks its own batch while the others unpack theirs
      if (const auto& chunks_of_rank = of_ranks[static_cast<std::size_t>(rank)]; turn < chunks_of_rank.size())
        order.push_back(chunks_of_rank[turn]);
  return order;
}

// For rank 0. A batch that cannot be read is sent empty.
void hand_out(Chunks& chunks, Communicator& ranks, const Model::ChunkSource& source, Later& later) {
  for (const Batch& batch : in_turn(chunks.plan(), ranks.size())) {
    std::vector<io::PackedChunk> packed;
    later.attempt([&] {
      for (std::uint64_t chunk = batch.first; chunk < batch.end(); ++chunk) packed.push_back(source(chunk));
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
                 const Model::ChunkSink& sink) {
  using namespace packed_field;
  Chunks chunks(field, ranks, threads);
  chunks.move_shared(Chunks::Direction::ToOwner);
  if (ranks.rank() == 0)
    collect(chunks, ranks, sink);
  else
    Delivery(chunks, ranks).deliver();
}

std::exception_ptr restore_packed(const FieldOnRanks& field, Communicator& ranks, ThreadPool& threads,
                                  const Model::ChunkSource& source) {
  using namespace packed_field;
  Chunks chunks(field, ranks, threads);
  Later later;
  if (ranks.rank() == 0)
    hand_out(chunks, ranks, source, later);
  else
    take_in(chunks, ranks, later);
  chunks.move_shared(Chunks::Direction::FromOwner);
  return later.failure();
}

}  // namespace morula
