#include "models/ranks/rank_part.h"

#include <algorithm>
#include <cstdlib>
#include <deque>

#include "core/message.h"
#include "models/catalogue.h"
#include "models/ranks/rank_columns.h"
#include "models/ranks/rank_picture.h"

namespace morula {
namespace {

constexpr int values_of_slab = 2;  // a tag that no halo uses

}  // namespace

Decomposition decomposition_of(const Spec& spec, int ranks) {
  return {*spec.lattice, family_of(spec).division->divisibility(spec).granularity, ranks};
}

// Both neighbours compute a halo: deep halos cost computing time, shallow ones cost messages. A halo has 1/32
// of the layers of the smallest slab, but at most 64 layers, and never more than a neighbour owns. It lasts
// for at least two passes of the engine, or for one pass if a pass makes more than 1/16 of the slab wrong.
//
// A device that computes during an exchange can hide the exchange behind one pass. If a pass is too short to
// hide the exchange of such a halo, but long enough to hide that of a halo for one pass, the halo is made for
// one pass. In the time that it takes to send a layer of a solid over a fast link, a device updates a few
// hundred layers.
Index halo_depth(const Divisibility& divisibility, const Decomposition& decomposition, Index layer_sites,
                 bool are_overlapped) {
  constexpr Index share = 32, most_layers = 64, share_of_a_pass = 16;
  constexpr Index sites_that_hide_an_exchange = Index{1} << 28, layers_that_hide_one = 256;
  const Index smallest = decomposition.smallest(), pass = divisibility.pass * divisibility.spoiled;
  const Index least = smallest / share_of_a_pass >= pass ? 2 * pass : pass;
  Index halo = std::clamp(smallest / share / pass * pass, least, std::max(least, most_layers));
  const bool hides_halo = smallest * divisibility.pass >= layers_that_hide_one * halo;
  if (are_overlapped && !hides_halo && smallest * layer_sites >= sites_that_hide_an_exchange) halo = pass;
  if (const char* wanted = std::getenv("MORULA_HALO")) halo = std::strtoull(wanted, nullptr, 10);
  halo = std::min(halo, smallest) / divisibility.spoiled * divisibility.spoiled;
  return std::max(halo, divisibility.spoiled);
}

HaloSettings halo_settings(const Spec& spec, const Backend& backend, const Decomposition& decomposition) {
  const Divisibility divisibility = family_of(spec).division->divisibility(spec);
  const bool are_overlapped = backend.device && divisibility.overlaps && is_overlap_wanted();
  return {halo_depth(divisibility, decomposition, spec.lattice->layer_sites(), are_overlapped),
          are_overlapped};
}

Spec RankPart::spec_of(const Spec& whole, const Communicator& communicator, Index halo) {
  const Decomposition decomposition = decomposition_of(whole, communicator.size());
  return family_of(whole).division->part(whole, decomposition.part(communicator.rank(), halo));
}

RankPart::RankPart(const Spec& whole, const Spec& part, const Backend& backend, Communicator& communicator,
                   Start start, const HaloSettings& halos)
    : communicator_(communicator),
      threads_(backend.threads),
      divisibility_(family_of(whole).division->divisibility(whole)),
      decomposition_(decomposition_of(whole, communicator.size())),
      whole_(*whole.lattice),
      lattice_(*part.lattice),
      columns_(whole.site_columns),
      halos_(communicator, decomposition_, lattice_, halos),
      model_(family_of(whole).division->make(part, backend, start)) {
  if (lattice_.is_whole()) return;
  halos_.make_room_for_messages(model_->layer_bytes(), backend);
  model_->join(*this);
}

std::uint64_t RankPart::updates(std::uint64_t wanted, const Spoiled& spoiled) {
  std::uint64_t possible = 0;
  Index left = 0;
  const auto use_halos = [&] {
    for (possible = 0, left = *good_layers_; possible < wanted; ++possible) {
      const Index next = possible == 0 && are_halos_new_ ? divisibility_.spoiled : spoiled(possible);
      if (next > left) break;
      left -= next;
    }
  };
  if (!good_layers_) exchange_halos();
  use_halos();
  if (possible < std::min<std::uint64_t>(wanted, divisibility_.pass) && !are_halos_new_) {
    exchange_halos();
    use_halos();
  }
  good_layers_ = left;
  are_halos_new_ = false;
  return possible;
}

void RankPart::exchange_halos() {
  halos_.exchange(*model_);
  halos_are_renewed();
}

void RankPart::halos_are_renewed() {
  good_layers_ = halos_.depth();
  are_halos_new_ = true;
}

// All ranks have used up the same number of layers, so all of them renew their halos now.
Halos* RankPart::take_spent_halos() {
  if (!halos_.are_overlapped() || *good_layers_ >= divisibility_.spoiled) return nullptr;
  halos_are_renewed();
  return &halos_;
}

Sums RankPart::sums(const Sums& so_far) {
  Sums sums = model_->sums(so_far);
  communicator_.sum(sums);
  return sums;
}

Row RankPart::site_numbers() {
  return columns_on_ranks(*model_, *columns_, classes(columns_->view), whole_, decomposition_, communicator_,
                          *threads_);
}

std::vector<Hash> RankPart::hash_sums() {
  std::vector<Hash> hashes = model_->hash_sums();
  std::vector<std::uint64_t> sums;
  for (const Hash hash : hashes) sums.push_back(hash.value);
  communicator_.sum(sums);
  for (std::size_t i = 0; i < sums.size(); ++i) hashes[i].value = sums[i];
  return hashes;
}

std::optional<ShownRange> RankPart::shown_range(const View& view) {
  const auto range = model_->shown_range(view);
  if (!range) return std::nullopt;
  const std::uint64_t limits[] = {range->least, range->greatest};
  ShownRange shown;
  for (const Bytes& of_rank : communicator_.gather(message_of(limits))) {
    const std::vector<std::uint64_t> there = numbers_in(of_rank);
    shown.add({there.at(0), there.at(1)});
  }
  const std::uint64_t found[] = {shown.least, shown.greatest};
  Bytes bytes = message_of(found);
  communicator_.broadcast(bytes);
  const std::vector<std::uint64_t> totals = numbers_in(bytes);
  return ShownRange{totals.at(0), totals.at(1)};
}

ClassOf RankPart::classes(const View& view) {
  const auto range = shown_range(view);
  return range ? model_->classes_in(view, *range) : ClassOf();
}

std::optional<LevelLimits> RankPart::level_limits(const View& view) {
  const auto range = shown_range(view);
  return range ? model_->limits_in(view, *range) : std::nullopt;
}

io::Image RankPart::picture(const View& view, const FramesSpec& frames,
                            const std::vector<io::Colour>& colours) {
  return picture_on_ranks(*model_, frames, Colouring(view, classes(view), colours), decomposition_,
                          communicator_, *threads_);
}

std::vector<Holding> RankPart::holders(const Field& field, Slab slab) const {
  const Index layer = lattice_.layer_sites(), sites = field.extent.sites(), end = slab.first + slab.count;
  std::vector<Holding> parts;
  for (Index at = slab.first; at < end; at += parts.back().slab.count) {
    const Index replica = at / sites * sites;
    const int owner = decomposition_.owner_of((at - replica) / layer);
    const Index until = std::min(end, replica + decomposition_.owned_by(owner).end() * layer);
    parts.push_back({owner, {at, until - at}});
  }
  return parts;
}

// Lists beside the lattice are the same on every rank.
void RankPart::read(const Field& field, Slab slab, std::span<std::byte> values) {
  const std::uint64_t size = size_of(field.type);
  const bool is_first = communicator_.rank() == 0;
  if (field.dimensions == 1) return is_first ? model_->read(field, slab, values) : void();
  std::deque<Bytes> buffers;
  std::vector<Sent> sent;
  std::vector<Received> received;
  for (const auto& [rank, part] : holders(field, slab)) {
    const auto place = is_first ? values.subspan((part.first - slab.first) * size, part.count * size)
                                : std::span<std::byte>();
    if (rank == communicator_.rank()) {
      const auto values_of_part = is_first ? place : std::span(buffers.emplace_back(part.count * size));
      model_->read(field, part, values_of_part);
      if (!is_first) sent.push_back({0, values_of_slab, values_of_part});
    } else if (is_first) {
      received.push_back({rank, values_of_slab, place});
    }
  }
  communicator_.exchange(sent, received);
}

std::function<void()> RankPart::restore(const Field& field, Slab slab, std::span<const std::byte> values) {
  const std::uint64_t size = size_of(field.type);
  const bool is_first = communicator_.rank() == 0;
  forget_halos();
  if (field.dimensions == 1) {
    Bytes list(values.begin(), values.end());
    communicator_.broadcast(list);
    return [this, field, slab, list = std::move(list)] { check_and_restore(*model_, field, slab, list); };
  }
  const auto buffers = std::make_shared<std::deque<Bytes>>();
  std::vector<std::pair<Slab, std::span<const std::byte>>> mine;
  std::vector<Sent> sent;
  std::vector<Received> received;
  for (const auto& [rank, part] : holders(field, slab)) {
    const auto place = is_first ? values.subspan((part.first - slab.first) * size, part.count * size)
                                : std::span<const std::byte>();
    if (rank != communicator_.rank()) {
      if (is_first) sent.push_back({rank, values_of_slab, place});
    } else if (is_first) {
      mine.emplace_back(part, place);
    } else {
      received.push_back({0, values_of_slab, buffers->emplace_back(part.count * size)});
      mine.emplace_back(part, buffers->back());
    }
  }
  communicator_.exchange(sent, received);
  return [this, field, buffers, mine = std::move(mine)] {
    for (const auto& [part, values_of_part] : mine) check_and_restore(*model_, field, part, values_of_part);
  };
}

FieldOnRanks RankPart::on_ranks(const Field& field) {
  return {field, [this, field](Slab slab) { return holders(field, slab); },
          [this, field](Slab slab, std::span<std::byte> values) { model_->read(field, slab, values); },
          [this, field](Slab slab, std::span<const std::byte> values) {
            check_and_restore(*model_, field, slab, values);
          }};
}

void RankPart::read_packed(const Field& field, const Model::ChunkSink& sink) {
  morula::read_packed(on_ranks(field), communicator_, *threads_, sink);
}

std::exception_ptr RankPart::restore_packed(const Field& field, const Model::ChunkSource& source) {
  forget_halos();
  return morula::restore_packed(on_ranks(field), communicator_, *threads_, source);
}

}  // namespace morula
