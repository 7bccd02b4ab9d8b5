#include "models/rank_part.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "models/catalogue.h"

namespace morula {
namespace {

// Messages of one exchange, by the rim of the receiver that they fill.
constexpr int rim_before = 0, rim_behind = 1;
constexpr int values_of_slab = 2;

}  // namespace

Decomposition decomposition_of(const Spec& spec, const Backend& backend, int ranks) {
  return {*spec.lattice, family_of(spec).division->divisibility(spec, backend).granularity, ranks};
}

// Rims are computed by two ranks: deep ones cost work, shallow ones messages. They are as deep as one pass of
// the engine, or as many as make a sixteenth of the work, but no deeper than the neighbour's slab.
Index rim_depth(const Divisibility& divisibility, const Decomposition& decomposition) {
  constexpr Index share = 32, most_steps = 64;
  const Index smallest = decomposition.smallest(), pass = divisibility.pass * divisibility.spoiled;
  Index rim = std::clamp(smallest / share / pass * pass, pass, std::max(pass, most_steps));
  if (const char* wanted = std::getenv("MORULA_RIM")) rim = std::strtoull(wanted, nullptr, 10);
  rim = std::min(rim, smallest) / divisibility.spoiled * divisibility.spoiled;
  return std::max(rim, divisibility.spoiled);
}

RankPart::RankPart(const Spec& spec, const Backend& backend, Communicator& communicator, Start start,
                   Index rim)
    : communicator_(communicator),
      divisibility_(family_of(spec).division->divisibility(spec, backend)),
      decomposition_(decomposition_of(spec, backend, communicator.size())),
      lattice_(decomposition_.part(communicator.rank(), rim)),
      rim_(rim) {
  const Division& division = *family_of(spec).division;
  const Spec of_part = division.part(spec, lattice_);
  check_fits(of_part, backend);
  model_ = division.make(of_part, backend, start);
}

std::uint64_t RankPart::step(std::uint64_t at_most) {
  std::uint64_t done = 0;
  while (done < at_most) {
    const std::uint64_t left = at_most - done;
    if (good_layers_ / divisibility_.spoiled < std::min<std::uint64_t>(left, divisibility_.pass) &&
        good_layers_ < rim_)
      exchange_rims();
    const std::uint64_t batch = std::min<std::uint64_t>(left, good_layers_ / divisibility_.spoiled);
    good_layers_ -= batch * divisibility_.spoiled;
    const std::uint64_t stepped = model_->step(batch);
    done += stepped;
    if (stepped < batch) break;
  }
  return done;
}

void RankPart::exchange_rims() {
  const int before = decomposition_.before(communicator_.rank()),
            behind = decomposition_.behind(communicator_.rank());
  const std::uint64_t bytes = rim_ * model_->layer_bytes();
  const Index first = lattice_.stored_before, end = first + lattice_.layers_of(lattice_.owned);
  std::vector<Sent> sent;
  std::vector<Received> received;
  const auto add = [&](int neighbour, Bytes& out, Index from, int out_fills, Bytes& in, int in_fills) {
    if (neighbour < 0) return;
    out.resize(bytes);
    in.resize(bytes);
    model_->read_layers(from, out);
    sent.push_back({neighbour, out_fills, out});
    received.push_back({neighbour, in_fills, in});
  };
  add(before, to_before_, first, rim_behind, from_before_, rim_before);
  add(behind, to_behind_, end - rim_, rim_before, from_behind_, rim_behind);
  communicator_.exchange(sent, received);
  if (before >= 0) model_->write_layers(first - rim_, from_before_);
  if (behind >= 0) model_->write_layers(end, from_behind_);
  good_layers_ = rim_;
}

Sums RankPart::sums(const Sums& so_far) {
  Sums sums = model_->sums(so_far);
  communicator_.sum(sums);
  return sums;
}

Hash RankPart::hash() {
  std::array<std::uint64_t, 1> sum = {model_->hash().value};
  communicator_.sum(sum);
  return {sum[0]};
}

Slab RankPart::owned_by(int rank, Slab slab) const {
  const LayerRange& layers = decomposition_.owned_by(rank);
  const Index begin = std::max(slab.first, layers.first * lattice_.layer_sites()),
              end = std::min(slab.first + slab.count, layers.end() * lattice_.layer_sites());
  return {begin, begin < end ? end - begin : 0};
}

void RankPart::read(const Field& field, Slab slab, std::span<std::byte> values) {
  const std::uint64_t size = size_of(field.type);
  const auto place = [&](Slab part) {
    return values.subspan((part.first - slab.first) * size, part.count * size);
  };
  const Slab mine = owned_by(communicator_.rank(), slab);
  if (communicator_.rank() != 0) {
    Bytes bytes(mine.count * size);
    if (mine.count > 0) model_->read(field, mine, bytes);
    const Sent sent{0, values_of_slab, bytes};
    return communicator_.exchange({&sent, mine.count > 0 ? 1u : 0u}, {});
  }
  std::vector<Received> received;
  for (int rank = 1; rank < communicator_.size(); ++rank)
    if (const Slab part = owned_by(rank, slab); part.count > 0)
      received.push_back({rank, values_of_slab, place(part)});
  if (mine.count > 0) model_->read(field, mine, place(mine));
  communicator_.exchange({}, received);
}

void RankPart::restore(const Field& field, Slab slab, std::span<const std::byte> values) {
  const std::uint64_t size = size_of(field.type);
  const auto place = [&](Slab part) {
    return values.subspan((part.first - slab.first) * size, part.count * size);
  };
  forget_rims();
  const Slab mine = owned_by(communicator_.rank(), slab);
  if (communicator_.rank() != 0) {
    Bytes bytes(mine.count * size);
    const Received received{0, values_of_slab, bytes};
    communicator_.exchange({}, {&received, mine.count > 0 ? 1u : 0u});
    if (mine.count > 0) model_->restore(field, mine, bytes);
    return;
  }
  std::vector<Sent> sent;
  for (int rank = 1; rank < communicator_.size(); ++rank)
    if (const Slab part = owned_by(rank, slab); part.count > 0)
      sent.push_back({rank, values_of_slab, place(part)});
  communicator_.exchange(sent, {});
  if (mine.count > 0) model_->restore(field, mine, place(mine));
}

}  // namespace morula
