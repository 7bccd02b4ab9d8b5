// morula examples
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "apps/morula/commands.h"
#include "apps/morula/example_files.h"
#include "apps/morula/speech.h"
#include "core/error.h"
#include "core/nearest.h"
#include "io/durable_file.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

// The first line of an example is a comment that says what it is.
std::string title(const ExampleFile& file) { return file.body.substr(2, file.body.find('\n') - 2); }

std::vector<ExampleFile> models() {
  std::vector<ExampleFile> model_files;
  for (const ExampleFile& file : example_files())
    if (file.name.ends_with(".yaml")) model_files.push_back(file);
  std::ranges::sort(model_files, {}, &ExampleFile::name);
  return model_files;
}

void list() {
  for (const ExampleFile& file : models())
    say(fmt::format("{:19} {}\n", fs::path(file.name).stem().string(), title(file)));
  say(fmt::format("\n'morula examples NAME' writes one into this folder.\n"));
}

// Files of an example: a model with the patterns and histograms that it names, or a sweep with its model.
std::vector<ExampleFile> files_of(const std::string& name) {
  std::vector<std::string> names;
  for (const ExampleFile& model : models()) {
    names.push_back(fs::path(model.name).stem().string());
    if (names.back() != name) continue;
    std::vector<ExampleFile> files = {model};
    for (const ExampleFile& named : example_files())
      if (named.name != model.name && model.body.find(named.name) != std::string::npos)
        files.push_back(named);
    return files;
  }
  const auto near = nearest(name, names);
  throw SpecError({}, name,
                  fmt::format("is not an example; {}'morula examples' lists them",
                              near ? fmt::format("did you mean '{}'? ", *near) : ""));
}

void write(const std::string& name) {
  const std::vector<ExampleFile> files = files_of(name);
  for (const ExampleFile& file : files)
    if (fs::exists(file.name)) throw SpecError({file.name}, "", "exists already; examples overwrite nothing");
  for (const ExampleFile& file : files) {
    io::write_file(file.name, file.body);
    say(fmt::format("wrote {}\n", file.name));
  }
  const bool is_sweep = files.front().body.find("\nsweep:") != std::string::npos;
  say(fmt::format("run it with: morula {} {}\n", is_sweep ? "sweep" : "run", files.front().name));
}

}  // namespace

void add_examples(const Command& app) {
  const Command command = app.add_command("examples", "List the examples, or write one into this folder");
  auto name = std::make_shared<std::string>();
  command.add_option("NAME", *name, "Name of the example to write [a list of all examples]");
  command.examples({"morula examples", "morula examples glider-gun"});
  command.on_call([name] { name->empty() ? list() : write(*name); });
}

}  // namespace morula
