#include "models/membrane/observe/trace.h"

#include <fmt/format.h>

#include "models/membrane/read/print.h"

namespace morula::membrane {
namespace {

std::string in_quotes(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

std::string json_of(const System& system, const Multiset& multiset) {
  std::string text = "{";
  for (const Term& term : multiset)
    text += fmt::format("{}{}:{}", text.size() > 1 ? "," : "", in_quotes(system.objects[term.object]),
                        term.count);
  return text + "}";
}

}  // namespace

std::string sign_of(u8 charge) { return charge == Positive ? "+" : charge == Negative ? "-" : ""; }

std::string text_trace(const System& system, const Configuration& configuration, u64 step) {
  std::string text = fmt::format("step {}\n", step);
  for (std::size_t i = 0; i < configuration.membranes.size(); ++i) {
    const Membrane& membrane = configuration.membranes[i];
    text += fmt::format("  {} {}{}]'{}", i, bracket_of(static_cast<Charge>(membrane.charge)),
                        to_string(system, membrane.contents), system.labels[membrane.label]);
    text += membrane.parent == no_membrane ? "\n" : fmt::format(" in {}\n", membrane.parent);
  }
  return text + fmt::format("  environment {}\n", to_string(system, configuration.environment));
}

std::string json_trace(const System& system, const Configuration& configuration, u64 step) {
  std::string text = fmt::format("{{\"step\":{},\"membranes\":[", step);
  for (std::size_t i = 0; i < configuration.membranes.size(); ++i) {
    const Membrane& membrane = configuration.membranes[i];
    const std::string sign = sign_of(membrane.charge);
    text += fmt::format("{}{{\"label\":{},\"charge\":\"{}\",\"parent\":{},\"contents\":{}}}",
                        i > 0 ? "," : "", in_quotes(system.labels[membrane.label]), sign.empty() ? "0" : sign,
                        membrane.parent == no_membrane ? "null" : std::to_string(membrane.parent),
                        json_of(system, membrane.contents));
  }
  return text + fmt::format("],\"environment\":{}}}\n", json_of(system, configuration.environment));
}

}  // namespace morula::membrane
