// Names of the states of an automaton, and how their numbers are drawn.
#pragma once

#include <string>
#include <vector>

#include "models/automaton/automaton_spec.h"
#include "models/series_figure.h"

namespace morula {

std::vector<std::string> state_names(const AutomatonSpec& automaton);
SeriesFigure automaton_figure(const AutomatonSpec& automaton);

}  // namespace morula
