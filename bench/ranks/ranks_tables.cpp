#include <fmt/format.h>

#include "bench/ranks/ranks_bench.h"
#include "core/counted.h"
#include "core/throughput.h"

namespace morula {
namespace {

double exchanges_of(const RankRate& rate) { return static_cast<double>(rate.exchanged.exchanges.size()); }

double bytes_each(const RankRate& rate) {
  return exchanges_of(rate) > 0 ? static_cast<double>(rate.exchanged.bytes) / exchanges_of(rate) : 0;
}

// Fractions of the time: of all exchanges as measured, if each took as long as the median one, and if each
// took as long as the same exchanges by themselves.
double share_measured(const RankRate& rate) { return rate.exchanged.exchanging() / rate.seconds; }
double share_typical(const RankRate& rate) {
  return exchanges_of(rate) * rate.exchanged.typical() / rate.seconds;
}
double share_predicted(const RankRate& rate) { return exchanges_of(rate) * rate.predicted / rate.seconds; }

std::string links_text(const LinkTimes& links) {
  std::string text = "an exchange takes, by the length of a message:\n";
  for (const LinkTimes::Length& length : links.lengths())
    text += fmt::format("{:>7.0f} KiB", length.bytes / 1024);
  text += "\n";
  for (const LinkTimes::Length& length : links.lengths())
    text += fmt::format("{:>8.1f} us", 1e6 * length.seconds);
  return text + "\n";
}

io::Json links_json(const LinkTimes& links) {
  io::Json lengths = io::Json::array();
  for (const LinkTimes::Length& length : links.lengths())
    lengths.push_back({{"message_bytes", length.bytes}, {"seconds", length.seconds}});
  return lengths;
}

}  // namespace

std::string as_text(const RankRates& measured) {
  std::string text = fmt::format("{} on {}", counted(measured.ranks, "rank"), measured.backend);
  if (measured.backend == "cpu") text += fmt::format(", {} each", counted(measured.threads, "thread"));
  text += "\n";
  if (measured.staging.to_host > 0)
    text += fmt::format("copies of 4 MiB: {:.1f} GB/s to the host, {:.1f} GB/s to the device\n",
                        measured.staging.to_host / 1e9, measured.staging.from_host / 1e9);
  if (measured.ranks == 1) {
    for (const RankRate& rate : measured.rates)
      text +=
          fmt::format("{:<30} {:>22}\n", rate.what, format_throughput(rate.updates_per_second, rate.unit));
    return text + "Ranks are started by a launcher, such as mpirun.\n";
  }
  text += links_text(measured.links);
  text +=
      fmt::format("{:<30} {:>22} {:>6} {:>6} {:>12} {:>10} {:>9} {:>10} {:>10} {:>10}\n", "case", "rate",
                  "owned", "halo", "exchanges/s", "KiB each", "waiting", "measured", "typical", "predicted");
  for (const RankRate& rate : measured.rates)
    text += fmt::format(
        "{:<30} {:>22} {:>6} {:>6} {:>12.1f} {:>10.1f} {:>7.2f} % {:>8.2f} % {:>8.2f} % {:>8.2f} %\n",
        rate.what, format_throughput(rate.updates_per_second, rate.unit), rate.owned, rate.halo,
        exchanges_of(rate) / rate.seconds, bytes_each(rate) / 1024,
        100 * rate.exchanged.waiting / rate.seconds, 100 * share_measured(rate), 100 * share_typical(rate),
        100 * share_predicted(rate));
  return text +
         "Owned, halo: layers of rank 0. The other columns are of a second run, in which all ranks meet "
         "before "
         "each exchange.\n"
         "Waiting, measured: the shares of the time spent waiting for the others, and on exchanges. Typical: "
         "the share if every\nexchange took as long as the median one. Predicted: the share if each took as "
         "long as the same messages do by themselves,\nat the same intervals, between ranks that go through "
         "as much memory but do not compute the model.\n";
}

io::Json as_json(const RankRates& measured) {
  io::Json rates = io::Json::array();
  for (const RankRate& rate : measured.rates) {
    io::Json row = {
        {"case", rate.what}, {"updates_per_second", rate.updates_per_second}, {"unit", rate.unit}};
    if (measured.ranks > 1) {
      row["owned_layers"] = rate.owned;
      row["halo_layers"] = rate.halo;
      row["seconds"] = rate.seconds;
      row["exchanges"] = rate.exchanged.exchanges.size();
      row["bytes_sent"] = rate.exchanged.bytes;
      row["seconds_waiting"] = rate.exchanged.waiting;
      row["seconds_exchanging"] = rate.exchanged.exchanging();
      row["share_typical"] = share_typical(rate);
      row["share_predicted"] = share_predicted(rate);
    }
    rates.push_back(std::move(row));
  }
  io::Json json = {{"ranks", measured.ranks}, {"threads", measured.threads}, {"rates", std::move(rates)}};
  if (measured.ranks > 1) json["links"] = links_json(measured.links);
  if (measured.staging.to_host > 0)
    json["staging"] = {{"to_host", measured.staging.to_host}, {"from_host", measured.staging.from_host}};
  return json;
}

}  // namespace morula
