// Reads the entries of a model file that take values from pictures and HDF5 files.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/lattice.h"
#include "io/reals.h"
#include "io/section.h"
#include "io/volume.h"
#include "models/input_folder.h"
#include "models/spec.h"

namespace morula {

// A value that a file holds and no state is.
struct Foreign {
  unsigned value = 0;
  Site at;
};

// The states that a file holds: its values from 0 to 255, replaced by what they stand for.
struct VolumeOfStates {
  std::shared_ptr<const io::Volume> volume;
  std::optional<Foreign> foreign;  // the first state that is none of `states`
};

struct VolumeRequest {
  std::string file, dataset;
  StateOfValue state_of;
  unsigned states = 256;
  Site at;  // where it is placed
};

// Throws FileError. Where the folder says so, the values are left in their file, and the volume is noted in
// `spec`.
VolumeOfStates load_states(const VolumeRequest& request, const InputFolder& folder, const Lattice& lattice,
                           Spec& spec);

// `file` and `dataset`: a picture, a stack of them or a dataset as large as the lattice. States are values
// from 0 to 255, labels (of cells, say) from 0 to 2^32 - 1. The file is noted as an input of `spec`.
std::optional<VolumeOfStates> read_lattice_states(io::Section& section, const InputFolder& folder,
                                                  const Lattice& lattice, const StateOfValue& state_of,
                                                  unsigned states, Spec& spec);
std::optional<io::Labels> read_lattice_labels(io::Section& section, const InputFolder& folder,
                                              const Lattice& lattice, Spec& spec);

// Real numbers, of a file or of another run: `file`, `dataset` and `factor`, or `run` and `field`. A dataset
// that is not named is called `name`.
std::optional<io::Reals> read_lattice_reals(io::Section& section, const InputFolder& folder,
                                            const Lattice& lattice, const std::string& name, Spec& spec);

// `values: {255: 1}`: what stands for which state, where a file's values are not the states themselves. Where
// states have names, those will do too.
StateOfValue values_themselves();
StateOfValue read_values(io::Section& section, unsigned states, const std::vector<std::string>& names = {});

// Notes it at `file`, with what may be added to the sentence.
void note_foreign(io::Section& section, const Foreign& foreign, unsigned states, unsigned dimensions,
                  const std::string& remedy = "");
std::string remedy_by_values(const Foreign& foreign);

}  // namespace morula
