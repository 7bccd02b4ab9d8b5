// A program against libmorula: steps a model, writes its model file for comparison, and is refused a wrong
// one.
#include <morula/morula.h>

#include <fstream>
#include <iostream>

int main(int, char** arguments) {
  const std::string text =
      "model: automaton\nsteps: 100\nlattice: {size: [64, 48]}\nautomaton: {rule: B3/S23}\n"
      "initial: {random: {density: 0.3}}\n";
  std::ofstream(arguments[1]) << text;
  morula::Simulation life({.text = text}, {.backend = "cpu"});
  life.step(100);
  for (const morula::Column& column : life.observe().columns)
    std::cout << column.name << ' ' << column.value(0) << '\n';
  std::cout << "state hash " << life.state_hash() << '\n';
  try {
    morula::Simulation wrong({.text = text, .settings = {"automaton.rule=nonsense"}});
  } catch (const morula::InputError& error) {
    std::cout << "refused: " << error.problems().front().key << '\n';
  }
}
