// A model in the memory of this process: it can be stepped and observed, and its arrays can be read and
// written.
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

// The source from which a model is read: a model file, or the text of one. For a text, `file` is only its
// name in messages, and files that the text names are relative to the folder of `file`.
struct ModelInput {
  std::filesystem::path file = "model";
  std::optional<std::string> text = {};
  std::vector<std::string> settings = {};  // "key.path=value", in the form of --set
};

// The processor on which a model runs, as with --backend, --device and --threads.
struct Processor {
  std::string backend = "auto";  // auto | cpu | cuda | opencl
  std::optional<unsigned> device = {};
  std::optional<unsigned> threads = {};
};

// Called a few times a second during long work, on the thread that started the work. If it returns true, the
// work ends at the next step.
using StopWanted = std::function<bool()>;

// A field in the memory of a CUDA device, allocated by this process. The memory is freed with the last copy
// of this object.
struct DeviceArray {
  FieldInfo field;
  int device = 0;
  std::uint64_t address = 0;
  std::shared_ptr<void> memory;
};

// Only one thread at a time may use it.
class MORULA_API Simulation {
 public:
  explicit Simulation(const ModelInput& input, const Processor& processor = {});
  // Makes the model of a run directory in the state of its last checkpoint, or of a step whose state was
  // saved.
  static Simulation of_run(const std::filesystem::path& folder, const Processor& processor = {},
                           std::optional<std::uint64_t> step = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  // Returns the number of steps done, which is less than asked for if the model has halted or was stopped.
  std::uint64_t step(std::uint64_t steps = 1);
  std::uint64_t step(std::uint64_t steps, const StopWanted& stop_wanted);

  std::uint64_t time() const;     // in steps
  std::uint64_t updates() const;  // number of updates since step 0
  std::string unit() const;       // the unit of updates, such as "cells"
  std::string family() const;
  std::uint64_t seed() const;
  std::optional<std::uint64_t> steps() const;  // the number of steps in the model file
  std::string backend() const, device() const;
  unsigned threads() const;
  std::vector<std::string> notes() const;  // notes for the user on the model file
  std::string state_hash();                // sixteen hexadecimal digits

  DataTable observe();  // the row of the series; one for each replica
  std::vector<std::string> tables() const;
  DataTable table(const std::string& name);

  std::vector<FieldInfo> fields() const;
  FieldInfo field(const std::string& name) const;  // throws InputError if the model has no such field
  void read(const std::string& field, std::span<std::byte> values);
  // The memory of the values on the host; empty if they are not in host memory as a plain array. Valid until
  // the next step or write.
  std::span<const std::byte> in_place(const std::string& field) const;
  DeviceArray on_device(const std::string& field);  // a copy; throws InputError if it is not on CUDA
  // Changes the state as `assign` of docs/changes.md does. The values are checked first; if they are wrong,
  // nothing is changed.
  void write(const std::string& field, std::span<const std::byte> values,
             const std::vector<std::uint64_t>& shape);

  // Makes a change of the model at the present step (docs/changes.md): {"set": {"potts.temperature": 5}}, or
  // {"sites": {"ball": {"centre": [9, 9], "radius": 3}}, "to": "medium"}. The text is YAML, which includes
  // JSON.
  void change(const std::string& text);
  std::vector<std::string> changes() const;  // changes of the model file and from outside, each as JSON

  // Draws the state in the same way as frames; `settings` are keys of output.frames, as in "scale=4".
  Picture picture(const std::vector<std::string>& settings = {});
  std::string legend(const std::vector<std::string>& settings = {});  // SVG

  // Makes a run directory that `resume` can continue. Returns its manifest as JSON.
  std::string save(const std::filesystem::path& folder, bool replace = false);

 private:
  struct Parts;
  explicit Simulation(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace morula
