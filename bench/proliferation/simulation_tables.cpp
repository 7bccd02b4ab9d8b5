#include "bench/proliferation/simulation_tables.h"

#include <fmt/format.h>

#include "bench/text.h"

namespace morula {

std::string as_text(const std::vector<SimulationTime>& rows) {
  std::string text = fmt::format("{:<40} {:>6} {:>12} {:>12} {:>12} {:>12} {:>9}\n", "bone marrow, 240 h",
                                 "batch", "walking", "scored", "calls", "calls/s", "of draws");
  for (const SimulationTime& row : rows)
    text += fmt::format("{:<40} {:>6} {:>12} {:>12} {:>12.0f} {:>12.3g} {:>7.1f} %\n", row.who.substr(0, 40),
                        row.simulations, short_time(row.walking), short_time(row.seconds), row.calls,
                        row.calls_per_second(), 100 * row.of_draws());
  return text +
         "Times of one simulation of a batch. Walking: its trees alone. Scored: with its cells counted in "
         "the "
         "bins of a score,\non the host. Calls of Philox: one for each initial cell and each division. Of "
         "draws: relative to the calls\nthat a loop of draws alone makes in that time.\n";
}

io::Json as_json(const std::vector<SimulationTime>& rows) {
  io::Json list = io::Json::array();
  for (const SimulationTime& row : rows)
    list.push_back({{"who", row.who},
                    {"threads", row.threads},
                    {"simulations", row.simulations},
                    {"calls", row.calls},
                    {"walking_seconds", row.walking},
                    {"seconds", row.seconds},
                    {"calls_per_second", row.calls_per_second()},
                    {"draws_per_second", row.most_calls}});
  return list;
}

}  // namespace morula
