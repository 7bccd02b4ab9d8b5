// The journal of the numbers that a fit has computed, so that an interrupted fit gives the same result as an
// uninterrupted one. The path of a search depends only on these numbers, so that recalled numbers lead it
// along the same path again.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "io/journal.h"

namespace morula {

// Thrown if the fit was asked to stop. The numbers that it has computed are kept.
class FitStopped : public Error {
 public:
  FitStopped() : Error("the fit was stopped") {}
};

class FitMemory {
 public:
  FitMemory() = default;  // keeps nothing and never stops
  // Throws FileError if the file is not the journal of a fit. Incomplete or damaged lines are ignored.
  FitMemory(const std::filesystem::path& journal, std::function<bool()> stop_wanted);

  // The `count` numbers that were noted under this name (which has no spaces), exact to the last bit. Nothing
  // if there is another number of them: they then belong to another fit and must be computed again.
  std::optional<std::vector<double>> recalled(const std::string& name, std::size_t count) const;
  void note(const std::string& name, const std::vector<double>& numbers);  // from any thread
  void stop_if_wanted() const;

 private:
  std::function<bool()> stop_wanted_ = [] { return false; };
  std::unique_ptr<io::Journal> journal_;
  std::map<std::string, std::vector<double>> known_;  // the numbers in the journal when the fit began
};

}  // namespace morula
