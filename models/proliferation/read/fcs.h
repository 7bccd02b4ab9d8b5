// One channel of a cytometer's list-mode file: FCS 3.0 and 3.1, values whole (8, 16, 32, 64 bits; linear or
// logarithmic, $PnE), single or double, in either byte order. Nothing is gated or compensated, and $PnG, a
// linear gain, is left alone, as other readers do. Data sets after the first are not read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/proliferation/histogram.h"

namespace morula {

std::vector<std::string> fcs_channels(std::string_view bytes, const std::string& file);  // their names

// Each distinct value is a bin, unless there are too many (see histogram_of). The channel is named as by $PnN
// or $PnS. Throws SpecError for a file that is wrong or cut short, and for one with values that are not
// finite: a cell without a fluorescence belongs to no bin, and dropping it would distort the proportions.
Histogram read_fcs(std::string_view bytes, const std::string& file, const std::string& channel);

}  // namespace morula
