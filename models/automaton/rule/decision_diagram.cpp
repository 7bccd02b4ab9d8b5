#include "models/automaton/rule/decision_diagram.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <tuple>

namespace morula {
namespace {

constexpr unsigned cells = 9;
// The order in which cells are tested; the first is at the root.
using CellOrder = std::array<unsigned, cells>;

class Builder {
 public:
  Builder(const SquareTable& table, const CellOrder& order) : table_(table), order_(order) {
    diagram_.next = answer(0, 0);
  }

  DecisionDiagram diagram_;

 private:
  // The next state, given that the first `asked` cells of the order have the values in `square`.
  Answer answer(unsigned asked, unsigned square) {
    if (asked == cells) return table_[square] ? 1 : 0;
    const Answer live = answer(asked + 1, square | 1u << order_[asked]), dead = answer(asked + 1, square);
    if (live == dead) return live;
    // Of a decision and its opposite, only the one whose answer for a live cell is not inverted is stored.
    const Answer opposite = live & 1;
    return decision({order_[asked], live ^ opposite, dead ^ opposite}) ^ opposite;
  }

  Answer decision(const Decision& new_decision) {
    const auto [at, is_new] =
        number_of_.try_emplace({new_decision.cell, new_decision.if_live, new_decision.if_dead},
                               static_cast<Answer>(diagram_.decisions.size() + 1));
    if (is_new) diagram_.decisions.push_back(new_decision);
    return 2 * at->second;
  }

  const SquareTable& table_;
  const CellOrder& order_;
  std::map<std::tuple<unsigned, Answer, Answer>, Answer> number_of_;
};

}  // namespace

// The number of decisions depends on the order of the cells. Each cell in turn is moved to the place with the
// fewest decisions (Rudell's sifting).
DecisionDiagram diagram_of(const SquareTable& table) {
  constexpr int rounds = 2;
  CellOrder order;
  std::iota(order.begin(), order.end(), 0u);
  DecisionDiagram best = Builder(table, order).diagram_;
  for (int round = 0; round < rounds; ++round)
    for (unsigned cell = 0; cell < cells; ++cell) {
      const CellOrder without = order;
      for (unsigned place = 0; place < cells; ++place) {
        CellOrder tried = without;
        auto* const from = std::ranges::find(tried, cell);
        auto* const to = tried.begin() + place;
        if (from < to)
          std::rotate(from, from + 1, to + 1);
        else
          std::rotate(to, from, from + 1);
        DecisionDiagram found = Builder(table, tried).diagram_;
        if (found.decisions.size() >= best.decisions.size()) continue;
        best = std::move(found);
        order = tried;
      }
    }
  return best;
}

}  // namespace morula
