#include <fmt/format.h>

#include <functional>

#include "apps/morula/command_words.h"

namespace morula {
namespace {

// Visits every command with the words that lead to it, such as " analyze chaos"; they are empty for the
// program itself.
using Visit = std::function<void(const std::string& path, const CommandWords& command)>;
void for_each_command(const CommandWords& command, const std::string& path, const Visit& visit) {
  visit(path, command);
  for (const CommandWords& below : command.commands) for_each_command(below, path + ' ' + below.name, visit);
}

std::vector<std::string> words_after(const CommandWords& command) {
  std::vector<std::string> words;
  for (const CommandWords& below : command.commands) words.push_back(below.name);
  for (const OptionWords& option : command.options)
    if (!option.is_positional()) words.push_back(option.name);
  return words;
}

// The text within single quotes of a shell.
std::string in_quotes(const std::string& text) {
  std::string safe;
  for (const char c : text) safe += c == '\'' ? "'\\''" : std::string(1, c);
  return '\'' + safe + '\'';
}

// Escapes the characters that have a meaning in a description of _arguments.
std::string for_zsh(const std::string& text) {
  std::string safe;
  for (const char c : text) safe += (c == '[' || c == ']' || c == ':' ? "\\" : "") + std::string(1, c);
  return safe;
}

std::string zsh_argument(const OptionWords& option) {
  const std::string values =
      option.choices.empty() ? ":_files" : fmt::format(":({})", fmt::join(option.choices, " "));
  if (option.is_positional()) return fmt::format("*:{}{}", for_zsh(option.name), values);
  return fmt::format("{}[{}]{}", option.name, for_zsh(option.help),
                     option.takes_value ? ":value" + values : "");
}

std::string function_of(std::string path) {
  for (char& c : path)
    if (c == ' ' || c == '-') c = '_';
  return "_morula" + path;
}

}  // namespace

std::string bash_completions(const CommandWords& program) {
  std::string paths, values, words;
  for_each_command(program, "", [&](const std::string& path, const CommandWords& command) {
    if (!path.empty()) paths += (paths.empty() ? "" : "|") + fmt::format("\"{}\"", path);
    words += fmt::format("    \"{}\") words=\"{}\" ;;\n", path, fmt::join(words_after(command), " "));
    for (const OptionWords& option : command.options)
      if (!option.choices.empty() && !option.is_positional())
        values += fmt::format("    \"{} {}\") COMPREPLY=($(compgen -W \"{}\" -- \"$current\")); return ;;\n",
                              path, option.name, fmt::join(option.choices, " "));
  });
  return fmt::format(
      "# Completions of morula for bash.\n_morula() {{\n"
      "  local current=\"${{COMP_WORDS[COMP_CWORD]}}\" before=\"${{COMP_WORDS[COMP_CWORD-1]}}\"\n"
      "  local path=\"\" word words=\"\"\n"
      "  for word in \"${{COMP_WORDS[@]:1:COMP_CWORD-1}}\"; do\n"
      "    case \"$path $word\" in\n    {}) path=\"$path $word\" ;;\n    esac\n  done\n"
      "  case \"$path $before\" in\n{}  esac\n  case \"$path\" in\n{}  esac\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
      "  [[ $current == -* ]] || COMPREPLY+=($(compgen -f -- \"$current\"))\n}}\n"
      "complete -o filenames -F _morula morula\n",
      paths, values, words);
}

std::string zsh_completions(const CommandWords& program) {
  std::string text = "#compdef morula\n# Completions of morula for zsh.\n";
  for_each_command(program, "", [&](const std::string& path, const CommandWords& command) {
    text += fmt::format("{}() {{\n", function_of(path));
    if (command.commands.empty()) {
      text += "  _arguments";
      for (const OptionWords& option : command.options) text += " \\\n    " + in_quotes(zsh_argument(option));
      text += "\n}\n";
      return;
    }
    text += "  local -a commands=(\n";
    for (const CommandWords& below : command.commands)
      text += "    " + in_quotes(below.name + ':' + for_zsh(below.help)) + "\n";
    text +=
        "  )\n  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
        "  local chosen=$words[2]\n  shift words; (( CURRENT-- ))\n";
    text += fmt::format("  (( $+functions[{0}_$chosen] )) && {0}_$chosen\n}}\n", function_of(path));
  });
  return text + "_morula \"$@\"\n";
}

std::string fish_completions(const CommandWords& program) {
  std::string text = "# Completions of morula for fish.\n";
  for_each_command(program, "", [&](const std::string& path, const CommandWords& command) {
    std::string condition = "__fish_use_subcommand";
    if (!path.empty()) {
      const std::string subcommand = path.substr(path.rfind(' ') + 1);
      condition = "__fish_seen_subcommand_from " + subcommand;
    }
    for (const CommandWords& below : command.commands)
      text += fmt::format("complete -c morula -n {} -a {} -d {}\n", in_quotes(condition), below.name,
                          in_quotes(below.help));
    for (const OptionWords& option : command.options) {
      if (option.is_positional()) continue;
      text += fmt::format("complete -c morula -n {} -l {} -d {}", in_quotes(condition), option.name.substr(2),
                          in_quotes(option.help));
      if (option.takes_value) text += " -r";
      if (!option.choices.empty()) text += fmt::format(" -f -a '{}'", fmt::join(option.choices, " "));
      text += '\n';
    }
  });
  return text;
}

}  // namespace morula
