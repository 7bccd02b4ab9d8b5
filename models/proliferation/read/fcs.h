// One channel of a cytometer's list-mode file: FCS 3.0 and 3.1, with integers (8, 16, 32, 64 bits; linear or
// logarithmic, $PnE), single or double precision, in either byte order. Nothing is gated or compensated, and
// a linear gain ($PnG) is ignored, as by other readers. Data sets after the first are not read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/proliferation/histogram.h"

namespace morula {

std::vector<std::string> fcs_channels(std::string_view bytes, const std::string& file);  // their names

// Each distinct value is a bin, unless there are too many (see histogram_of_events). The channel is named as
// by $PnN or $PnS. Throws SpecError if the file is wrong or cut short, or if it has values that are not
// finite: a cell without a fluorescence belongs to no bin, and dropping it would distort the proportions.
Histogram read_fcs(std::string_view bytes, const std::string& file, const std::string& channel);

}  // namespace morula
