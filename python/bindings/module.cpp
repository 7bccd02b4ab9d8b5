// The module morula._morula, which makes libmorula available to Python. The package in python/morula adds a
// convenient interface.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <exception>
#include <filesystem>

#include "morula/morula.h"
#include "python/bindings/bindings.h"
#include "python/bindings/held_model.h"

namespace morula::python {
namespace {

void set_error(const char* name, const py::tuple& arguments) {
  const py::object type = py::module_::import("morula._errors").attr(name);
  PyErr_SetObject(type.ptr(), type(*arguments).ptr());
}

void set_model_error(const InputError& error) {
  py::list problems;
  const py::object problem_type = py::module_::import("morula._errors").attr("Problem");
  for (const InputProblem& problem : error.problems())
    problems.append(problem_type(problem.source, problem.line, problem.column, problem.key, problem.message));
  set_error("ModelError", py::make_tuple(error.what(), problems));
}

void translate(std::exception_ptr failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const py::error_already_set&) {
    throw;
  } catch (const py::builtin_exception&) {
    throw;
  } catch (const InputError& error) {
    set_model_error(error);
  } catch (const std::runtime_error& error) {  // file system errors too
    set_error("Error", py::make_tuple(error.what()));
  }
}

}  // namespace
}  // namespace morula::python

PYBIND11_MODULE(MORULA_MODULE, module) {
  using namespace morula::python;
  module.doc() = "libmorula for the package morula";
  watch_forks();
  py::register_exception_translator(translate);
  bind_arrays(module);
  bind_model(module);
  bind_commands(module);
}
