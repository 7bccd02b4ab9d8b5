// The words of the command line as plain data, from which completions and the man page are made.
#pragma once

#include <string>
#include <vector>

namespace morula {

struct OptionWords {
  std::string name;  // "--out", or "MODEL" for a positional argument
  std::string help;
  bool takes_value = false;
  std::vector<std::string> choices;  // possible values; if empty, any value

  bool is_positional() const { return !name.starts_with('-'); }
};

struct CommandWords {
  std::string name, help, footer;
  std::vector<OptionWords> options;
  std::vector<CommandWords> commands;
};

std::string bash_completions(const CommandWords& program);
std::string zsh_completions(const CommandWords& program);
std::string fish_completions(const CommandWords& program);
std::string man_page(const CommandWords& program, const std::string& version);  // roff, section 1

}  // namespace morula
