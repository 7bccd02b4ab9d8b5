// One interaction in each of 32 blocks whose sites are bytes: loads the sites, applies the rule of
// interaction_rule.h to sixteen blocks at a time and stores them.
#pragma once

#include <memory>
#include <span>

#include "models/interaction/bitplane/threads/block_decisions.h"
#include "models/interaction/bytes/block_windows.h"
#include "models/interaction/bytes/pair_thresholds.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

constexpr u32 first_digits = 8;  // of the number that chooses the action

// The first digits of the number of each block: one word of 32 blocks for each digit.
using DigitWords = std::array<DecidedWords, first_digits>;

// Input of the interactions in the blocks of a word.
struct WordOfBlocks {
  std::array<Window, 9> rows;      // rows of sites of the blocks, y fastest
  std::array<bool, 9> row_inside;  // false beyond a wall
  const ColumnsInside* columns;    // null if no site lies beyond a wall
  const BlockDecisions* decisions;
  const DigitWords* digits;
  u32 digits_drawn;  // at most first_digits; undrawn digits are zeros
  u64 drawn;         // index of the word among those decided
  const PairThresholds* thresholds;
};

// Finds the action that the whole number of a block chooses, as action_of() does, for the few blocks whose
// first digits leave it open. `first` holds the eight known digits.
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

// Makes code that is specialised for the kind of block and the variant of the rule.
std::unique_ptr<ByteWords> make_byte_words(const InteractionSpec& interaction);

}  // namespace morula
