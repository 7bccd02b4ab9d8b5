// changes.jsonl of a run directory: one line for each change of the model, in the order in which they act.
// Those of the model file are written when the run begins; those from outside are added while it runs.
//
//   {"at":300,"from":"model","set":{"potts.temperature":5}}
//   {"at":412,"from":"outside","sites":{"ball":{"centre":[64,64],"radius":9}},"to":"medium"}
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/document.h"
#include "models/changes/changing_model.h"

namespace morula {

// Writes the file whole, syncs it and renames it into place: when this returns, the changes survive a power
// failure. Arrays that changes from `first_new` on have assigned from memory become files first,
// changes/000000412-0-cell.h5; those of earlier changes are there.
void write_changes(const std::vector<Change>& changes, const std::filesystem::path& run,
                   std::size_t first_new = 0);

// For ChangingModel::change() and assign() of a model with a run directory: writes down its changes.
ChangingModel::Log log_of_run(const ChangingModel& model, const std::filesystem::path& run);

// Adds the changes from outside that lie beside a model file, DIR/model.yaml, to those of its document.
void add_changes_beside(const std::filesystem::path& model_file, io::Document& document);
// The lines of the file beside a model file; none if it has no such file.
std::vector<std::string> changes_beside(const std::filesystem::path& model_file);
// The same from these lines, where another process has read them.
void add_changes(const std::vector<std::string>& lines, const std::filesystem::path& model_file,
                 io::Document& document);
bool has_changes_from_outside(const std::filesystem::path& model_file);

// The lines of the file without the file: an array that was assigned from memory is "in memory".
std::vector<std::string> change_lines(const std::vector<Change>& changes);

// The lines of a run's file, as they are; none if it has no such file.
std::vector<std::string> read_changes_file(const std::filesystem::path& run);

}  // namespace morula
