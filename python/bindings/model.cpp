// The class Model of the module.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "python/bindings/bindings.h"

namespace morula::python {
namespace {

using Held = std::shared_ptr<HeldModel>;

Held make_model(const std::string& file, const std::optional<std::string>& text,
                const std::vector<std::string>& settings, const std::string& backend,
                std::optional<unsigned> device, std::optional<unsigned> threads) {
  check_devices_after_fork(backend);
  const py::gil_scoped_release release;
  Simulation simulation({file, text, settings}, {backend, device, threads});
  return std::make_shared<HeldModel>(std::move(simulation));
}

Held load_model(const std::string& folder, std::optional<std::uint64_t> step, const std::string& backend,
                std::optional<unsigned> device, std::optional<unsigned> threads) {
  check_devices_after_fork(backend);
  const py::gil_scoped_release release;
  return std::make_shared<HeldModel>(Simulation::of_run(folder, {backend, device, threads}, step));
}

std::uint64_t step(HeldModel& model, std::uint64_t steps) {
  SignalCheck signals;
  const std::uint64_t done = model.with([&](Simulation& simulation) {
    ++model.version;
    return simulation.step(steps, [&] { return signals.wants_stop(); });
  });
  signals.rethrow();
  return done;
}

py::list fields(HeldModel& model) {
  py::list list;
  for (const FieldInfo& field : model.with([](Simulation& simulation) { return simulation.fields(); }))
    list.append(as_tuple(field));
  return list;
}

void read(HeldModel& model, const std::string& field, const py::buffer& array) {
  const std::span<std::byte> values = bytes_to_write(array);
  model.with([&](Simulation& simulation) { simulation.read(field, values); });
}

void write(HeldModel& model, const std::string& field, const py::buffer& array,
           const std::vector<std::uint64_t>& shape) {
  const std::span<const std::byte> values = bytes_to_read(array);
  model.with([&](Simulation& simulation) {
    ++model.version;
    simulation.write(field, values, shape);
  });
}

// Binds a member function of Simulation whose result has a type that Python knows.
template <auto member>
auto get(HeldModel& model) {
  return model.with([](Simulation& simulation) { return (simulation.*member)(); });
}

void bind_reading(py::class_<HeldModel, Held>& model) {
  model.def_property_readonly("time", &get<&Simulation::time>)
      .def_property_readonly("updates", &get<&Simulation::updates>)
      .def_property_readonly("unit", &get<&Simulation::unit>)
      .def_property_readonly("family", &get<&Simulation::family>)
      .def_property_readonly("seed", &get<&Simulation::seed>)
      .def_property_readonly("steps", &get<&Simulation::steps>)
      .def_property_readonly("backend", &get<&Simulation::backend>)
      .def_property_readonly("device", &get<&Simulation::device>)
      .def_property_readonly("threads", &get<&Simulation::threads>)
      .def_property_readonly("notes", &get<&Simulation::notes>)
      .def_property_readonly("tables", &get<&Simulation::tables>)
      .def("state_hash", &get<&Simulation::state_hash>)
      .def("observe", [](HeldModel& held) { return as_list(get<&Simulation::observe>(held)); })
      .def("table", [](HeldModel& held, const std::string& name) {
        return as_list(held.with([&](Simulation& simulation) { return simulation.table(name); }));
      });
}

}  // namespace

void bind_model(py::module_& module) {
  py::class_<HeldModel, Held> model(module, "Model");
  model.def(py::init(&make_model), py::arg("file"), py::arg("text"), py::arg("settings"), py::arg("backend"),
            py::arg("device"), py::arg("threads"));
  model.def_static("load", &load_model);
  model.def("step", &step, py::arg("steps"));
  bind_reading(model);
  model.def("fields", &fields)
      .def("read", &read)
      .def("write", &write)
      .def("in_place", &field_in_place)
      .def("on_device", &field_on_device)
      .def("picture",
           [](HeldModel& held, const std::vector<std::string>& settings) {
             return as_tuple(held.with([&](Simulation& simulation) { return simulation.picture(settings); }));
           })
      .def("legend",
           [](HeldModel& held, const std::vector<std::string>& settings) {
             return held.with([&](Simulation& simulation) { return simulation.legend(settings); });
           })
      .def("save",
           [](HeldModel& held, const std::string& folder, bool replace) {
             return held.with([&](Simulation& simulation) { return simulation.save(folder, replace); });
           })
      .def("change",
           [](HeldModel& held, const std::string& text) {
             held.with([&](Simulation& simulation) {
               ++held.version;
               simulation.change(text);
             });
           })
      .def_property_readonly("changes", &get<&Simulation::changes>)
      .def("close", &HeldModel::close)
      .def_property_readonly("is_closed", &HeldModel::is_closed)
      .def_property_readonly("version", [](const HeldModel& held) { return held.version.load(); });
}

}  // namespace morula::python
