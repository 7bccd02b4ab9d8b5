#include "models/ranks/rank_columns.h"

#include <cstring>
#include <map>
#include <set>

#include "models/series/site_totals.h"

namespace morula {
namespace {

bool owns(const LayerRange& owned, Index layer) { return layer >= owned.first && layer < owned.end(); }

// The layers that a rank's formulas read but other ranks own, in order.
std::set<Index> layers_around(const LayerRange& owned, const Lattice& whole, int range) {
  const Index layers = whole.layers_of(whole.global), around = static_cast<Index>(range);
  std::set<Index> needed;
  for (Index i = 0; i < 2 * around && owned.count > 0; ++i) {
    // `around` more than the layer, so that it is not negative.
    const Index shifted = i < around ? owned.first + i : owned.end() + i;
    const bool is_beyond = shifted < around || shifted - around >= layers;
    if (is_beyond && whole.boundary_across() == Boundary::Fixed) continue;
    const Index layer = (shifted + layers - around % layers) % layers;
    if (!owns(owned, layer)) needed.insert(layer);
  }
  return needed;
}

// Every rank sends the layers that other ranks need from it.
std::map<Index, std::vector<u8>> layers_from_others(const LayerReader& read, const Lattice& whole, int range,
                                                    const Decomposition& decomposition, Communicator& ranks) {
  const Index layer_sites = whole.layer_sites();
  const LayerRange& owned = decomposition.owned_by(ranks.rank());
  std::vector<Bytes> sent(static_cast<std::size_t>(ranks.size()));
  for (int other = 0; other < ranks.size(); ++other) {
    if (other == ranks.rank()) continue;
    for (const Index layer : layers_around(decomposition.owned_by(other), whole, range)) {
      if (!owns(owned, layer)) continue;
      std::vector<u8> states(layer_sites);
      read(layer, 1, states);
      const auto bytes = std::as_bytes(std::span(states));
      Bytes& message = sent[static_cast<std::size_t>(other)];
      message.insert(message.end(), bytes.begin(), bytes.end());
    }
  }
  const std::vector<Bytes> received = ranks.all_to_all(sent);
  std::map<Index, std::vector<u8>> layers;
  std::vector<std::size_t> bytes_read(received.size());
  for (const Index layer : layers_around(owned, whole, range))
    for (std::size_t other = 0; other < received.size(); ++other)
      if (owns(decomposition.owned_by(static_cast<int>(other)), layer)) {
        std::vector<u8>& states = layers[layer];
        states.resize(layer_sites);
        std::memcpy(states.data(), received[other].data() + bytes_read[other], layer_sites);
        bytes_read[other] += layer_sites;
      }
  return layers;
}

}  // namespace

Row columns_on_ranks(Model& part, const SiteColumns& columns, const ClassOf& class_of, const Lattice& whole,
                     const Decomposition& decomposition, Communicator& ranks, ThreadPool& threads) {
  const LayerReader read_owned = reader_of_layers(part, columns.view, class_of);
  const LayerRange& owned = decomposition.owned_by(ranks.rank());
  const auto others = layers_from_others(read_owned, whole, columns.range, decomposition, ranks);
  const Index layer_sites = whole.layer_sites();
  const LayerReader read = [&](Index first, Index count, std::span<u8> states) {
    for (Index i = 0; i < count; ++i) {
      const std::span<u8> layer = states.subspan(i * layer_sites, layer_sites);
      if (owns(owned, first + i))
        read_owned(first + i, 1, layer);
      else
        std::ranges::copy(others.at(first + i), layer.begin());
    }
  };
  const SiteTotals mine = site_totals(columns, whole, owned, part.time(), read, threads);
  end_run_on_failure(mine.failure, whole, &ranks);
  const auto bytes = std::as_bytes(std::span(mine.of_columns));
  std::vector<SiteTotal> totals(columns.columns.size());
  for (const Bytes& of_rank : ranks.gather({bytes.begin(), bytes.end()})) {
    std::vector<SiteTotal> part_of(totals.size());
    std::memcpy(part_of.data(), of_rank.data(), of_rank.size());
    for (std::size_t i = 0; i < totals.size(); ++i) totals[i].add(part_of[i]);
  }
  return ranks.rank() == 0 ? numbers_of(columns, totals, whole.global.sites()) : Row();
}

}  // namespace morula
