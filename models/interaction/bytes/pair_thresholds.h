// The first eight binary digits of the thresholds of every pair of states. Comparing them with the first
// eight digits of a random number decides most actions; if they are equal, further digits must be drawn.
#pragma once

#include <vector>

#include "models/interaction/bytes/byte_vectors.h"
#include "models/interaction/rates/action_thresholds.h"

namespace morula {

class PairThresholds {
 public:
  PairThresholds(u32 states, const ActionThresholds& rates, unsigned digits_drawn);

  // Can the first eight digits of a random number be too few to decide an action?
  bool may_be_open() const { return may_be_open_; }

  struct Bytes {
    ByteVector move, reproduce, prey;
  };
  Bytes of(ByteVector actors, ByteVector partners) const {
#if defined(__ARM_NEON)
    if (states_ <= few) return of_few(actors, partners);
#endif
    std::array<u8, blocks_in_vector> actor, partner;
    store_bytes(actors, actor.data());
    store_bytes(partners, partner.data());
    std::array<u32, blocks_in_vector> found;
    for (u32 i = 0; i < blocks_in_vector; ++i) found[i] = of_pair_[actor[i] * states_ + partner[i]];
    std::array<u8, blocks_in_vector> move, reproduce, prey;
    for (u32 i = 0; i < blocks_in_vector; ++i) {
      move[i] = static_cast<u8>(found[i]);
      reproduce[i] = static_cast<u8>(found[i] >> 8);
      prey[i] = static_cast<u8>(found[i] >> 16);
    }
    return {load_bytes(move.data()), load_bytes(reproduce.data()), load_bytes(prey.data())};
  }

 private:
#if defined(__ARM_NEON)
  // One instruction looks up sixteen bytes in a table of 64.
  Bytes of_few(ByteVector actors, ByteVector partners) const {
    const ByteVector pairs = (actors << 4) | partners;
    uint8x16_t prey = vqtbl4q_u8(vld1q_u8_x4(few_prey_.data()), (uint8x16_t)pairs);
    prey = vqtbx4q_u8(prey, vld1q_u8_x4(few_prey_.data() + 64), (uint8x16_t)(pairs - 64));
    prey = vqtbx4q_u8(prey, vld1q_u8_x4(few_prey_.data() + 128), (uint8x16_t)(pairs - 128));
    prey = vqtbx4q_u8(prey, vld1q_u8_x4(few_prey_.data() + 192), (uint8x16_t)(pairs - 192));
    return {(ByteVector)vqtbl1q_u8(vld1q_u8(few_move_.data()), (uint8x16_t)actors),
            (ByteVector)vqtbl1q_u8(vld1q_u8(few_reproduce_.data()), (uint8x16_t)actors), (ByteVector)prey};
  }
#endif

  static constexpr u32 few = 16;  // states; the table of their pairs has 256 bytes

  u32 states_;
  bool may_be_open_ = false;
  std::array<u8, few> few_move_{}, few_reproduce_{};  // [actor], if there are few states
  std::array<u8, few * few> few_prey_{};              // [actor · few + partner]
  std::vector<u32> of_pair_;  // [actor · states + partner]: a byte each for move, reproduce and prey
};

}  // namespace morula
