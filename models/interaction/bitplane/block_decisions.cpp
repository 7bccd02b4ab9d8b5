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

// Takes the digits that this draw holds; is any block still open?
bool compare_digits(const ManyDraws& draws, unsigned which, unsigned action_first, const Deciders& deciders,
                    ActionsOfGroup& actions) {
  const unsigned begin = std::max(which * 4, action_first),
                 end = std::min(which * 4 + 4, action_first + deciders.action_digits);
  bits open{};
  for (std::size_t i = 0; i < vectors_drawn; ++i) {
    Actions compared = actions[i];
    for (unsigned word = begin; word < end; ++word)
      compared = compare_action(compared, (bits)draws.word[word % 4][i], deciders.below, word - action_first);
    actions[i] = compared;
    open |= compared.move.open | compared.reproduce.open | compared.prey.open;
  }
  return any(open);
}

// The place of the actor, and which way its partner lies: with 8 neighbours a quarter of them along x, a
// quarter along y and half across both; with 4, half along each.
void decide_ways(const ManyDraws& draws, unsigned way_digits, u64 first, WordDecisions& decisions) {
  for (std::size_t i = 0; i < vectors_drawn; ++i) {
    const u64 at = first + i * words_in_vector;
    const bits digit = (bits)draws.word[2][i], next = (bits)draws.word[3][i];
    put_vector((bits)draws.word[0][i], &decisions.actor_x[at]);
    put_vector((bits)draws.word[1][i], &decisions.actor_y[at]);
    put_vector(way_digits == 2 ? digit | ~next : ~digit, &decisions.across_x[at]);
    put_vector(way_digits == 2 ? digit | next : digit, &decisions.across_y[at]);
  }
}

void put_actions(const ActionsOfGroup& actions, u64 first, WordDecisions& decisions) {
  for (std::size_t i = 0; i < vectors_drawn; ++i) {
    const u64 at = first + i * words_in_vector;
    const bits move = actions[i].move.below, reproduce = actions[i].reproduce.below;
    put_vector(move, &decisions.move[at]);
    put_vector(reproduce & ~move, &decisions.reproduce[at]);
    put_vector(actions[i].prey.below & ~reproduce, &decisions.prey[at]);
  }
}

}  // namespace

Deciders::Deciders(const DrawPlan& plan, const Thresholds& rates)
    : way_digits(plan.ways.digits),
      action_digits(digits_of({rates.move, rates.reproduce, rates.prey})),
      below(rates) {
  assert(plan.actor_words == actor_words && (way_digits == 1 || way_digits == 2));
}

// Further draws are made for a group only while some block of it does not know its action.
void decide_words(u32x2 key, u64 where, u64 when, u64 count, const Deciders& deciders,
                  WordDecisions& decisions) {
  const unsigned action_first = actor_words + deciders.way_digits;
  const Actions undecided = {not_compared(deciders.below.move), not_compared(deciders.below.reproduce),
                             not_compared(deciders.below.prey)};
  for (u64 done = 0; done < count; done += draws_at_once) {
    ManyDraws draws;
    draws_from(key, where + done, when, 0, draws);
    decide_ways(draws, deciders.way_digits, done, decisions);
    ActionsOfGroup actions;
    actions.fill(undecided);
    bool open = compare_digits(draws, 0, action_first, deciders, actions);
    for (u32 which = 1; open && which * 4 < action_first + deciders.action_digits; ++which) {
      draws_from(key, where + done, when, which, draws);
      open = compare_digits(draws, which, action_first, deciders, actions);
    }
    put_actions(actions, done, decisions);
  }
}

}  // namespace morula
