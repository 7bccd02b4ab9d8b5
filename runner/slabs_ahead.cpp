#include "runner/slabs_ahead.h"

#include <algorithm>
#include <utility>

#include "core/error.h"

namespace morula {
namespace {

constexpr std::size_t places = 3;

}  // namespace

SlabsAhead::SlabsAhead(const Field& field, Read read, gpu::Device* device, std::uint64_t at_most,
                       std::uint64_t worth_pinning)
    : value_size_(size_of(field.type)), read_(std::move(read)), slabs_(slabs_of(field, at_most)) {
  allocate(field.bytes() >= worth_pinning ? device : nullptr);
  if (slabs_.size() > 1) reader_ = std::thread([this] { read_all(); });
}

SlabsAhead::~SlabsAhead() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (reader_.joinable()) reader_.join();
}

void SlabsAhead::allocate(gpu::Device* lender) {
  Index largest = 0;
  for (const Slab& slab : slabs_) largest = std::max(largest, slab.count);
  const std::size_t count = std::min(places, slabs_.size());
  if (lender != nullptr) try {
      while (lent_.size() < count) lent_.push_back(lender->allocate_host(largest * value_size_));
      return;
    } catch (const Error&) {  // the system has too little of it; ordinary memory will do
      lent_.clear();
    }
  while (own_.size() < count)
    own_.push_back(std::make_unique_for_overwrite<std::byte[]>(largest * value_size_));
}

std::span<std::byte> SlabsAhead::place_of(std::size_t slab) {
  const std::size_t place = slab % places;
  std::byte* const bytes = lent_.empty() ? own_[place].get() : lent_[place]->bytes().data();
  return {bytes, slabs_[slab].count * value_size_};
}

void SlabsAhead::read_all() {
  for (std::size_t slab = 0; slab < slabs_.size(); ++slab) {
    {
      std::unique_lock lock(mutex_);
      // The last one taken is still in use.
      changed_.wait(lock, [&] { return stopping_ || slab < places || slab - places + 1 < taken_; });
      if (stopping_) return;
    }
    std::exception_ptr failure;
    try {
      read_(slabs_[slab], place_of(slab));
    } catch (...) {
      failure = std::current_exception();
    }
    {
      const std::scoped_lock lock(mutex_);
      failure_ = failure;
      read_slabs_ = slab + 1;
    }
    changed_.notify_all();
    if (failure) return;
  }
}

std::optional<SlabsAhead::Values> SlabsAhead::next() {
  if (taken_ == slabs_.size()) return std::nullopt;
  const std::size_t slab = taken_;
  if (reader_.joinable()) {
    std::unique_lock lock(mutex_);
    ++taken_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return read_slabs_ > slab || failure_; });
    if (failure_ && read_slabs_ <= slab + 1) std::rethrow_exception(failure_);
  } else {
    ++taken_;
    read_(slabs_[slab], place_of(slab));
  }
  return Values{slabs_[slab], place_of(slab)};
}

}  // namespace morula
