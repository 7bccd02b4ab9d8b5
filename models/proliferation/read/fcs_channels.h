// The channels of an FCS file, counted from 1 as in its keywords.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/proliferation/read/fcs_keywords.h"

namespace morula {

constexpr const char* no_channel_names =
    "is an FCS file whose channels have no names ($PnN); export it with names, or export one channel as text";

std::uint64_t read_channels(FcsKeywords& keywords);  // number of channels, $PAR; 0 if it is wrong

std::vector<std::string> channel_names(const FcsKeywords& keywords,
                                       std::uint64_t channels);  // the $PnN of each channel

// Finds a channel by its detector's name ($PnN), or else by its stain ($PnS). If several channels have the
// stain, or none has the name, notes a problem and returns 0.
std::uint64_t find_channel(FcsKeywords& keywords, std::uint64_t channels, const std::string& name);

}  // namespace morula
