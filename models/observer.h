// Reads a model at certain steps and writes part of the run directory. The runner has observers that serve
// every family; a family may bring its own (FamilyOutput in models/spec.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "models/model.h"
#include "models/schedule.h"

namespace morula {

class Observer {
 public:
  explicit Observer(Schedule schedule) : schedule_(schedule) {}
  virtual ~Observer() = default;

  const Schedule& schedule() const { return schedule_; }

  // Called once before the run continues from `step`. Removes output of an earlier attempt that covered()
  // rejects. Output due at `step` itself is written again.
  virtual void begin(Model& model, std::uint64_t step) = 0;
  virtual void observe(Model& model) = 0;
  virtual void sync() {}       // when it returns, everything observed so far is on disk
  virtual void end(Model&) {}  // the run is done, or the model has halted
  virtual void stop() {}       // the run was stopped before its end, and may be resumed

  // An observer of only the series may take its rows from Model::step_summing, which need not interrupt its
  // steps.
  virtual bool takes_rows() const { return false; }
  virtual void take_rows(std::uint64_t, const std::vector<Row>&) {}

 private:
  Schedule schedule_;
};

// An observer that writes one numbered file at each of its steps: FOLDER/NNNNNNNNN.EXTENSION.
class NumberedFiles : public Observer {
 public:
  NumberedFiles(std::filesystem::path folder, std::string extension, Schedule schedule)
      : Observer(schedule), folder_(std::move(folder)), extension_(std::move(extension)) {}

  void begin(Model& model, std::uint64_t step) override;
  void observe(Model& model) override;

 protected:
  // Writes the complete file, or no file.
  virtual void write(Model& model, const std::filesystem::path& place) = 0;
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  std::string extension_;
};

// True if an uninterrupted run would have written output at step `written` before reaching `step`. Output due
// at `step` itself does not count and is written again, because the run may have been given a new end.
bool covered(std::uint64_t written, const Schedule& schedule, std::uint64_t step);

std::string numbered(std::uint64_t step, const std::string& extension);  // "000000100.png"

// Removes from a folder the numbered files that are not covered.
void remove_uncovered(const std::filesystem::path& folder, const Schedule& schedule, std::uint64_t step);

}  // namespace morula
