#include "analysis/fit/fit_memory.h"

#include <bit>
#include <sstream>

#include "core/hash.h"

namespace morula {

FitMemory::FitMemory(const std::filesystem::path& journal, std::function<bool()> stop_wanted)
    : stop_wanted_(std::move(stop_wanted)), journal_(std::make_unique<io::Journal>(journal)) {
  for (const std::string& line : journal_->lines()) {
    std::istringstream words(line);
    std::string name;
    words >> name;
    std::vector<double>& numbers = known_[name];
    numbers.clear();
    for (std::string word; words >> word;) numbers.push_back(std::bit_cast<double>(parse_hash(word).value));
  }
}

std::optional<std::vector<double>> FitMemory::recalled(const std::string& name) const {
  const auto found = known_.find(name);
  return found == known_.end() ? std::nullopt : std::optional(found->second);
}

void FitMemory::note(const std::string& name, const std::vector<double>& numbers) {
  if (!journal_) return;
  std::string line = name;
  for (const double number : numbers) line += ' ' + to_string(Hash{std::bit_cast<std::uint64_t>(number)});
  journal_->append(line);
}

void FitMemory::stop_if_wanted() const {
  if (stop_wanted_()) throw FitStopped();
}

}  // namespace morula
