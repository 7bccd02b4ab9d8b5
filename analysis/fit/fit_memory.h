// What a fit has computed so far, so that an interrupted one ends where an uninterrupted one would have. A
// search depends only on the numbers it is given, so that recalled numbers lead it along the same path again.
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

// Thrown where a fit was asked to stop; what it has is kept.
class FitStopped : public Error {
 public:
  FitStopped() : Error("the fit was stopped") {}
};

class FitMemory {
 public:
  FitMemory() = default;  // remembers nothing, and never stops
  // Throws FileError where the file is not the journal of a fit. Incomplete or damaged lines are ignored.
  FitMemory(const std::filesystem::path& journal, std::function<bool()> stop_wanted);

  // The `count` numbers that were noted under this name (which has no spaces), exact to the last bit. Nothing
  // if there are more or fewer of them: they are another fit's then, and are computed again.
  std::optional<std::vector<double>> recalled(const std::string& name, std::size_t count) const;
  void note(const std::string& name, const std::vector<double>& numbers);  // from any thread
  void stop_if_wanted() const;

 private:
  std::function<bool()> stop_wanted_ = [] { return false; };
  std::unique_ptr<io::Journal> journal_;
  std::map<std::string, std::vector<double>> known_;  // when the fit began
};

}  // namespace morula
