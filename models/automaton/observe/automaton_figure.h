// Names of the states of an automaton, and how their numbers are plotted.
#pragma once

#include <string>
#include <vector>

#include "models/automaton/automaton_spec.h"
#include "models/series/series_column.h"
#include "models/series_figure.h"

namespace morula {

std::vector<std::string> state_names(const AutomatonSpec& automaton);
// The columns of the series that count the cells in each state: count_0, …, or the names of the states if the
// model file names them.
std::vector<std::string> count_columns(const AutomatonSpec& automaton);
SeriesFigure automaton_figure(const AutomatonSpec& automaton);
std::vector<SeriesColumn> automaton_columns(const AutomatonSpec& automaton);  // all columns of the series

}  // namespace morula
