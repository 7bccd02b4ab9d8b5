// The channels of an FCS file, counted from 1 as in its keywords.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/proliferation/read/fcs_keywords.h"

namespace morula {

constexpr const char* no_channel_names =
    "is an FCS file whose channels have no names ($PnN); export it with names, or export one channel as text";

std::uint64_t read_channels(FcsKeywords& keywords);  // how many, $PAR; 0 where it is wrong

std::vector<std::string> channel_names(const FcsKeywords& keywords,
                                       std::uint64_t channels);  // each one's $PnN

// By a detector's name ($PnN), or else by that of a stain ($PnS), which several may have: that is a problem,
// as is a name that none has. 0 where there is none.
std::uint64_t find_channel(FcsKeywords& keywords, std::uint64_t channels, const std::string& name);

}  // namespace morula
