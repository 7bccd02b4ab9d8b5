#include "models/potts/engine/attempts_ahead.h"

#include <algorithm>
#include <cstring>

#include "core/uint128.h"

namespace morula::potts {
namespace {

u32 drawn_coordinate(u64 fraction, u32 count) { return static_cast<u32>(high_product(fraction, u64{count})); }

}  // namespace

void AttemptsAhead::begin(u32x2 key, u64 replica, const SubStep& now, const Round& round, RankRange ranks) {
  key_ = key;
  replica_ = replica;
  now_ = now;
  round_ = round;
  ranks_ = ranks;
  begun_ = 0;
}

Turn AttemptsAhead::turn_of(u32 rank) const {
  const u32 kind = kind_in_round(round_.order_of_kinds, now_.number_in_round);
  const Region region = regions_.region(rank, kind, round_);
  return {replica_,
          (now_.step * regions_.turns + now_.turn) * regions_.kinds + now_.number_in_round,
          static_cast<u32>(now_.step + 1),
          rank,
          region,
          attempts_in_turn(region.sites(), now_.turn, regions_.turns)};
}

bool AttemptsAhead::draw_next() {
  if (ranks_.begin == ranks_.end) return false;
  choose_pieces();
  draw_words();
  for (const PieceOfTurn& piece : pieces()) find_sites(piece);
  return true;
}

void AttemptsAhead::choose_pieces() {
  const PieceOfTurn last = begun_ > 0 ? pieces_[count_ - 1] : PieceOfTurn{};
  u32 chosen = 0;
  for (count_ = 0; ranks_.begin < ranks_.end && chosen < draws_at_once && count_ < pieces_.size(); ++count_) {
    const Turn turn = begun_ > 0 ? last.turn : turn_of(static_cast<u32>(ranks_.begin));
    const u32 attempts = std::min(turn.attempts - begun_, static_cast<u32>(draws_at_once) - chosen);
    pieces_[count_] = {turn, begun_, chosen, chosen + attempts};
    chosen += attempts;
    begun_ += attempts;
    if (begun_ < turn.attempts) continue;
    ++ranks_.begin;
    begun_ = 0;
  }
}

// Attempts of a single turn are drawn at consecutive places, which is faster.
void AttemptsAhead::draw_words() {
  ManyDraws draws;
  const auto where_of = [this](const PieceOfTurn& piece) {
    return piece.turn.region.number * regions_.most_attempts + piece.first;
  };
  const u64 when = pieces_[0].turn.sub_step;
  if (count_ == 1) {
    draws_from(key_, where_of(pieces_[0]), when, 0, draws);
  } else {
    std::array<u64, draws_at_once> where{};
    for (const PieceOfTurn& piece : pieces())
      for (u32 i = piece.begin; i < piece.end; ++i) where[i] = where_of(piece) + (i - piece.begin);
    draws_at(key_, where, when, 0, draws);
  }
  static_assert(sizeof drawn_.word == sizeof draws.word);
  std::memcpy(&drawn_.word, &draws.word, sizeof drawn_.word);
}

// Splits random fractions into coordinates, as in the sequential order.
void AttemptsAhead::find_sites(const PieceOfTurn& piece) {
  const auto& [x, y, z] = piece.turn.region.ranges;
  for (u32 i = piece.begin; i < piece.end; ++i) {
    const u64 fraction = u64{drawn_.word[0][i]} << 32 | drawn_.word[1][i];
    const u64 in_plane = fraction * z.count, in_row = in_plane * y.count;
    drawn_.within[i] = {drawn_coordinate(in_row, x.count), drawn_coordinate(in_plane, y.count),
                        drawn_coordinate(fraction, z.count)};
    drawn_.place[i] = padded_.index(coordinate_in(regions_, piece.turn, drawn_.within[i][0], 0),
                                    coordinate_in(regions_, piece.turn, drawn_.within[i][1], 1),
                                    coordinate_in(regions_, piece.turn, drawn_.within[i][2], 2));
  }
}

}  // namespace morula::potts
