#include <fmt/format.h>

#include "bench/ranks/ranks_bench.h"
#include "core/throughput.h"

namespace morula {
namespace {

double bytes_each(const RankRate& rate) {
  const double exchanges = static_cast<double>(rate.exchanged.exchanges);
  return exchanges > 0 ? static_cast<double>(rate.exchanged.bytes) / exchanges : 0;
}

// The share of the time that exchanges would take if ranks waited for nothing but the links.
double predicted(const RankRate& rate, const Links& links) {
  return static_cast<double>(rate.exchanged.exchanges) * links.seconds(bytes_each(rate)) / rate.seconds;
}

}  // namespace

std::string as_text(const RankRates& all) {
  std::string text = fmt::format("{} rank{} on {}", all.ranks, all.ranks == 1 ? "" : "s", all.backend);
  if (all.backend == "cpu")
    text += fmt::format(", {} thread{} each", all.threads, all.threads == 1 ? "" : "s");
  text += "\n";
  if (all.staging.to_host > 0)
    text += fmt::format("copies of 4 MiB: {:.1f} GB/s to the host, {:.1f} GB/s to the device\n",
                        all.staging.to_host / 1e9, all.staging.from_host / 1e9);
  if (all.ranks == 1) {
    for (const RankRate& rate : all.rates)
      text +=
          fmt::format("{:<30} {:>22}\n", rate.what, format_throughput(rate.updates_per_second, rate.unit));
    return text + "Ranks are started by a launcher, such as mpirun.\n";
  }
  text += fmt::format("links: {:.2f} us, {:.2f} GB/s\n", 1e6 * all.links.latency,
                      all.links.bytes_per_second / 1e9);
  text += fmt::format("{:<30} {:>22} {:>6} {:>6} {:>12} {:>10} {:>9} {:>11} {:>10}\n", "case", "rate",
                      "owned", "rim", "exchanges/s", "KiB each", "waiting", "exchanging", "predicted");
  for (const RankRate& rate : all.rates)
    text += fmt::format("{:<30} {:>22} {:>6} {:>6} {:>12.1f} {:>10.1f} {:>7.2f} % {:>9.2f} % {:>8.2f} %\n",
                        rate.what, format_throughput(rate.updates_per_second, rate.unit), rate.owned,
                        rate.rim, static_cast<double>(rate.exchanged.exchanges) / rate.seconds,
                        bytes_each(rate) / 1024, 100 * rate.exchanged.waiting / rate.seconds,
                        100 * rate.exchanged.exchanging / rate.seconds, 100 * predicted(rate, all.links));
  return text +
         "Links: an exchange with both neighbours at once, of almost nothing, and what long ones add. Owned, "
         "rim: "
         "layers of rank 0.\n"
         "Waiting, exchanging: shares of the time, of a second run in which all ranks meet before each "
         "exchange. "
         "Predicted:\nthe share that exchanges would take by the figures of the links.\n";
}

io::Json as_json(const RankRates& all) {
  io::Json rates = io::Json::array();
  for (const RankRate& rate : all.rates) {
    io::Json row = {
        {"case", rate.what}, {"updates_per_second", rate.updates_per_second}, {"unit", rate.unit}};
    if (all.ranks > 1) {
      row["owned_layers"] = rate.owned;
      row["rim_layers"] = rate.rim;
      row["seconds"] = rate.seconds;
      row["exchanges"] = rate.exchanged.exchanges;
      row["bytes_sent"] = rate.exchanged.bytes;
      row["seconds_waiting"] = rate.exchanged.waiting;
      row["seconds_exchanging"] = rate.exchanged.exchanging;
      row["share_predicted"] = predicted(rate, all.links);
    }
    rates.push_back(std::move(row));
  }
  io::Json json = {{"ranks", all.ranks}, {"threads", all.threads}, {"rates", std::move(rates)}};
  if (all.ranks > 1)
    json["links"] = {{"latency_seconds", all.links.latency},
                     {"bytes_per_second", all.links.bytes_per_second}};
  if (all.staging.to_host > 0)
    json["staging"] = {{"to_host", all.staging.to_host}, {"from_host", all.staging.from_host}};
  return json;
}

}  // namespace morula
