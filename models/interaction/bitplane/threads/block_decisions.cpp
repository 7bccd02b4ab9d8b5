#include "models/interaction/bitplane/threads/block_decisions.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <span>

namespace morula {
namespace {

using DrawnNumber = DecisionThresholds::DrawnNumber;
using GroupOfWords = std::array<bits, vectors_drawn>;

bool has_digits(const DrawnNumber& number, unsigned which) {
  return which * 4 < number.first_word + number.digits && which * 4 + 4 > number.first_word;
}

// Four digits of the number of each block.
struct FourDigits {
  bits one, two, three, four;
};

// Compares numbers of four digits with a constant: are they below it, or equal to it?
template <u32 constant>
[[gnu::always_inline]] inline Compared compare_four(const FourDigits& digits) {
  const auto compare = [](Compared so_far, bits digit, u32 bit) -> Compared {
    return bit ? Compared{so_far.below | ~digit, so_far.open & digit}
               : Compared{so_far.below & ~digit, so_far.open & ~digit};
  };
  Compared found{bits{}, ~bits{}};
  found = compare(found, digits.four, constant & 1u);
  found = compare(found, digits.three, constant >> 1 & 1u);
  found = compare(found, digits.two, constant >> 2 & 1u);
  return compare(found, digits.one, constant >> 3 & 1u);
}

template <u32 constant>
void compare_all_four(const ManyDraws& draws, GroupOfWords& below, GroupOfWords& open) {
  UNROLL for (std::size_t i = 0; i < vectors_drawn; ++i) {
    const Compared found = compare_four<constant>(
        {(bits)draws.word[0][i], (bits)draws.word[1][i], (bits)draws.word[2][i], (bits)draws.word[3][i]});
    below[i] |= open[i] & found.below;
    open[i] &= found.open;
  }
}

using CompareFour = void (*)(const ManyDraws&, GroupOfWords&, GroupOfWords&);

template <u32... constants>
constexpr std::array<CompareFour, sizeof...(constants)> comparisons(
    std::integer_sequence<u32, constants...>) {
  return {compare_all_four<constants>...};
}
constexpr std::array<CompareFour, 16> compare_with = comparisons(std::make_integer_sequence<u32, 16>());

// Compares the digits that this draw holds with those of one threshold, whose digits end before word `end`.
void compare_digits(const ManyDraws& draws, unsigned which, unsigned first, u64 threshold, unsigned end,
                    GroupOfWords& below, GroupOfWords& open) {
  const unsigned begin = which * 4;
  if (begin >= first) {  // digits behind the last are zeros
    const unsigned digit = begin - first;
    compare_with[digit > 28 ? (threshold << (digit - 28)) & 15u : (threshold >> (28 - digit)) & 15u](
        draws, below, open);
    return;
  }
  for (unsigned word = first; word < std::min(begin + 4, end); ++word)
    for (std::size_t i = 0; i < vectors_drawn; ++i) {
      const Compared next =
          compare_digit({below[i], open[i]}, (bits)draws.word[word % 4][i], threshold, word - first);
      below[i] = next.below;
      open[i] = next.open;
    }
}

void load(const DecidedWords& words, u64 first, GroupOfWords& group) {
  for (std::size_t i = 0; i < vectors_drawn; ++i) group[i] = load_vector(&words[first + i * words_in_vector]);
}

void store(const GroupOfWords& group, u64 first, DecidedWords& words) {
  for (std::size_t i = 0; i < vectors_drawn; ++i) store_vector(group[i], &words[first + i * words_in_vector]);
}

// Compares the words of blocks from `first` on. A threshold leaves nothing open once its digits have ended.
void compare_group(const ManyDraws& draws, unsigned which, const DrawnNumber& number, u64 first,
                   ComparedWords& words) {
  const bool begins = which * 4 <= number.first_word;
  for (std::size_t t = 0; t < number.below.size(); ++t) {
    if (!begins && number.ends[t] <= which * 4) continue;
    GroupOfWords below, open;
    if (begins) {
      const Compared start = not_compared(number.below[t]);
      below.fill(start.below);
      open.fill(start.open);
    } else {
      load(words.below[t], first, below);
      load(words.open[t], first, open);
    }
    if (number.ends[t] > number.first_word)
      compare_digits(draws, which, number.first_word, number.below[t], number.ends[t], below, open);
    store(below, first, words.below[t]);
    if (number.ends[t] > which * 4 + 4) store(open, first, words.open[t]);
  }
}

// Compares only the words in a list.
void compare_listed(const ManyDraws& draws, unsigned which, const DrawnNumber& number,
                    std::span<const u16> listed, ComparedWords& words) {
  for (std::size_t t = 0; t < number.below.size(); ++t) {
    if (number.ends[t] <= which * 4) continue;
    GroupOfWords below{}, open{};
    u32 *const below_words = reinterpret_cast<u32*>(below.data()), *const open_words =
                                                                       reinterpret_cast<u32*>(open.data());
    for (std::size_t i = 0; i < listed.size(); ++i) {
      below_words[i] = words.below[t][listed[i]];
      open_words[i] = words.open[t][listed[i]];
    }
    compare_digits(draws, which, number.first_word, number.below[t], number.ends[t], below, open);
    for (std::size_t i = 0; i < listed.size(); ++i) {
      words.below[t][listed[i]] = below_words[i];
      words.open[t][listed[i]] = open_words[i];
    }
  }
}

// List of the words in which some block needs more digits, before draw `which` is made.
class OpenWords {
 public:
  void find(unsigned which, const DrawnNumber& number, const ComparedWords& words, u64 count) {
    DecidedWords open;
    std::fill_n(open.begin(), count + words_in_vector, 0u);
    for (std::size_t t = 0; t < number.below.size(); ++t)
      if (number.ends[t] > which * 4)
        for (u64 first = 0; first < count; first += words_in_vector)
          store_vector(load_vector(&open[first]) | load_vector(&words.open[t][first]), &open[first]);
    size_ = 0;
    for (u64 i = 0; i < count; ++i) {
      word_numbers_[size_] = static_cast<u16>(i);
      size_ += open[i] != 0;
    }
  }
  // Keeps only those words of the list that are still open.
  void narrow(unsigned which, const DrawnNumber& number, const ComparedWords& words) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      u32 open = 0;
      for (std::size_t t = 0; t < number.below.size(); ++t)
        if (number.ends[t] > which * 4) open |= words.open[t][word_numbers_[i]];
      word_numbers_[kept] = word_numbers_[i];
      kept += open != 0;
    }
    size_ = kept;
  }
  std::span<const u16> word_numbers() const { return std::span(word_numbers_).first(size_); }
  std::size_t size() const { return size_; }

 private:
  std::array<u16, most_words_decided + 1> word_numbers_;
  std::size_t size_ = 0;
};

// Have so few digits been compared before draw `which` that most words still have a block that needs more?
bool most_are_open(unsigned which, const DrawnNumber& number) {
  const unsigned compared = which * 4 - number.first_word;
  const auto going_on = std::ranges::count_if(number.ends, [&](unsigned end) { return end > which * 4; });
  return compared < 32 && static_cast<u64>(going_on) * 32 >= u64{1} << compared;
}

// Makes the draws at the listed places.
void draws_at(u32x2 key, u64 where, std::span<const u16> listed, u64 when, u32 which, ManyDraws& draws) {
  ManyDraws at{};
  for (std::size_t i = 0; i < listed.size(); ++i) {
    const u64 place = where + listed[i];
    at.set(i, {static_cast<u32>(place), static_cast<u32>(place >> 32) | static_cast<u32>(when << 16),
               static_cast<u32>(when >> 16), which});
  }
  draws_of(key, at, draws);
}

struct Draw {
  u32x2 key;
  u64 where, when, count;
};

void compare_in_all(const Draw& at, unsigned which, const DrawnNumber& number, ComparedWords& words) {
  ManyDraws draws;
  for (u64 first = 0; first < at.count; first += draws_at_once) {
    draws_from(at.key, at.where + first, at.when, which, draws);
    compare_group(draws, which, number, first, words);
  }
}

// Compares the digits of a number that come from draw `which` and later draws. Once only few words have a
// block that needs more digits, draws are made for these words only.
void compare_more(const Draw& at, unsigned which, const DrawnNumber& number, ComparedWords& words) {
  for (; has_digits(number, which) && most_are_open(which, number); ++which)
    compare_in_all(at, which, number, words);
  if (!has_digits(number, which)) return;
  OpenWords open;
  open.find(which, number, words, at.count);
  for (; has_digits(number, which) && open.size() > 0; ++which, open.narrow(which, number, words))
    for (std::size_t first = 0; first < open.size(); first += draws_at_once) {
      const auto listed = open.word_numbers().subspan(first, std::min(draws_at_once, open.size() - first));
      ManyDraws draws;
      draws_at(at.key, at.where, listed, at.when, which, draws);
      compare_listed(draws, which, number, listed, words);
    }
}

// Among 8 neighbours a quarter lie along x, a quarter along y and half on a diagonal; among 4, half lie along
// each axis.
void decide_partners_2d(const ManyDraws& draws, unsigned digits, u64 first, BlockDecisions& decisions) {
  for (std::size_t i = 0; i < vectors_drawn; ++i) {
    const u64 at = first + i * words_in_vector;
    const bits digit = (bits)draws.word[2][i], next = (bits)draws.word[3][i];
    store_vector(digits == 2 ? digit | ~next : ~digit, &decisions.across[0][at]);
    store_vector(digits == 2 ? digit | next : digit, &decisions.across[1][at]);
  }
}

// In three dimensions the number has already been compared with the thresholds of all partners.
void decide_partners_3d(const DecisionThresholds& thresholds, u64 count, BlockDecisions& decisions) {
  for (u64 first = 0; first < count; first += words_in_vector) {
    bits before{}, across[3] = {};
    for (std::size_t i = 0; i < thresholds.across.size(); ++i) {
      const bits below = load_vector(&decisions.partner.below[i][first]);
      for (u32 axis = 0; axis < 3; ++axis)
        if ((thresholds.across[i] >> axis) & 1u) across[axis] |= below & ~before;
      before = below;
    }
    for (u32 axis = 0; axis < 3; ++axis) store_vector(across[axis], &decisions.across[axis][first]);
  }
}

}  // namespace

DecisionThresholds::DrawnNumber::DrawnNumber(unsigned word, std::vector<u64> thresholds)
    : first_word(word), digits(significant_digits(thresholds)), below(std::move(thresholds)) {
  for (const u64 threshold : below) ends.push_back(first_word + significant_digits({threshold}));
}

DecisionThresholds::DecisionThresholds(const DrawLayout& layout, std::vector<u64> action_below)
    : actor_words(layout.actor_words),
      across(layout.across),
      partner(layout.partner_first(), layout.partner.below),  // the last threshold is 2^32
      action(layout.action_first(), std::move(action_below)) {
  if (layout.comb_words > 0) comb_word = layout.comb_first();
  assert(action.below.size() <= most_thresholds && partner.below.size() <= most_thresholds);
}

namespace {

void keep_combs(const ManyDraws& draws, unsigned word, u64 first, DecidedWords& combs) {
  for (std::size_t i = 0; i < vectors_drawn; ++i)
    store_vector((bits)draws.word[word % 4][i], &combs[first + i * words_in_vector]);
}

}  // namespace

// Further draws are made only while some block has no action yet.
void draw_decisions(u32x2 key, u64 where, u64 when, u64 count, const DecisionThresholds& thresholds,
                    BlockDecisions& decisions) {
  const DrawnNumber &partner = thresholds.partner, &action = thresholds.action;
  const bool is_2d = thresholds.actor_words == 2;
  const unsigned first_action = action.first_word / 4;  // the draw that holds its first digit
  for (u64 first = 0; first < count; first += draws_at_once) {
    ManyDraws draws;
    unsigned drawn = 0;
    draws_from(key, where + first, when, 0, draws);
    for (unsigned axis = 0; axis < thresholds.actor_words; ++axis)
      for (std::size_t i = 0; i < vectors_drawn; ++i)
        store_vector((bits)draws.word[axis][i], &decisions.actor[axis][first + i * words_in_vector]);
    if (is_2d)
      decide_partners_2d(draws, partner.digits, first, decisions);
    else
      compare_group(draws, 0, partner, first, decisions.partner);
    const std::optional<unsigned>& comb = thresholds.comb_word;
    if (comb && *comb / 4 == 0) keep_combs(draws, *comb, first, decisions.comb);
    if (first_action > 0 && action.digits > 0)
      draws_from(key, where + first, when, drawn = first_action, draws);
    compare_group(draws, first_action, action, first, decisions.action);
    if (!comb || *comb / 4 == 0) continue;
    if (*comb / 4 != drawn) draws_from(key, where + first, when, *comb / 4, draws);
    keep_combs(draws, *comb, first, decisions.comb);
  }
  const Draw at{key, where, when, count};
  if (!is_2d) {
    compare_more(at, 1, partner, decisions.partner);
    decide_partners_3d(thresholds, count, decisions);
  }
  compare_more(at, first_action + 1, action, decisions.action);
}

}  // namespace morula
