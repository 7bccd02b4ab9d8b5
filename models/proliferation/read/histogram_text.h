// Histograms as text: each line has a fluorescence and a count, separated by tabs, spaces or a comma. A #
// begins a comment. The first line may be a header of words.
#pragma once

#include <string>

#include "models/proliferation/histogram.h"

namespace morula {

// Negative fluorescences are allowed and keep their places. Rows of count 0 are left out. Throws SpecError
// with the problems found, at most 20.
Histogram read_histogram_text(const std::string& text, const std::string& file);

}  // namespace morula
