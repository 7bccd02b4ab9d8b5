#include "apps/morula/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <optional>
#include <sstream>

#include "core/nearest.h"
#include "io/section.h"

namespace morula {
namespace {

std::string no_command(const CLI::App* app, const std::string& said, const std::string& word) {
  std::vector<std::string> commands;
  for (const CLI::App* command : app->get_subcommands({})) commands.push_back(command->get_name());
  return fmt::format("{}: '{}' is not a command; {}\n", said, word, must_be_one_of(word, commands));
}

bool is_option(const std::string& word) { return word.size() > 1 && word.front() == '-'; }

// Lists the unexpected words in the order in which they were typed; CLI11 itself lists them from the last to
// the first.
std::string unexpected(const CLI::App* app, const std::vector<std::string>& words) {
  std::vector<std::string> options;
  for (const CLI::Option* option : app->get_options({}))
    for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
  const auto unknown = std::ranges::find_if(words, is_option);
  const auto near = unknown == words.end() ? std::nullopt : nearest(*unknown, options);
  return fmt::format("{} not expected: {}{}", words.size() == 1 ? "argument" : "arguments",
                     fmt::join(words, " "), near ? fmt::format("; did you mean '{}'?", *near) : "");
}

// For 'morula', or 'morula analyze', without the word that has to follow.
std::string lacks_command(const CLI::App* app, const std::string& said) {
  std::vector<std::string> commands;
  for (const CLI::App* command : app->get_subcommands({})) commands.push_back(command->get_name());
  if (app->get_parent() == nullptr) return fmt::format("{0}: needs a command; '{0} help' lists them\n", said);
  return fmt::format("{0}: needs a command, one of {1}; see '{0} --help'\n", said, fmt::join(commands, ", "));
}

// CLI11's message for an option without its value is "--set: 1 required TEXT missing".
std::string in_plain_words(const std::string& message) {
  const std::size_t colon = message.find(": ");
  const bool lacks_value = colon != std::string::npos &&
                           message.find(" required ", colon) != std::string::npos &&
                           message.ends_with(" missing");
  return lacks_value ? message.substr(0, colon) + ": needs a value" : message;
}

// One line, like every other error: what is wrong, and where to look.
std::string usage_error(const CLI::App* app, const CLI::Error& error) {
  std::string said = app->get_name();  // down to the command that was meant, as in 'morula analyze chaos'
  for (; !app->get_subcommands().empty(); said += ' ' + app->get_name()) app = app->get_subcommands().front();
  const std::vector<std::string> words = app->remaining();
  if (!words.empty() && !app->get_subcommands({}).empty()) return no_command(app, said, words.front());
  if (words.empty() && dynamic_cast<const CLI::RequiredError*>(&error) && !app->get_subcommands({}).empty() &&
      app->get_require_subcommand_min() > 0)
    return lacks_command(app, said);
  // An unknown option is reported first: the word after it may have been read as something else.
  const bool extra = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError)
                         ? !words.empty()
                         : std::ranges::any_of(words, is_option);
  const std::string what = extra ? unexpected(app, words) : in_plain_words(error.what());
  return fmt::format("{0}: {1}{2} '{0} --help'\n", said, what, what.ends_with('?') ? " See" : "; see");
}

// The text that --help prints for the command that the words name.
CommandLine::Outcome help_on(const CLI::App* app, const std::vector<std::string>& words) {
  std::string above;
  for (const std::string& word : words) {
    const auto is_called = [&](const CLI::App* command) { return command->get_name() == word; };
    const auto commands = app->get_subcommands({});
    const auto found = std::ranges::find_if(commands, is_called);
    above += (above.empty() ? "" : " ") + app->get_name();
    if (found == commands.end()) return {false, "", no_command(app, above, word)};
    app = *found;
  }
  return {true, app->help(above), ""};
}

// CLI11 gives the choices of an option in the form "TEXT:{auto,cpu}".
std::vector<std::string> choices_of(const CLI::Option* option) {
  const std::string type = option->get_type_name();
  const std::size_t begin = type.find('{'), end = type.find('}');
  std::vector<std::string> choices;
  if (begin == std::string::npos || end == std::string::npos) return choices;
  std::istringstream words(type.substr(begin + 1, end - begin - 1));
  for (std::string word; std::getline(words, word, ',');) choices.push_back(word);
  return choices;
}

CommandWords words_of(const CLI::App* app) {
  CommandWords command{app->get_name(), app->get_description(), app->get_footer(), {}, {}};
  for (const CLI::Option* option : app->get_options({})) {
    const bool stands_alone = option->get_lnames().empty();
    command.options.push_back({stands_alone ? option->get_name() : "--" + option->get_lnames().front(),
                               option->get_description(), option->get_items_expected_max() > 0,
                               choices_of(option)});
  }
  for (const CLI::App* below : app->get_subcommands({})) command.commands.push_back(words_of(below));
  return command;
}

}  // namespace

const Option& Option::required() const {
  option_->required();
  return *this;
}

const Option& Option::shows_default() const {
  option_->capture_default_str();
  return *this;
}

const Option& Option::one_of(std::vector<std::string> names) const {
  const std::string listed = fmt::format("{{{}}}", fmt::join(names, ","));
  const auto check = [names = std::move(names)](const std::string& text) {
    return std::ranges::find(names, text) != names.end()
               ? std::string()
               : fmt::format("is '{}'; must be one of {}", text, fmt::join(names, ", "));
  };
  option_->check(check, listed);
  return *this;
}

const Option& Option::whole(std::uint64_t least, std::uint64_t most) const {
  const auto check = [=](std::string& text) {
    const auto whole = io::parse_whole(text);
    if (!whole || *whole < least || *whole > most)
      return fmt::format("is '{}'; must be a whole number between {} and {}", text, least, most);
    text = std::to_string(*whole);
    return std::string();
  };
  option_->transform(CLI::Validator(check, ""));
  return *this;
}

const Option& Option::real(double least, double most) const {
  const auto check = [=](std::string& text) {
    const auto real = io::parse_real(text);
    if (!real || *real < least || *real > most)
      return fmt::format("is '{}'; must be between {} and {}", text, least, most);
    return std::string();
  };
  option_->check(CLI::Validator(check, ""));
  return *this;
}

const Option& Option::not_empty() const {
  option_->check([](const std::string& text) { return std::string(text.empty() ? "is empty" : ""); });
  return *this;
}

const Option& Option::taken_by(const std::function<std::string(const std::string&)>& take) const {
  option_->check(take);
  return *this;
}

const Option& Option::one_each() const {
  option_->allow_extra_args(false);
  return *this;
}

const Option& Option::all_of_them() const {
  option_->take_all();
  return *this;
}

const Option& Option::separated_by(char delimiter) const {
  option_->delimiter(delimiter);
  return *this;
}

Command Command::add_command(const std::string& name, const std::string& help) const {
  return Command(app_->add_subcommand(name, help));
}

void Command::needs_a_command() const { app_->require_subcommand(1); }

template <typename T>
Option Command::add_option(const std::string& name, T& value, const std::string& help) const {
  const Option option(app_->add_option(name, value, help));
  if (!name.starts_with('-')) option.not_empty();
  return option;
}

#define MORULA_OPTION_OF(...) \
  template Option Command::add_option(const std::string&, __VA_ARGS__&, const std::string&) const
MORULA_OPTION_OF(std::string);
MORULA_OPTION_OF(unsigned);
MORULA_OPTION_OF(std::uint64_t);
MORULA_OPTION_OF(double);
MORULA_OPTION_OF(std::filesystem::path);
MORULA_OPTION_OF(std::optional<std::string>);
MORULA_OPTION_OF(std::optional<unsigned>);
MORULA_OPTION_OF(std::optional<std::uint64_t>);
MORULA_OPTION_OF(std::optional<double>);
MORULA_OPTION_OF(std::optional<std::filesystem::path>);
MORULA_OPTION_OF(std::vector<std::string>);
MORULA_OPTION_OF(std::vector<std::uint64_t>);
MORULA_OPTION_OF(std::vector<double>);
MORULA_OPTION_OF(std::vector<std::filesystem::path>);
#undef MORULA_OPTION_OF

void Command::add_flag(const std::string& name, bool& value, const std::string& help) const {
  app_->add_flag(name, value, help);
}

void Command::examples(const std::vector<std::string>& lines) const {
  app_->footer(fmt::format("Examples:\n  {}", fmt::join(lines, "\n  ")));
}

void Command::on_call(const std::function<void()>& work) const {
  app_->callback([work] {
    try {
      work();
    } catch (const UsageError& error) {
      throw CLI::ValidationError(error.option, error.what());
    }
  });
}

CommandLine::CommandLine(const std::string& name, const std::string& description)
    : app_(std::make_unique<CLI::App>(description, name)) {
  app_->failure_message(usage_error);
  app_->add_subcommand("help", "Explain a command, as in 'morula help run'");
}

CommandLine::~CommandLine() = default;

void CommandLine::set_version(const std::string& version) { app_->set_version_flag("-v,--version", version); }

CommandWords CommandLine::words() const { return words_of(app_.get()); }

CommandLine::Outcome CommandLine::call(int argc, char** argv) const {
  if (argc > 1 && std::string_view(argv[1]) == "help") return help_on(app_.get(), {argv + 2, argv + argc});
  try {
    app_->parse(argc, argv);
    return {};
  } catch (const CLI::ParseError& error) {
    std::ostringstream answer, problem;
    const bool asked = app_->exit(error, answer, problem) == 0;
    return {asked, answer.str(), problem.str()};
  }
}

}  // namespace morula
