// A model that lives in this process: it is stepped, observed, and its arrays are read and written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "morula/errors.h"
#include "morula/values.h"

namespace morula {

// What a model is read from: a model file, or the text of one. Files that a text names are relative to the
// folder of `file`, which then only names the text in messages.
struct ModelInput {
  std::filesystem::path file = "model";
  std::optional<std::string> text = {};
  std::vector<std::string> settings = {};  // "key.path=value", as --set takes them
};

// The processor that a model runs on, as --backend, --device and --threads name it.
struct Processor {
  std::string backend = "auto";  // auto | cpu | cuda | opencl
  std::optional<unsigned> device = {};
  std::optional<unsigned> threads = {};
};

// Called a few times a second during long work, from the thread that called; true ends the work at the next
// step.
using StopWanted = std::function<bool()>;

// A field in the memory of a CUDA device, of this process. It is freed with the last copy of this.
struct DeviceArray {
  FieldInfo field;
  int device = 0;
  std::uint64_t address = 0;
  std::shared_ptr<void> memory;
};

// One thread at a time may call it.
class MORULA_API Simulation {
 public:
  explicit Simulation(const ModelInput& input, const Processor& processor = {});
  // The model of a run directory, at its last checkpoint or at a step whose state was saved.
  static Simulation of_run(const std::filesystem::path& folder, const Processor& processor = {},
                           std::optional<std::uint64_t> step = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  // Returns the steps done: fewer than asked for if the model has halted or was stopped.
  std::uint64_t step(std::uint64_t steps = 1);
  std::uint64_t step(std::uint64_t steps, const StopWanted& stop_wanted);

  std::uint64_t time() const;     // in steps
  std::uint64_t updates() const;  // since step 0
  std::string unit() const;       // of updates: "cells"
  std::string family() const;
  std::uint64_t seed() const;
  std::optional<std::uint64_t> steps() const;  // that the model file asks for
  std::string backend() const, device() const;
  unsigned threads() const;
  std::vector<std::string> notes() const;  // what a user should know about the model file
  std::string state_hash();                // sixteen hexadecimal digits

  DataTable observe();  // the row of the series; one for each replica
  std::vector<std::string> tables() const;
  DataTable table(const std::string& name);

  std::vector<FieldInfo> fields() const;
  FieldInfo field(const std::string& name) const;  // throws InputError if the model has no such field
  void read(const std::string& field, std::span<std::byte> values);
  // Where the values lie in host memory as they are; empty if they do not. Valid until the next step or
  // write.
  std::span<const std::byte> in_place(const std::string& field) const;
  DeviceArray on_device(const std::string& field);  // a copy; throws InputError if it is not on CUDA
  // A change of the state, as `assign` of docs/changes.md: checked, and nothing is changed if it is wrong.
  void write(const std::string& field, std::span<const std::byte> values,
             const std::vector<std::uint64_t>& shape);

  // A change of the model at the step at which it is (docs/changes.md): {"set": {"potts.temperature": 5}}, or
  // {"sites": {"ball": {"centre": [9, 9], "radius": 3}}, "to": "medium"}. YAML; JSON is YAML.
  void change(const std::string& text);
  std::vector<std::string> changes() const;  // of the model file and from outside, each as JSON

  // As frames are drawn; `settings` are keys of output.frames, as in "scale=4".
  Picture picture(const std::vector<std::string>& settings = {});
  std::string legend(const std::vector<std::string>& settings = {});  // SVG

  // Makes a run directory that `resume` continues. Returns its manifest, as JSON.
  std::string save(const std::filesystem::path& folder, bool replace = false);

 private:
  struct Parts;
  explicit Simulation(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace morula
