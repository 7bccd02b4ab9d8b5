// Histograms as text: on each line a fluorescence and a count, with tabs, spaces or a comma between them.
// What follows a # is a comment; the first line may be a header of words.
#pragma once

#include <string>

#include "models/proliferation/histogram.h"

namespace morula {

// Fluorescences may be negative, and keep their place. Rows of count 0 are left out. Throws SpecError with
// every problem it finds, 20 at most.
Histogram read_histogram_text(const std::string& text, const std::string& file);

}  // namespace morula
