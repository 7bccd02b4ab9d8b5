#include "models/interaction/bitplane/block_decisions.h"

#include <algorithm>
#include <cassert>

namespace morula {
namespace {

constexpr unsigned actor_words = 2;

struct Actions {
  Compared move, reproduce, prey;
};
using ActionsOfGroup = std::array<Actions, vectors_drawn>;

Actions compare_action(const Actions& so_far, bits digit, const Thresholds& below, u32 which) {
  return {compare_digit(so_far.move, digit, below.move, which),
          compare_digit(so_far.reproduce, digit, below.reproduce, which),
          compare_digit(so_far.prey, digit, below.prey, which)};
}

bool any(bits all) {
  u64 some = 0;
  for (std::size_t i = 0; i < sizeof(bits) / sizeof(u64); ++i) some |= all[i];
  return some != 0;
}

// Compares the digits that this draw holds; true where some block still has no action.
bool compare_digits(const ManyDraws& draws, unsigned which, unsigned action_first,
                    const DecisionThresholds& thresholds, ActionsOfGroup& actions) {
  const unsigned begin = std::max(which * 4, action_first),
                 end = std::min(which * 4 + 4, action_first + thresholds.action_digits);
  bits open{};
  for (std::size_t i = 0; i < vectors_drawn; ++i) {
    Actions compared = actions[i];
    for (unsigned word = begin; word < end; ++word)
      compared =
          compare_action(compared, (bits)draws.word[word % 4][i], thresholds.below, word - action_first);
    actions[i] = compared;
    open |= compared.move.open | compared.reproduce.open | compared.prey.open;
  }
  return any(open);
}

// The actor's place and its partner: of 8 neighbours a quarter lie along x, a quarter along y and half on a
// diagonal; of 4, half along each axis.
void decide_partners(const ManyDraws& draws, unsigned partner_digits, u64 first, BlockDecisions& decisions) {
  for (std::size_t i = 0; i < vectors_drawn; ++i) {
    const u64 at = first + i * words_in_vector;
    const bits digit = (bits)draws.word[2][i], next = (bits)draws.word[3][i];
    store_vector((bits)draws.word[0][i], &decisions.actor_x[at]);
    store_vector((bits)draws.word[1][i], &decisions.actor_y[at]);
    store_vector(partner_digits == 2 ? digit | ~next : ~digit, &decisions.across_x[at]);
    store_vector(partner_digits == 2 ? digit | next : digit, &decisions.across_y[at]);
  }
}

void put_actions(const ActionsOfGroup& actions, u64 first, BlockDecisions& decisions) {
  for (std::size_t i = 0; i < vectors_drawn; ++i) {
    const u64 at = first + i * words_in_vector;
    const bits move = actions[i].move.below, reproduce = actions[i].reproduce.below;
    store_vector(move, &decisions.move[at]);
    store_vector(reproduce & ~move, &decisions.reproduce[at]);
    store_vector(actions[i].prey.below & ~reproduce, &decisions.prey[at]);
  }
}

}  // namespace

DecisionThresholds::DecisionThresholds(const DrawLayout& layout, const Thresholds& rates)
    : partner_digits(layout.partner.digits),
      action_digits(significant_digits({rates.move, rates.reproduce, rates.prey})),
      below(rates) {
  assert(layout.actor_words == actor_words && (partner_digits == 1 || partner_digits == 2));
}

// Further draws are made for a group only while one of its blocks has no action yet.
void draw_decisions(u32x2 key, u64 where, u64 when, u64 count, const DecisionThresholds& thresholds,
                    BlockDecisions& decisions) {
  const unsigned action_first = actor_words + thresholds.partner_digits;
  const Actions undecided = {not_compared(thresholds.below.move), not_compared(thresholds.below.reproduce),
                             not_compared(thresholds.below.prey)};
  for (u64 done = 0; done < count; done += draws_at_once) {
    ManyDraws draws;
    draws_from(key, where + done, when, 0, draws);
    decide_partners(draws, thresholds.partner_digits, done, decisions);
    ActionsOfGroup actions;
    actions.fill(undecided);
    bool open = compare_digits(draws, 0, action_first, thresholds, actions);
    for (u32 which = 1; open && which * 4 < action_first + thresholds.action_digits; ++which) {
      draws_from(key, where + done, when, which, draws);
      open = compare_digits(draws, which, action_first, thresholds, actions);
    }
    put_actions(actions, done, decisions);
  }
}

}  // namespace morula
