// changes.jsonl of a run directory: one line for each change of the model, in the order in which the changes
// act. Changes of the model file are written when the run begins; changes from outside are added while it
// runs.
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

// Writes a new file with all changes, syncs it and renames it into place: when this returns, the changes
// survive a power failure. Arrays that a change from number `first_new` on assigned from memory are written
// to files first, such as changes/000000412-0-cell.h5; the files of earlier changes exist already.
void write_changes(const std::vector<Change>& changes, const std::filesystem::path& run,
                   std::size_t first_new = 0);

// Makes the log for ChangingModel::change() and assign() that writes the changes of a run to its file.
ChangingModel::Log log_of_run(const ChangingModel& model, const std::filesystem::path& run);

// Adds the changes from outside in the file beside a model file, DIR/model.yaml, to the changes of its
// document.
void add_changes_beside(const std::filesystem::path& model_file, io::Document& document);
// The lines of the file beside a model file; none if it has no such file.
std::vector<std::string> changes_beside(const std::filesystem::path& model_file);
// Does the same as add_changes_beside() with lines that another process has read.
void add_changes(const std::vector<std::string>& lines, const std::filesystem::path& model_file,
                 io::Document& document);
bool has_changes_from_outside(const std::filesystem::path& model_file);

// The lines that the file would have. An array that was assigned from memory is written as "in memory".
std::vector<std::string> change_lines(const std::vector<Change>& changes);

// The unparsed lines of a run's file; none if it has no such file.
std::vector<std::string> read_changes_file(const std::filesystem::path& run);

}  // namespace morula
