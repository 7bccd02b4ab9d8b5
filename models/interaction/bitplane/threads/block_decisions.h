// Draws the decisions of many words of 32 blocks at once; block b of a word takes bit b. README.md, "Draws",
// says what each word decides. On devices block_decisions_kernels.h does the same.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/many_draws.h"
#include "models/interaction/bitplane/bitplane_rule.h"
#include "models/interaction/bitplane/threads/unaligned_vectors.h"
#include "models/interaction/order/draw_layout.h"

namespace morula {

constexpr u64 most_words_decided = 256;
constexpr std::size_t most_thresholds = 26;  // largest number of thresholds of a number: the neighbours in 3D

// A word of bits for each word of blocks. The array is longer than the words that are asked for, because
// draws are made in whole groups and a vector may be loaded beyond the last word.
using DecidedWords = std::array<u32, most_words_decided + draws_at_once + words_in_vector>;

// The blocks whose random number is below a threshold, and those for which more digits are needed.
struct ComparedWords {
  alignas(sizeof(bits)) std::array<DecidedWords, most_thresholds> below, open;
};

struct BlockDecisions {
  alignas(sizeof(bits)) std::array<DecidedWords, 3> actor, across;  // a bit for each axis
  ComparedWords action;  // compared with the threshold of each class
  ComparedWords partner;
  alignas(sizeof(bits)) DecidedWords comb;  // in refined phases, the number that chooses the acting comb
};

// The thresholds that the two numbers of a block are compared with, and where the digits of these numbers are
// drawn.
struct DecisionThresholds {
  // `action` holds the thresholds of the classes of rates.
  DecisionThresholds(const DrawLayout& layout, std::vector<u64> action);

  struct DrawnNumber {
    DrawnNumber(unsigned first_word, std::vector<u64> below);
    unsigned first_word, digits;  // no more digits than the thresholds have
    std::vector<u64> below;       // the thresholds
    std::vector<unsigned> ends;   // for each threshold, the word behind its last digit
  };
  unsigned actor_words;
  std::vector<u32> across;  // for each partner
  DrawnNumber partner, action;
  std::optional<unsigned> comb_word;  // only in refined phases
};

// Draws the decisions of words `where`, `where` + 1, ...
void draw_decisions(u32x2 key, u64 where, u64 when, u64 count, const DecisionThresholds& thresholds,
                    BlockDecisions& decisions);

}  // namespace morula
