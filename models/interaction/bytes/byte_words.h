// One interaction in each of 32 blocks whose sites are bytes: loads, the rule of interaction_rule.h for
// sixteen blocks at a time, stores.
#pragma once

#include <memory>
#include <span>

#include "models/interaction/bitplane/threads/block_decisions.h"
#include "models/interaction/bytes/block_windows.h"
#include "models/interaction/bytes/pair_thresholds.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

constexpr u32 first_digits = 8;  // of the number that chooses the action

// The first digits of the number of each block: a word of 32 blocks in each.
using DigitWords = std::array<DecidedWords, first_digits>;

// What is needed to interact in the blocks of a word.
struct WordOfBlocks {
  std::array<Window, 9> rows;      // of the blocks, y fastest
  std::array<bool, 9> row_inside;  // false beyond a wall
  const ColumnsInside* columns;    // null where no site lies beyond a wall
  const BlockDecisions* decisions;
  const DigitWords* digits;
  u32 digits_drawn;  // at most first_digits; the others are zeros
  u64 drawn;         // the number of the word among those decided
  const PairThresholds* thresholds;
};

// The action that the whole number of a block chooses, as action_of() says it: for the few blocks whose first
// digits leave it open. `first` are the eight digits that are known.
class OpenActions {
 public:
  virtual ~OpenActions() = default;
  virtual u32 action(u32 block, u32 actor, u32 partner, u8 first) const = 0;
};

class ByteWords {
 public:
  virtual ~ByteWords() = default;
  virtual void interact(WordOfBlocks& word, const OpenActions& open) const = 0;
};

// Specialised for the kind of block and the variant of the rule.
std::unique_ptr<ByteWords> make_byte_words(const InteractionSpec& interaction);

}  // namespace morula
