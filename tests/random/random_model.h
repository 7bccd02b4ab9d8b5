// The part of a family in the test of random models: tests/FAMILY/FAMILY_generator.cpp registers a function
// that makes a valid model file from choices. The build finds the file by its name.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "io/volume.h"
#include "tests/random/choices.h"

namespace morula::test {

using Settings = std::vector<std::string>;  // each in the form of --set

struct RandomModel {
  std::string text;                            // the model file
  std::map<std::string, std::string> files;    // the text files that the model file names
  std::map<std::string, io::Volume> pictures;  // the PNG files that it names; in 3D, folders of PNG files

  // Settings that must not change the answer. The settings in `engines` choose engines: the state must be the
  // same at every step. The settings in `other_steps` divide the work into different steps: the state must be
  // the same at the end.
  std::vector<Settings> engines = {{}};
  std::vector<Settings> other_steps = {};
};

// Writes model.yaml and the files that it names.
void write_model(const RandomModel& model, const std::filesystem::path& folder);

// A picture with random values from 0 to `greatest`.
io::Volume random_picture(Choices& choose, const Extent& extent, u64 greatest);

struct ModelGenerator {
  std::string family;
  std::function<RandomModel(Choices&)> draw;
};

const std::vector<ModelGenerator>& model_generators();

// An object of this type at namespace scope registers a generator.
struct GeneratorOf {
  GeneratorOf(const char* family, std::function<RandomModel(Choices&)> draw);
};

}  // namespace morula::test
