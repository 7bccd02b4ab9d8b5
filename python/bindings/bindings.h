#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "morula/simulation.h"
#include "morula/values.h"
#include "python/bindings/held_model.h"

namespace morula::python {

void bind_model(py::module_& module);
void bind_arrays(py::module_& module);
void bind_commands(py::module_& module);

// A field as (name, dtype, shape, axes, resizes, meaning).
py::tuple as_tuple(const FieldInfo& field);
// Columns as (name, array of int64 or float64), by the buffer protocol, which does not change between
// versions of NumPy as NumPy's own interface does.
py::list as_list(const DataTable& table);
// A picture as (height, width, bytes).
py::tuple as_tuple(const Picture& picture);

// The bytes of a contiguous array.
std::span<std::byte> bytes_to_write(const py::buffer& array);
std::span<const std::byte> bytes_to_read(const py::buffer& array);

// A field in its own host memory without a copy, and a field in the memory of a device.
py::object field_in_place(const std::shared_ptr<HeldModel>& model, const std::string& field);
py::object field_on_device(const std::shared_ptr<HeldModel>& model, const std::string& field);

}  // namespace morula::python
