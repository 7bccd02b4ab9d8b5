#include "io/hdf5_chunks.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace morula::io::hdf5 {
namespace {

// Chunks are written to the file as they are in memory.
static_assert(std::endian::native == std::endian::little);

// The filters of a dataset's chunks, if they are a combination that we support: shuffle, deflate and
// checksum, of which deflate is required.
std::optional<ChunkForm> form_in(const OpenFile& file, hid_t list, ChunkForm form) {
  form.shuffled = form.checksummed = false;
  bool deflated = false;
  const int filters = file.check(H5Pget_nfilters(list));
  for (int i = 0; i < filters; ++i) {
    unsigned flags = 0, config = 0, value_size = 0;
    std::size_t values = 1;
    const H5Z_filter_t filter = file.check(
        H5Pget_filter2(list, static_cast<unsigned>(i), &flags, &values, &value_size, 0, nullptr, &config));
    const bool fits = filter == H5Z_FILTER_SHUFFLE      ? i == 0 && value_size == form.value_size
                      : filter == H5Z_FILTER_DEFLATE    ? !deflated
                      : filter == H5Z_FILTER_FLETCHER32 ? deflated && !form.checksummed
                                                        : false;
    if (!fits || (form.checksummed && filter != H5Z_FILTER_FLETCHER32)) return std::nullopt;
    if (filter == H5Z_FILTER_SHUFFLE) form.shuffled = true;
    if (filter == H5Z_FILTER_DEFLATE) deflated = true;
    if (filter == H5Z_FILTER_FLETCHER32) form.checksummed = true;
  }
  return deflated ? std::optional(form) : std::nullopt;
}

}  // namespace

Handle creation_list(const OpenFile& file, const Field& field) {
  Handle list = file.make(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  file.check(H5Pset_obj_track_times(list.get(), false));  // the same state gives the same bytes
  if (field.values() == 0) return list;                   // an empty field has no chunks
  const ChunkForm form = chunks_for(field).form;
  const Dimensions chunk = in_order(chunk_of(field), field);
  file.check(H5Pset_chunk(list.get(), rank_of(field), chunk.data()));
  if (form.shuffled) file.check(H5Pset_shuffle(list.get()));
  file.check(H5Pset_deflate(list.get(), 1));
  if (form.checksummed) file.check(H5Pset_fletcher32(list.get()));
  return list;
}

std::optional<Chunked> chunks_of(const OpenFile& file, hid_t dataset, const Field& field) {
  const Handle list = file.make(H5Dget_create_plist(dataset), H5Pclose);
  const Handle type = file.make(H5Dget_type(dataset), H5Tclose);
  if (file.check(H5Tequal(type.get(), type_in_file(field.type))) == 0) return std::nullopt;
  if (H5Pget_layout(list.get()) != H5D_CHUNKED) return std::nullopt;
  Dimensions size{};
  file.check(H5Pget_chunk(list.get(), rank_of(field), size.data()));
  const ChunkGrid grid(shape_of(field), shape_in(size, field));
  const auto form = form_in(file, list.get(), form_of(field, grid));
  if (!form || form->bytes > slab_bytes || !grid.is_consecutive()) return std::nullopt;
  return Chunked{grid, *form};
}

ChunkWriter::ChunkWriter(const OpenFile& file, hid_t dataset, const Field& field, ThreadPool* threads)
    : file_(file), dataset_(dataset), field_(field), threads_(threads), chunks_(chunks_for(field)) {}

void ChunkWriter::write(const Slab& slab, std::span<const std::byte> values) {
  const std::size_t size = size_of(field_.type);
  std::vector<Ready> ready;
  for (const ChunkGrid::Piece& piece : chunks_.grid.pieces(slab)) {
    const auto part = values.subspan(piece.in_slab * size, piece.count * size);
    if (piece.whole) {
      ready.push_back({piece.chunk, part});
    } else if (const Begun& begun = begin(piece, part); begun.missing == 0) {
      ready.push_back({piece.chunk, begun.values});
    }
  }
  put(ready);
  std::erase_if(begun_, [](const auto& chunk) { return chunk.second.missing == 0; });
}

ChunkWriter::Begun& ChunkWriter::begin(const ChunkGrid::Piece& piece, std::span<const std::byte> values) {
  const std::size_t size = size_of(field_.type);
  const auto [place, made] = begun_.try_emplace(piece.chunk);
  Begun& begun = place->second;
  if (made) begun.missing = chunks_.grid.values(piece.chunk).count;
  if (made) begun.values.resize(begun.missing * size);
  assert(begun.missing >= piece.count);
  begun.missing -= piece.count;
  std::ranges::copy(values, begun.values.begin() + static_cast<std::ptrdiff_t>(piece.in_chunk * size));
  return begun;
}

void ChunkWriter::put(const std::vector<Ready>& chunks) {
  std::vector<std::span<const std::byte>> values;
  for (const Ready& chunk : chunks) values.push_back(chunk.values);
  const std::vector<PackedChunk> packed = pack_all(chunks_.form, values, threads_);
  for (std::size_t i = 0; i < chunks.size(); ++i) write_packed(chunks[i].chunk, packed[i]);
}

void ChunkWriter::write_packed(std::uint64_t chunk, std::span<const std::byte> packed) {
  const Dimensions offset = in_order(chunks_.grid.origin(chunk), field_);
  file_.check(H5Dwrite_chunk(dataset_, H5P_DEFAULT, 0, offset.data(), packed.size(), packed.data()));
}

void ChunkWriter::finish() {
  std::vector<Ready> ready;
  for (const auto& [chunk, begun] : begun_) ready.push_back({chunk, begun.values});
  put(ready);
  begun_.clear();
}

ChunkReader::ChunkReader(const OpenFile& file, hid_t dataset, const Field& field, Chunked chunks)
    : file_(file), dataset_(dataset), field_(field), chunks_(chunks) {}

bool ChunkReader::read(const Slab& slab, std::span<std::byte> values) {
  const auto chunks = find(slab, values);
  if (!chunks) return false;
  for (const Wanted& chunk : *chunks) read_and_unpack(chunk);
  return true;
}

std::optional<std::vector<ChunkReader::Wanted>> ChunkReader::find(const Slab& slab,
                                                                  std::span<std::byte> values) {
  const QuietCall call;
  const std::size_t size = size_of(field_.type);
  std::vector<Wanted> wanted;
  for (const ChunkGrid::Piece& piece : chunks_.grid.pieces(slab)) {
    const auto place = find(piece.chunk);
    if (!place) return std::nullopt;
    wanted.push_back({piece, values.subspan(piece.in_slab * size, piece.count * size), *place,
                      piece.whole ? nullptr : hold(piece.chunk)});
  }
  return wanted;
}

// Other programs make chunks larger than the slabs of several threads. If each thread decompressed such a
// chunk for itself, memory and time would grow with the number of threads.
std::shared_ptr<ChunkReader::Held> ChunkReader::hold(std::uint64_t chunk) {
  const auto known = held_.find(chunk);
  auto held = known == held_.end() ? nullptr : known->second.lock();
  if (!held) {
    std::erase_if(held_, [](const auto& numbered) { return numbered.second.expired(); });
    held = std::make_shared<Held>();
    held_[chunk] = held;
  }
  return last_held_ = held;
}

std::optional<PackedChunk> ChunkReader::read_packed(std::uint64_t chunk) const {
  const auto find_alone = [&] {
    const QuietCall call;
    return find(chunk);
  };
  const auto place = chunks_ == chunks_for(field_) ? find_alone() : std::nullopt;
  if (!place) return std::nullopt;
  PackedChunk packed(place->bytes);
  if (!file_.disk->read(place->offset, packed)) file_.fail();
  return packed;
}

// Our driver notes where HDF5 would read the chunk. H5Dget_chunk_info_by_coord() would return the place too,
// but it goes through all chunks before that one. If anything fails here, HDF5 is asked to read the chunk in
// the usual way: it knows the contents of a chunk that was never written, and reports what is wrong with a
// damaged one.
std::optional<ChunkReader::Place> ChunkReader::find(std::uint64_t chunk) const {
  const Dimensions origin = in_order(chunks_.grid.origin(chunk), field_);
  hsize_t bytes = 0;
  if (H5Dget_chunk_storage_size(dataset_, origin.data(), &bytes) < 0) return std::nullopt;
  if (bytes == 0 || bytes > 2 * chunks_.form.bytes + 1024) return std::nullopt;
  const auto unread = std::make_unique_for_overwrite<std::byte[]>(bytes);
  std::uint32_t filters_left_out = 0;
  RawReads reads;
  file_.disk->noting = &reads;
  const herr_t result = H5Dread_chunk(dataset_, H5P_DEFAULT, origin.data(), &filters_left_out, unread.get());
  file_.disk->noting = nullptr;
  if (result < 0 || filters_left_out != 0 || reads.count != 1 || reads.bytes != bytes) return std::nullopt;
  const std::uint64_t size = file_.disk->size();
  if (reads.offset > size || bytes > size - reads.offset) return std::nullopt;
  return Place{reads.offset, bytes};
}

// Does not call HDF5, which admits only one thread at a time.
void ChunkReader::read_and_unpack(const Wanted& chunk) const {
  if (!chunk.held) return unpack_into(chunk.place, chunk.into);
  {
    const std::scoped_lock lock(chunk.held->unpacking);
    if (chunk.held->values.empty()) {
      std::vector<std::byte> whole(chunks_.form.bytes);
      unpack_into(chunk.place, whole);
      chunk.held->values = std::move(whole);
    }
  }
  const auto piece =
      std::span(chunk.held->values).subspan(chunk.piece.in_chunk * size_of(field_.type), chunk.into.size());
  std::ranges::copy(piece, chunk.into.begin());
}

void ChunkReader::unpack_into(const Place& place, std::span<std::byte> values) const {
  PackedChunk packed(place.bytes);
  if (!file_.disk->read(place.offset, packed)) file_.fail();
  if (!unpack(chunks_.form, packed, values)) throw FileError(file_.path, damaged(field_));
}

}  // namespace morula::io::hdf5
