// The comparison with Nisoli (2018) as `morula bench proliferation` prints it.
#pragma once

#include "bench/nisoli/nisoli_bench.h"
#include "io/json.h"

namespace morula {

std::string as_text(const UntilTable& table);
io::Json as_json(const UntilTable& table);

}  // namespace morula
