#include "tests/program/processors.h"

#include "io/json.h"

namespace morula::test {
namespace {

io::Json devices() { return io::Json::parse(Workplace().must({"devices", "--json"}).out); }

}  // namespace

std::vector<Processor> every_processor() {
  std::vector<Processor> processors = {{"cpu-1", {"--backend", "cpu", "--threads", "1"}},
                                       {"cpu-2", {"--backend", "cpu", "--threads", "2"}}};
  const io::Json found = devices();
  for (const auto& device : found.at("devices")) {
    const auto backend = device.at("backend").get<std::string>();
    if (backend == "cpu") continue;
    const std::string index = device.at("device").dump();
    processors.push_back({backend + "-device-" + index, {"--backend", backend, "--device", index}});
  }
  return processors;
}

std::string why_missing(const std::string& backend) {
  const io::Json found = devices();
  const io::Json& missing = found.at("missing");
  return missing.contains(backend) ? missing.at(backend).get<std::string>() : "";
}

void OnBackend::SetUp() {
  if (const std::string reason = why_missing(GetParam()); !reason.empty())
    GTEST_SKIP() << GetParam() << ": " << reason;
}

}  // namespace morula::test
