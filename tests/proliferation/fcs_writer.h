// Writes FCS files as cytometers do, and incorrect ones.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace morula::test {

struct WrittenChannel {
  std::string name, stain;
  unsigned bits = 16;
  std::string range = "1024", amplification = "0,0";
};

struct FcsWriter {
  std::string version = "FCS3.1", type = "I", order = "1,2,3,4";
  char delimiter = '/';
  std::vector<WrittenChannel> channels = {};
  std::vector<std::vector<double>> events = {};  // each with a value for every channel
  std::map<std::string, std::optional<std::string>> instead =
      {};  // keywords with other values, or none if they are left out
  bool offsets_in_header = true;

  std::string bytes() const {
    const std::string data = written_events();
    const std::size_t room = 40;  // more than the digits of the offsets within TEXT
    const std::size_t text_size = text(0, 0).size() + room, first = 58 + text_size,
                      last = first + data.size() - 1;
    std::string body = text(first, last);
    body.resize(text_size, ' ');
    const auto field = [](std::size_t number) { return fmt::format("{:>8}", number); };
    return version + "    " + field(58) + field(58 + text_size - 1) + field(offsets_in_header ? first : 0) +
           field(offsets_in_header ? last : 0) + field(0) + field(0) + body + data;
  }

 private:
  std::string escaped(const std::string& word) const {
    std::string text;
    for (const char c : word) text += c == delimiter ? std::string(2, c) : std::string(1, c);
    return text;
  }

  std::string text(std::size_t first, std::size_t last) const {
    std::map<std::string, std::optional<std::string>> keywords = {{"$BEGINDATA", fmt::to_string(first)},
                                                                  {"$ENDDATA", fmt::to_string(last)},
                                                                  {"$MODE", "L"},
                                                                  {"$DATATYPE", type},
                                                                  {"$BYTEORD", order},
                                                                  {"$PAR", fmt::to_string(channels.size())},
                                                                  {"$TOT", fmt::to_string(events.size())}};
    for (std::size_t i = 0; i < channels.size(); ++i) {
      const std::string prefix = fmt::format("$P{}", i + 1);
      keywords[prefix + "N"] = channels[i].name;
      keywords[prefix + "B"] = fmt::to_string(channels[i].bits);
      keywords[prefix + "R"] = channels[i].range;
      keywords[prefix + "E"] = channels[i].amplification;
      if (!channels[i].stain.empty()) keywords[prefix + "S"] = channels[i].stain;
    }
    for (const auto& [key, value] : instead) keywords[key] = value;
    std::string text(1, delimiter);
    for (const auto& [key, value] : keywords)
      if (value) text += escaped(key) + delimiter + escaped(*value) + delimiter;
    return text;
  }

  std::uint64_t word_of(double value) const {
    if (type == "F") return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    if (type == "D") return std::bit_cast<std::uint64_t>(value);
    return static_cast<std::uint64_t>(value);
  }

  std::string written_events() const {
    std::string data;
    for (const std::vector<double>& event : events)
      for (std::size_t i = 0; i < channels.size(); ++i) {
        const unsigned bytes = channels[i].bits / 8;
        for (unsigned b = 0; b < bytes; ++b) {
          const unsigned byte = order.front() == '1' ? b : bytes - 1 - b;
          data += static_cast<char>(word_of(event[i]) >> (8 * byte) & 255);
        }
      }
    return data;
  }
};

}  // namespace morula::test
