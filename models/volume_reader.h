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

// A value in a file that is not a state.
struct Foreign {
  unsigned value = 0;
  Site at;
};

// The states in a file: its values from 0 to 255, replaced by the states that they stand for.
struct VolumeOfStates {
  std::shared_ptr<const io::Volume> volume;
  std::optional<Foreign> foreign;  // the first value that is not one of the `states` states
};

struct VolumeRequest {
  std::string file, dataset;
  StateOfValue state_of;
  unsigned states = 256;
  Site at;  // where the volume is placed
};

// Throws FileError. If the folder defers volumes, the values stay in their file, and the volume is noted in
// `spec`.
VolumeOfStates load_states(const VolumeRequest& request, const InputFolder& folder, const Lattice& lattice,
                           Spec& spec);

// Reads `file` and `dataset`: a picture, a stack of pictures or a dataset that is as large as the lattice.
// States are values from 0 to 255; labels (of cells, for example) are values from 0 to 2^32 - 1. The file is
// noted as an input of `spec`.
std::optional<VolumeOfStates> read_lattice_states(io::Section& section, const InputFolder& folder,
                                                  const Lattice& lattice, const StateOfValue& state_of,
                                                  unsigned states, Spec& spec);
std::optional<io::Labels> read_lattice_labels(io::Section& section, const InputFolder& folder,
                                              const Lattice& lattice, Spec& spec);

// Real numbers from a file or from another run: `file`, `dataset` and `factor`, or `run` and `field`. If no
// dataset is named, the dataset `name` is read.
std::optional<io::Reals> read_lattice_reals(io::Section& section, const InputFolder& folder,
                                            const Lattice& lattice, const std::string& name, Spec& spec);

// `values: {255: 1}`: the states that the values in a file stand for, if the values are not the states
// themselves. If states have names, these can be used too.
StateOfValue values_themselves();
StateOfValue read_values(io::Section& section, unsigned states, const std::vector<std::string>& names = {});

// Notes the problem at `file`, with an optional addition to the sentence.
void note_foreign(io::Section& section, const Foreign& foreign, unsigned states, unsigned dimensions,
                  const std::string& remedy = "");
std::string remedy_by_values(const Foreign& foreign);

}  // namespace morula
