// What a fit has computed so far, so that an interrupted one ends where an uninterrupted one would have. A
// search depends on nothing but what it is told: numbers that are recalled lead it the same way again.
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
  // Throws FileError where the file is not the journal of a fit. Lines that are cut or torn count as never
  // written.
  FitMemory(const std::filesystem::path& journal, std::function<bool()> stop_wanted);

  // `count` numbers under a name without spaces; every bit of them comes back. Any other number of them is
  // another fit's, and is computed again.
  std::optional<std::vector<double>> recalled(const std::string& name, std::size_t count) const;
  void note(const std::string& name, const std::vector<double>& numbers);  // from any thread
  void stop_if_wanted() const;

 private:
  std::function<bool()> stop_wanted_ = [] { return false; };
  std::unique_ptr<io::Journal> journal_;
  std::map<std::string, std::vector<double>> known_;  // when the fit began
};

}  // namespace morula
