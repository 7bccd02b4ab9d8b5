#include "models/ranks/rank_chunks.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <utility>

#include "core/error.h"

namespace morula::packed_field {
namespace {

constexpr int values_of_chunk = 0;  // a tag
constexpr std::uint64_t largest_batch = std::uint64_t{64}
                                        << 20;  // bytes of values that rank 0 asks for at once

}  // namespace

Plan::Plan(const FieldOnRanks& field) : chunks(io::chunks_for(field.field)) {
  const std::uint64_t most_chunks = std::max<std::uint64_t>(1, largest_batch / chunks.form.bytes);
  for (std::uint64_t chunk = 0; chunk < chunks.grid.count(); ++chunk) {
    std::vector<Holding> parts = field.holders(chunks.grid.values(chunk));
    const int owner = parts.front().rank;
    if (batches.empty() || batches.back().owner != owner || batches.back().count == most_chunks)
      batches.push_back({owner, chunk, 0});
    ++batches.back().count;
    if (parts.size() > 1) shared.push_back({chunk, std::move(parts)});
  }
}

std::vector<Batch> Plan::of_rank(int rank) const {
  std::vector<Batch> owned;
  std::ranges::copy_if(batches, std::back_inserter(owned),
                       [&](const Batch& batch) { return batch.owner == rank; });
  return owned;
}

// Memory for consecutive chunks: runs of chunks whose values are all on this rank, and shared chunks.
struct Chunks::Values {
  Values(const Chunks& source, std::uint64_t first, std::uint64_t end)
      : size(size_of(source.field_.field.type)), begin(source.held(first).first) {
    const Slab last = source.held(end - 1);
    bytes.resize((last.first + last.count - begin) * size);
    for (std::uint64_t chunk = first; chunk < end; ++chunk) {
      const Slab slab = source.held(chunk);
      chunks.push_back(of(slab));
      if (source.is_shared(chunk))
        shared[chunk] = of(slab);
      else if (!runs.empty() && runs.back().first + runs.back().count == slab.first)
        runs.back().count += slab.count;
      else
        runs.push_back(slab);
    }
  }
  std::span<std::byte> of(Slab slab) {
    return std::span(bytes).subspan((slab.first - begin) * size, slab.count * size);
  }

  std::uint64_t size;
  Index begin;
  Bytes bytes;
  std::vector<std::span<std::byte>> chunks;
  std::vector<Slab> runs;
  std::map<std::uint64_t, std::span<std::byte>> shared;
};

void Chunks::move_shared(Direction direction) {
  std::deque<Bytes> room;
  std::vector<std::pair<Slab, std::span<std::byte>>> stored;
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
      if (is_here) stored.emplace_back(part.slab, values);
      if (is_owner && is_here) continue;
      const int other = is_owner ? part.rank : shared.owner();
      if (is_owner == (direction == Direction::FromOwner))
        sent.push_back({other, values_of_chunk, values});
      else
        received.push_back({other, values_of_chunk, values});
    }
  }
  for (const auto& [slab, values] : stored)
    if (direction == Direction::ToOwner) read(slab, values);
  ranks_.exchange(sent, received);
  for (const auto& [slab, values] : stored)
    if (direction == Direction::FromOwner) restore(slab, values);
}

std::vector<io::PackedChunk> Chunks::pack(std::uint64_t first, std::uint64_t end) {
  Values values(*this, first, end);
  for (const auto& [chunk, whole] : values.shared) std::ranges::copy(shared_.at(chunk), whole.begin());
  for (const Slab& run : values.runs) read(run, values.of(run));
  for (const auto& [chunk, whole] : values.shared) shared_.erase(chunk);
  return io::pack_all(plan_.chunks.form, {values.chunks.begin(), values.chunks.end()}, &threads_);
}

void Chunks::unpack(std::uint64_t first, const std::vector<io::PackedChunk>& packed) {
  Values values(*this, first, first + packed.size());
  if (!io::unpack_all(plan_.chunks.form, packed, values.chunks, &threads_))
    throw StateError(io::damaged(field_.field));
  for (const auto& [chunk, whole] : values.shared) shared_[chunk].assign(whole.begin(), whole.end());
  for (const Slab& run : values.runs) restore(run, values.of(run));
}

bool Chunks::is_shared(std::uint64_t chunk) const {
  return std::ranges::binary_search(plan_.shared, chunk, {}, &SharedChunk::chunk);
}

std::span<std::byte> Chunks::place(std::uint64_t chunk, Slab slab) {
  const std::uint64_t offset = bytes_in({0, slab.first - held(chunk).first});
  return std::span(shared_.at(chunk)).subspan(offset, bytes_in(slab));
}

void Chunks::read(Slab values, std::span<std::byte> bytes) {
  for (const Slab& slab : slabs_within(field_.field, values))
    field_.read(slab, bytes.subspan(bytes_in({0, slab.first - values.first}), bytes_in(slab)));
}

void Chunks::restore(Slab values, std::span<const std::byte> bytes) {
  for (const Slab& slab : slabs_within(field_.field, values))
    field_.restore(slab, bytes.subspan(bytes_in({0, slab.first - values.first}), bytes_in(slab)));
}

}  // namespace morula::packed_field
