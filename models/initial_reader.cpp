#include "models/initial_reader.h"

namespace morula {

void read_initial_run(io::Section& initial, const InputFolder& folder, const std::vector<std::string>& other,
                      Spec& spec) {
  if (const auto run = initial.text("run")) try {
      const std::filesystem::path state = folder / (std::filesystem::path(*run) / "checkpoint.h5");
      spec.initial_run = {state.parent_path(), initial.place_of("run")};
    } catch (const FileError& error) {  // it was too large to be kept with the run, and no longer exists
      initial.problem("run", error.what());
    }
  // A process that has only copies of input files leaves this check to the process that sees the originals.
  if (spec.initial_run && !folder.has_copies() &&
      !std::filesystem::exists(spec.initial_run->folder / "checkpoint.h5"))
    initial.problem("run", spec.initial_run->folder.string() + ": holds no checkpoint.h5 to start from");
  for (const std::string& key : other)
    if (initial.has(key))
      initial.problem(key, "cannot be joined to 'run', which is a whole state; remove one of them");
}

}  // namespace morula
