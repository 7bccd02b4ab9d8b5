// Copies of rank 0's input files, in a temporary folder, for ranks that cannot read the originals.
#pragma once

#include <filesystem>
#include <vector>

#include "core/communicator.h"
#include "models/spec.h"

namespace morula {

class InputCopies {
 public:
  // Every rank calls this; `inputs` are the files that rank 0 has read for the model. Rank 0 sends the files
  // and the notes that say where they are; for an input without a path, only the note. If a file cannot be
  // read or copied, all ranks throw as in rank_zero_does() (core/rank_zero.h), and no copy is left.
  InputCopies(const std::vector<InputFile>& inputs, Communicator& ranks);
  ~InputCopies();  // removes them
  InputCopies(const InputCopies&) = delete;
  InputCopies& operator=(const InputCopies&) = delete;

  // The folder of the copies, for InputFolder; empty on rank 0, which reads the originals.
  const std::filesystem::path& folder() const { return folder_; }

 private:
  InputCopies() = default;  // the other constructor delegates to it, so that its failure runs the destructor

  std::filesystem::path folder_;
  bool is_made_ = false;
};

}  // namespace morula
