#include "runner/slabs_ahead.h"

#include <algorithm>
#include <utility>

#include "core/error.h"

namespace morula {

// Delegates first, so that the destructor ends the readers even if the rest of this constructor throws.
SlabsAhead::SlabsAhead(const Field& field, Read read, const Options& options)
    : SlabsAhead(field, std::move(read), slabs_of(field, options.at_most), options.readers) {
  const auto readers = std::min<std::size_t>(options.readers, slabs_.size());
  while (slabs_.size() > 1 && readers_.size() < readers) readers_.emplace_back([this] { read_slabs(); });
  allocate(field.bytes() >= options.worth_pinning ? options.device : nullptr);
}

SlabsAhead::SlabsAhead(const Field& field, Read read, std::vector<Slab> slabs, unsigned readers)
    : value_size_(size_of(field.type)),
      read_(std::move(read)),
      slabs_(std::move(slabs)),
      places_(std::min<std::size_t>(readers + slabs_beside_readers, slabs_.size())) {}

SlabsAhead::~SlabsAhead() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (std::thread& reader : readers_) reader.join();
}

// Pinning memory takes long, so that a reader begins as soon as there is a place for its slab.
void SlabsAhead::allocate(gpu::Device* lender) {
  Index largest = 0;
  for (const Slab& slab : slabs_) largest = std::max(largest, slab.count);
  for (Place& place : places_) {
    if (lender != nullptr) try {
        place.lent = lender->allocate_host(largest * value_size_);
      } catch (const Error&) {  // there is too little pinned memory, so ordinary memory is used
        lender = nullptr;
      }
    if (!place.lent) place.allocated = std::make_unique_for_overwrite<std::byte[]>(largest * value_size_);
    {
      const std::scoped_lock lock(mutex_);
      place.bytes = place.lent ? place.lent->bytes().data() : place.allocated.get();
    }
    changed_.notify_all();
  }
}

std::span<std::byte> SlabsAhead::bytes_of(std::size_t slab) {
  return {place_of(slab).bytes, slabs_[slab].count * value_size_};
}

// Whether the place of this slab is free. The values of an earlier slab occupy it until the slab after that
// one is taken.
bool SlabsAhead::has_place(std::size_t slab) const {
  const std::size_t places = places_.size();
  return places_[slab % places].bytes != nullptr && (slab < places || slab - places + 1 < taken_);
}

std::optional<std::size_t> SlabsAhead::begin_slab() {
  std::unique_lock lock(mutex_);
  const std::size_t slab = begun_++;
  if (slab >= slabs_.size()) return std::nullopt;
  changed_.wait(lock, [&] { return stopping_ || has_place(slab); });
  return stopping_ ? std::nullopt : std::optional(slab);
}

void SlabsAhead::read_slabs() {
  while (const auto slab = begin_slab()) {
    std::exception_ptr failure;
    try {
      read_(slabs_[*slab], bytes_of(*slab));
    } catch (...) {
      failure = std::current_exception();
    }
    {
      const std::scoped_lock lock(mutex_);
      place_of(*slab).failure = failure;
      place_of(*slab).slabs_read = *slab + 1;
    }
    changed_.notify_all();
  }
}

std::optional<SlabsAhead::Values> SlabsAhead::next() {
  if (taken_ == slabs_.size()) return std::nullopt;
  const std::size_t slab = taken_;
  if (readers_.empty()) {
    ++taken_;
    read_(slabs_[slab], bytes_of(slab));
  } else {
    std::unique_lock lock(mutex_);
    ++taken_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return place_of(slab).slabs_read == slab + 1; });
    if (place_of(slab).failure) std::rethrow_exception(place_of(slab).failure);
  }
  return Values{slabs_[slab], bytes_of(slab)};
}

}  // namespace morula
