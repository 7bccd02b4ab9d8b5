#include "models/proliferation/read/histogram_file.h"

#include <fmt/format.h>

#include "core/error.h"
#include "io/document.h"
#include "models/proliferation/read/fcs.h"
#include "models/proliferation/read/fcs_channels.h"
#include "models/proliferation/read/fcs_text.h"
#include "models/proliferation/read/histogram_text.h"

namespace morula {

Histogram read_histogram_file(const std::filesystem::path& path, const std::optional<std::string>& channel) {
  const std::string bytes = io::read_input(path), file = path.string();
  if (is_fcs(bytes)) {
    if (channel) return read_fcs(bytes, file, *channel);
    const std::vector<std::string> channels = fcs_channels(bytes, file);
    if (channels.empty()) throw SpecError({file}, "", no_channel_names);
    throw SpecError(
        {file}, "",
        fmt::format("is an FCS file: name one of its channels, {}, as in {{file: NAME, channel: {}}}",
                    fmt::join(channels, ", "), channels.front()));
  }
  if (!channel) return read_histogram_text(bytes, file);
  throw SpecError({file}, "",
                  fmt::format("is not an FCS file and has no channel '{}'; remove the channel", *channel));
}

}  // namespace morula
