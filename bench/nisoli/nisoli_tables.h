// The comparison with Nisoli (2018) as `morula bench proliferation` says it.
#pragma once

#include "bench/json.h"
#include "bench/nisoli/nisoli_bench.h"

namespace morula {

std::string as_text(const UntilTable& table);
Json as_json(const UntilTable& table);

}  // namespace morula
