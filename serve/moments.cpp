#include "serve/moments.h"

#include <algorithm>
#include <map>
#include <system_error>

#include "io/hdf5_file.h"
#include "io/section.h"
#include "runner/run_source.h"

namespace morula::serve {
namespace {

namespace fs = std::filesystem;

// Calls visit(step, file) for files such as 000000100.png.
template <typename Visit>
void visit_numbered(const fs::path& folder, const std::string& extension, const Visit& visit) {
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(folder, missing))
    if (const auto step = io::parse_whole(entry.path().stem().string());
        step && entry.path().extension() == extension)
      visit(*step, entry.path());
}

}  // namespace

std::vector<Moment> moments_in(const fs::path& run) {
  std::map<std::uint64_t, Moment> moment_of_step;
  visit_numbered(run / "frames", ".png",
                 [&](std::uint64_t step, const fs::path& file) { moment_of_step[step].picture = file; });
  if (const fs::path last = run / "checkpoint.h5"; fs::exists(last))
    moment_of_step[io::Hdf5Reader(last).number("time")].state = last;
  for (const char* const folder : {"checkpoints", "state"})
    visit_numbered(run / folder, ".h5",
                   [&](std::uint64_t step, const fs::path& file) { moment_of_step[step].state = file; });
  std::vector<Moment> moments;
  for (auto& [step, moment] : moment_of_step) {
    moment.step = step;
    moments.push_back(std::move(moment));
  }
  return moments;
}

std::size_t moment_at(const std::vector<Moment>& moments, std::uint64_t step) {
  const auto behind = std::ranges::upper_bound(moments, step, {}, &Moment::step);
  return behind == moments.begin() ? 0 : static_cast<std::size_t>(behind - moments.begin()) - 1;
}

}  // namespace morula::serve
