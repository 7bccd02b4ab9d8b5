#include "sweep/sweep_folder.h"

#include <fmt/format.h>

#include "core/error.h"
#include "io/durable_file.h"
#include "sweep/sweep_file_names.h"

namespace morula::sweep {
namespace {

namespace fs = std::filesystem;

constexpr const char* plan_name = "plan.json";
constexpr const char* journal_name = "journal";

// Whether the folder is missing or empty, except for slices and for the files of a process that was killed
// while it wrote its first file.
bool is_vacant(const fs::path& folder) {
  if (!fs::exists(folder)) return true;
  if (!fs::is_directory(folder)) return false;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path name = entry.path().filename();
    if (name != ".lock" && name != "tasks" && name.extension() != ".part") return false;
  }
  return true;
}

// Whether this is the folder of a sweep. With a damaged plan, it is if the journal beside it has the lines of
// a sweep.
bool is_sweep(const fs::path& folder) {
  if (!fs::is_regular_file(folder / plan_name)) return false;
  try {
    plan_from(io::Json::parse(io::read_file(folder / plan_name)));
    return true;
  } catch (const FileError&) {
    throw;
  } catch (const Error&) {
    return !io::read_journal(folder / journal_name).empty();
  }
}

bool has_series(const RunRecord& record, const std::vector<fs::path>& folders) {
  for (const fs::path& folder : folders) {
    const fs::path place = run_folder(folder, record.point, record.replica) / "series.csv";
    if (fs::exists(place) && hash_of(io::read_file(place)) == record.series) return true;
  }
  return false;
}

void add_records(const std::vector<std::string>& lines, const Plan& plan, const std::vector<fs::path>& kept,
                 Records& records) {
  for (const std::string& line : lines) {
    RunRecord record = record_from(line);
    if (plan.keep.series && !has_series(record, kept)) continue;
    const RunKey key{record.point.value, record.replica};
    records.insert_or_assign(key, std::move(record));
  }
}

void refuse_inside_file(const fs::path& path) {
  for (fs::path above = fs::absolute(path).parent_path(); above.has_relative_path();
       above = above.parent_path())
    if (std::error_code none; fs::exists(above, none) && !fs::is_directory(above, none))
      throw SpecError({path.string()}, "", "lies inside a file; choose another --out");
}

void refuse_others(const fs::path& path, const Plan& plan, const std::string& remedy) {
  if (!is_sweep(path) && !is_vacant(path))
    throw SpecError({path.string()}, "",
                    "exists already and is not the folder of a sweep; choose another --out");
  const auto begun = plan_in(path);
  if (!begun) return;
  if (const std::string why = difference(*begun, plan); !why.empty())
    throw SpecError(
        {path.string()}, "",
        fmt::format("is the folder of another sweep: {}; choose another --out, or {}", why, remedy));
}

// Removes the files of another sweep, if the plan of the new one can be written.
void replace_sweep(const fs::path& path, const std::string& plan) {
  const io::FileNames names = sweep_file_names(path);
  try {
    const io::PendingFile trial(path / plan_name);  // never committed
    io::write_file(trial.path(), plan);
    io::check_removable(path, names);
  } catch (const FileError& error) {
    throw Error(fmt::format("{}; {} still holds the previous sweep", error.what(), path.string()));
  }
  io::remove_named(path, names);
}

}  // namespace

std::optional<Plan> plan_in(const fs::path& folder) {
  const fs::path place = folder / plan_name;
  if (!fs::exists(place)) return std::nullopt;
  try {
    return plan_from(io::Json::parse(io::read_file(place)));
  } catch (const FileError&) {
    throw;
  } catch (const Error& error) {
    throw FileError(place.string(),
                    std::string("is damaged; replace the sweep with --force: ") + error.what());
  }
}

Records records_in(const fs::path& folder, const Plan& plan, const std::vector<fs::path>& kept) {
  Records records;
  add_records(io::read_journal(folder / journal_name), plan, kept, records);
  return records;
}

void check_folder(const fs::path& path, const Plan& plan, bool replace) {
  refuse_inside_file(path);
  if (replace && is_sweep(path)) return;  // any sweep may be replaced
  refuse_others(path, plan, "replace it with --force");
}

void check_folder_of_slices(const fs::path& path, const Plan& plan) {
  refuse_others(path, plan, "replace it with --force and without --task");
}

SweepFolder::SweepFolder(const fs::path& path, const Plan& plan, bool replace) : path_(path) {
  check_folder(path, plan, replace);
  try {
    fs::create_directories(path);
  } catch (const fs::filesystem_error& error) {
    throw FileError(path.string(), "cannot be made: " + error.code().message() + "; choose another --out");
  }
  lock_.emplace(path);
  const std::string text = as_json(plan).dump(1) + '\n';
  if (replace && is_sweep(path)) replace_sweep(path, text);
  remove_unfinished(path, sweep_file_names(path));
  if (!fs::exists(path / plan_name) || io::read_file(path / plan_name) != text) {
    remove_results();
    io::write_file(path / plan_name, text);
  }
  journal_.emplace(path / journal_name);
  add_records(journal_->lines(), plan, {path}, records_);
}

void SweepFolder::remove_results() { io::remove_named(path_, result_file_names(path_)); }

bool is_sweep_folder(const fs::path& folder) { return is_sweep(folder); }

fs::path kept_sweep_file(const fs::path& folder) {
  const auto plan = plan_in(folder);
  if (!plan) throw SpecError({folder.string()}, "", "is not the folder of a sweep");
  if (fs::canonical(folder).parent_path().filename() == "tasks")
    throw SpecError({folder.string()}, "",
                    "is a slice of a sweep; repeat the command that began it to continue");
  if (plan->source.empty())
    throw SpecError(
        {folder.string()}, "",
        "was begun by a version of Morula that kept no sweep file; repeat the command that began it");
  return folder / plan->source.front();
}

std::vector<std::string> users_files(const fs::path& folder) {
  if (!is_sweep(folder)) return {};
  io::FileNames names = sweep_file_names(folder);
  names.emplace_back(".lock");
  return io::find_files(folder, names).others;
}

void SweepFolder::add(const std::vector<RunRecord>& records) {
  for (const RunRecord& record : records) {
    journal_->append(to_line(record));
    records_.insert_or_assign({record.point.value, record.replica}, record);
  }
}

}  // namespace morula::sweep
