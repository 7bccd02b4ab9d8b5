// morula completions and morula man, whose output `cmake --install` installs; and morula version.
#include "apps/morula/command_words.h"
#include "apps/morula/commands.h"
#include "apps/morula/speech.h"
#include "runner/manifest.h"

namespace morula {

void add_words(const Command& app, const std::function<CommandWords()>& words) {
  const Command completions = app.add_command("completions", "Print the completions of a shell");
  auto shell = std::make_shared<std::string>();
  completions.add_option("SHELL", *shell, "Which shell").one_of({"bash", "zsh", "fish"}).required();
  completions.examples({"source <(morula completions bash)"});
  completions.on_call([=] {
    say(*shell == "bash"  ? bash_completions(words())
        : *shell == "zsh" ? zsh_completions(words())
                          : fish_completions(words()));
  });
  const Command man = app.add_command("man", "Print the man page");
  man.examples({"morula man | man -l -"});
  man.on_call([=] { say(man_page(words(), program_version())); });
  const Command version = app.add_command("version", "Print the version, as -v and --version do");
  version.examples({"morula version"});
  version.on_call([] { say(program_version() + '\n'); });
}

}  // namespace morula
