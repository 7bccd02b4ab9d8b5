#include <fmt/format.h>

#include "apps/morula/command_words.h"

namespace morula {
namespace {

// Escapes the characters that have a meaning in roff.
std::string roff(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\\')
      safe += "\\e";
    else if (c == '-')
      safe += "\\-";
    else
      safe += c;
  }
  if (safe.starts_with('.') || safe.starts_with('\'')) safe.insert(0, "\\&");
  return safe;
}

void describe(const CommandWords& command, const std::string& path, std::string& text) {
  text += fmt::format(".SS {}\n{}\n", roff(path), roff(command.help));
  for (const OptionWords& option : command.options) {
    const std::string choices =
        option.choices.empty() ? "" : fmt::format(" One of {}.", fmt::join(option.choices, ", "));
    text += fmt::format(".TP\n.B {}\n{}.{}\n", roff(option.name), roff(option.help), roff(choices));
  }
  if (!command.footer.empty()) text += ".PP\n.nf\n" + roff(command.footer) + "\n.fi\n";
  for (const CommandWords& below : command.commands) describe(below, path + ' ' + below.name, text);
}

}  // namespace

std::string man_page(const CommandWords& program, const std::string& version) {
  std::string text = fmt::format(
      ".TH MORULA 1 \"\" \"Morula {}\" \"User commands\"\n.SH NAME\nmorula \\- {}\n.SH SYNOPSIS\n.B morula\n"
      ".I command\n[options]\n.SH DESCRIPTION\nMorula simulates living matter that is discrete, stochastic "
      "and "
      "massively parallel. Models are small YAML files; the answer is the same, bit for bit, on every "
      "processor.\n.SH COMMANDS\n",
      version, "simulate cellular automata, species, tissues, dividing cells and membranes");
  for (const CommandWords& command : program.commands) describe(command, "morula " + command.name, text);
  text +=
      ".SH EXIT STATUS\n0 done, or stopped because you asked; 1 the run failed; 2 the input is wrong.\n"
      ".SH FILES\n.TP\n.B runs/MODEL/\nThe files that a run writes: manifest.json, series.csv, series.svg, "
      "frames/, "
      "state/, checkpoint.h5.\n.TP\n.B $MORULA_CACHE\nCompiled kernels.\n";
  return text;
}

}  // namespace morula
