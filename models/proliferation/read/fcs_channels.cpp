#include "models/proliferation/read/fcs_channels.h"

#include <fmt/format.h>

#include "core/nearest.h"

namespace morula {
namespace {

std::vector<std::uint64_t> channels_called(const FcsKeywords& keywords, std::uint64_t channels, char which,
                                           const std::string& name) {
  std::vector<std::uint64_t> found;
  for (std::uint64_t n = 1; n <= channels; ++n) {
    const std::string* its_name = keywords.find(of_channel(n, which));
    if (its_name && *its_name == name) found.push_back(n);
  }
  return found;
}

}  // namespace

// Each channel has keywords of its own, so a number of channels above that of keywords is wrong.
std::uint64_t read_channels(FcsKeywords& keywords) {
  return keywords.whole("$PAR", 1, keywords.size()).value_or(0);
}

std::vector<std::string> channel_names(const FcsKeywords& keywords, std::uint64_t channels) {
  std::vector<std::string> names;
  for (std::uint64_t n = 1; n <= channels; ++n)
    if (const std::string* name = keywords.find(of_channel(n, 'N'))) names.push_back(*name);
  return names;
}

std::uint64_t find_channel(FcsKeywords& keywords, std::uint64_t channels, const std::string& name) {
  for (const char which : {'N', 'S'}) {
    const std::vector<std::uint64_t> found = channels_called(keywords, channels, which, name);
    if (found.size() > 1)
      keywords.problem(of_channel(found[1], which),
                       fmt::format("is '{}' as {} is; name the channel by its $PnN, which is unique",
                                   name.substr(0, 40), of_channel(found[0], which)));
    if (!found.empty()) return found.front();
  }
  const std::vector<std::string> names = channel_names(keywords, channels);
  keywords.problem("", names.empty() ? no_channel_names
                                     : fmt::format("has no channel '{}'; {}", name.substr(0, 40),
                                                   must_be_one_of(name, names)));
  return 0;
}

}  // namespace morula
