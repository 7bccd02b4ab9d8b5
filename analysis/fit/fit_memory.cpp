#include "analysis/fit/fit_memory.h"

#include <bit>
#include <sstream>

#include "core/hash.h"

namespace morula {
namespace {

std::vector<double> numbers_in(std::istream& words, const std::filesystem::path& journal) try {
  std::vector<double> numbers;
  for (std::string word; words >> word;) numbers.push_back(std::bit_cast<double>(parse_hash(word).value));
  return numbers;
} catch (const Error&) {
  throw FileError(journal.string(), "is not the journal of a fit; start a new fit with --force");
}

}  // namespace

FitMemory::FitMemory(const std::filesystem::path& journal, std::function<bool()> stop_wanted)
    : stop_wanted_(std::move(stop_wanted)), journal_(std::make_unique<io::Journal>(journal)) {
  for (const std::string& line : journal_->lines()) {
    std::istringstream words(line);
    std::string name;
    words >> name;
    known_[name] = numbers_in(words, journal);
  }
}

std::optional<std::vector<double>> FitMemory::recalled(const std::string& name, std::size_t count) const {
  const auto found = known_.find(name);
  if (found == known_.end() || found->second.size() != count) return std::nullopt;
  return found->second;
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
