#include "models/ranks/halos.h"

#include <cstdlib>
#include <string_view>

namespace morula {
namespace {

// Tags of the messages of one exchange: the receiver's halo that they fill.
constexpr int halo_before = 0, halo_behind = 1;

// An exchange has at most four messages, one after the other in memory.
constexpr std::size_t to_before = 0, to_behind = 1, from_before = 2, from_behind = 3, messages = 4;

}  // namespace

bool is_overlap_wanted() {
  const char* const wanted = std::getenv("MORULA_OVERLAP");
  return !wanted || std::string_view(wanted) != "no";
}

void Halos::make_room_for_messages(std::uint64_t layer_bytes, const Backend& backend) {
  const std::uint64_t bytes = messages * depth() * layer_bytes;
  if (backend.device)
    pinned_ = backend.device->allocate_host(bytes);
  else
    ordinary_.resize(bytes);
}

std::span<std::byte> Halos::message(std::size_t which) {
  const std::span<std::byte> room = pinned_ ? pinned_->bytes() : std::span(ordinary_);
  return room.subspan(which * room.size() / messages, room.size() / messages);
}

void Halos::exchange(LayerCopies& copies) {
  std::vector<Sent> sent;
  std::vector<Received> received;
  const auto add = [&](int neighbour, std::size_t out, Index from, int out_fills, std::size_t in,
                       int in_fills) {
    if (neighbour < 0) return;
    copies.read_layers(from, message(out));
    sent.push_back({neighbour, out_fills, message(out)});
    received.push_back({neighbour, in_fills, message(in)});
  };
  add(before(), to_before, first_owned(), halo_behind, from_before, halo_before);
  add(behind(), to_behind, end_of_owned() - depth(), halo_before, from_behind, halo_behind);
  copies.end_reading();
  communicator_.exchange(sent, received);
  if (before() >= 0) copies.write_layers(first_owned() - depth(), message(from_before));
  if (behind() >= 0) copies.write_layers(end_of_owned(), message(from_behind));
  copies.end_writing();
}

LayerRange Halos::interior() const {
  const Index first = before() < 0 ? 0 : first_owned() + depth(),
              end = behind() < 0 ? part_.layers_of(part_.stored) : end_of_owned() - depth();
  return {first, end > first ? end - first : 0};
}

}  // namespace morula
