#include "tests/program/processors.h"

namespace morula::test {
namespace {

nlohmann::json devices() { return nlohmann::json::parse(Workplace().must({"devices", "--json"}).out); }

}  // namespace

std::vector<Processor> every_processor() {
  std::vector<Processor> all = {{"cpu-1", {"--backend", "cpu", "--threads", "1"}},
                                {"cpu-2", {"--backend", "cpu", "--threads", "2"}}};
  const nlohmann::json found = devices();
  for (const auto& device : found.at("devices")) {
    const std::string backend = device.at("backend");
    if (backend == "cpu") continue;
    const std::string index = device.at("device").dump();
    all.push_back({backend + "-device-" + index, {"--backend", backend, "--device", index}});
  }
  return all;
}

std::string why_missing(const std::string& backend) { return devices().at("missing").value(backend, ""); }

void OnBackend::SetUp() {
  if (const std::string reason = why_missing(GetParam()); !reason.empty())
    GTEST_SKIP() << GetParam() << ": " << reason;
}

}  // namespace morula::test
