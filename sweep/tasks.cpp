#include "sweep/tasks.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "io/durable_file.h"
#include "io/json.h"
#include "io/section.h"

namespace morula::sweep {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_tasks = 1'000'000;
constexpr std::uint64_t parts_for_a_task = 4;  // so that no task has over a quarter more work than another

std::optional<Task> task_of(const std::string& text, const std::string& between) {
  const std::size_t at = text.find(between);
  if (at == std::string::npos) return std::nullopt;
  const auto number = io::parse_whole(text.substr(0, at)),
             count = io::parse_whole(text.substr(at + between.size()));
  if (!number || !count || *number < 1 || *number > *count || *count > most_tasks) return std::nullopt;
  return Task{*number, *count};
}

constexpr const char* task_file = "task.json";

}  // namespace

Task parse_task(const std::string& words) {
  if (const auto task = task_of(words, "/")) return *task;
  throw SpecError({"--task"}, "",
                  fmt::format("is '{}'; must look like 3/16, the third of sixteen tasks, and be one of them",
                              on_one_line(words)));
}

std::string to_string(const Task& task) { return fmt::format("{}/{}", task.number, task.count); }

std::vector<PlannedRun> runs_of(const Plan& plan) { return runs_of(plan, Task{}); }

std::vector<PlannedRun> runs_of(const Plan& plan, const Task& task) {
  const std::uint64_t points = plan.points.size(), wanted_parts = parts_for_a_task * task.count;
  const std::uint64_t parts =
      task.count == 1 ? 1 : std::clamp<std::uint64_t>((wanted_parts + points - 1) / points, 1, plan.replicas);
  std::vector<PlannedRun> runs;
  for (std::size_t point = 0; point < points; ++point)
    for (std::uint64_t part = 0; part < parts; ++part) {
      if ((point * parts + part) % task.count != task.number - 1) continue;
      for (std::uint64_t replica = part * plan.replicas / parts; replica < (part + 1) * plan.replicas / parts;
           ++replica)
        runs.push_back({point, replica});
    }
  return runs;
}

fs::path task_folder(const fs::path& sweep, const Task& task) {
  return sweep / "tasks" /
         fmt::format("{:0{}}-of-{}", task.number, std::to_string(task.count).size(), task.count);
}

std::vector<Task> tasks_in(const fs::path& sweep) {
  std::vector<Task> tasks;
  if (!fs::is_directory(sweep / "tasks")) return tasks;
  for (const auto& entry : fs::directory_iterator(sweep / "tasks"))
    if (const auto task = task_of(entry.path().filename().string(), "-of-")) tasks.push_back(*task);
  std::ranges::sort(tasks, {}, [](const Task& task) { return std::pair(task.count, task.number); });
  return tasks;
}

void write_task_file(const fs::path& folder, const Plan& plan, const Task& task, std::size_t runs,
                     const std::vector<Failure>& failures) {
  io::Json json = {{"task", to_string(task)}, {"runs", runs}, {"failed", io::Json::array()}};
  for (const Failure& failure : failures)
    json["failed"].push_back(io::Json{{"point", to_string(plan.points[failure.point].id)},
                                      {"replica", failure.replica},
                                      {"message", failure.message}});
  io::write_file(folder / task_file, json.dump(1) + '\n');
}

std::vector<Failure> failures_in(const fs::path& folder, const Plan& plan) {
  std::vector<Failure> failures;
  const fs::path place = folder / task_file;
  if (!fs::exists(place)) return failures;
  try {
    const io::Json json = io::Json::parse(io::read_file(place));
    for (const io::Json& failed : json.at("failed")) {
      const Hash id = parse_hash(failed.at("point").get<std::string>());
      const auto point = std::ranges::find(plan.points, id, &PlannedPoint::id);
      if (point == plan.points.end()) continue;
      failures.push_back({static_cast<std::size_t>(point - plan.points.begin()),
                          failed.at("replica").get<std::uint64_t>(),
                          failed.at("message").get<std::string>()});
    }
  } catch (const FileError&) {
    throw;
  } catch (const Error& error) {
    throw FileError(place.string(), std::string("is damaged; run the task again: ") + error.what());
  }
  return failures;
}

}  // namespace morula::sweep
