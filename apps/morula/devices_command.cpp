// morula devices
#include <fmt/format.h>

#include "apps/morula/commands.h"
#include "apps/morula/speech.h"
#include "core/bytes.h"
#include "core/instruction_set.h"
#include "gpu/driver_faults.h"
#include "morula/commands.h"

namespace morula {
namespace {

struct Listed {
  std::string backend;
  gpu::Found found;
};

std::vector<Listed> search() {
  return {{"cuda", gpu::find_devices(gpu::Api::Cuda)}, {"opencl", gpu::find_devices(gpu::Api::OpenCl)}};
}

std::string cpu() { return open_backend({.name = "cpu", .device = {}, .threads = 1}).device_name(); }

void print_table(const std::vector<Listed>& searched) {
  say(fmt::format("{:8} {:6} {:>10}  {}\n", "backend", "device", "memory", "name"));
  say(fmt::format("{:8} {:6} {:>10}  {}, {} threads, {}\n", "cpu", "-", human_bytes(available_memory()),
                  cpu(), hardware_threads(), used_instruction_set()));
  for (const Listed& listed : searched) {
    for (const gpu::DeviceInfo& device : listed.found.devices) {
      say(fmt::format("{:8} {:<6} {:>10}  {} ({}{})\n", listed.backend, device.index,
                      human_bytes(device.memory), device.name, device.driver,
                      device.is_cpu ? "; on the CPU" : ""));
      if (const std::string fault = gpu::known_fault(device.driver); !fault.empty())
        say(fmt::format("{:26}  a driver with a known fault, which --backend auto leaves out: {}\n", "",
                        fault));
    }
    if (!listed.found.missing.empty())
      say(fmt::format("{:8} none: {}\n", listed.backend, listed.found.missing));
  }
}

}  // namespace

void add_devices(const Command& app) {
  const Command command = app.add_command("devices", "List the processors found, and why others are missing");
  auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "Print the result as JSON");
  command.examples({"morula devices"});
  command.on_call([json] { *json ? say(commands::devices() + '\n') : print_table(search()); });
}

}  // namespace morula
