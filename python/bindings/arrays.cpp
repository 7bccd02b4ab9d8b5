// Arrays, by the buffer protocol in host memory and by DLPack in the memory of a CUDA device.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstring>

#include "morula/files.h"
#include "python/bindings/bindings.h"

namespace morula::python {
namespace {

const char* dtype_of(ElementType type) {
  constexpr const char* names[] = {"u1", "u2", "u4", "u8", "i4", "i8", "f8"};
  return names[static_cast<int>(type)];
}

// The format of the element type in the notation of Python's struct module.
const char* format_of(ElementType type) {
  constexpr const char* names[] = {"B", "H", "I", "Q", "i", "q", "d"};
  return names[static_cast<int>(type)];
}

std::vector<py::ssize_t> shape_of(const FieldInfo& field) { return {field.shape.begin(), field.shape.end()}; }

std::vector<py::ssize_t> strides_of(const FieldInfo& field) {
  std::vector<py::ssize_t> strides(field.shape.size());
  auto stride = static_cast<py::ssize_t>(bytes_of(field.type));
  for (std::size_t i = strides.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= static_cast<py::ssize_t>(field.shape[i]);
  }
  return strides;
}

// Keeps the model, and with it the memory, alive while an array uses the memory.
struct FieldMemory {
  std::shared_ptr<HeldModel> model;
  FieldInfo field;
  std::span<const std::byte> values;
  std::uint64_t version = 0;  // version of the model

  py::buffer_info info() const {
    return {const_cast<std::byte*>(values.data()),
            static_cast<py::ssize_t>(bytes_of(field.type)),
            format_of(field.type),
            static_cast<py::ssize_t>(field.shape.size()),
            shape_of(field),
            strides_of(field),
            /*readonly=*/true};
  }
};

template <typename T>
struct Numbers {
  std::vector<T> values;
};

template <typename T>
void bind_numbers(py::module_& module, const char* name) {
  py::class_<Numbers<T>>(module, name, py::buffer_protocol()).def_buffer([](Numbers<T>& numbers) {
    return py::buffer_info(numbers.values.data(), static_cast<py::ssize_t>(numbers.values.size()));
  });
}

// The structures of DLPack in version 0 of its ABI, which every library can read.
struct DLDevice {
  std::int32_t device_type, device_id;
};
struct DLDataType {
  std::uint8_t code, bits;
  std::uint16_t lanes;
};
struct DLTensor {
  void* data;
  DLDevice device;
  std::int32_t ndim;
  DLDataType dtype;
  std::int64_t* shape;
  std::int64_t* strides;
  std::uint64_t byte_offset;
};
struct DLManagedTensor {
  DLTensor dl_tensor;
  void* manager_ctx;
  void (*deleter)(DLManagedTensor*);
};

DLDataType dl_type(ElementType type) {
  const bool is_signed = type == ElementType::I32 || type == ElementType::I64;
  const std::uint8_t code = type == ElementType::F64 ? 2 : is_signed ? 0 : 1;
  return {code, static_cast<std::uint8_t>(8 * bytes_of(type)), 1};
}

constexpr std::int32_t on_cuda = 2;

// The array and the shape to which a tensor points; a consumer holds them until it has finished.
struct Lent {
  DeviceArray array;
  std::vector<std::int64_t> shape;
  DLManagedTensor tensor{};
};

void delete_unused(PyObject* capsule) {
  if (!PyCapsule_IsValid(capsule, "dltensor")) return;  // it belongs to a consumer now
  auto* const tensor = static_cast<DLManagedTensor*>(PyCapsule_GetPointer(capsule, "dltensor"));
  tensor->deleter(tensor);
}

py::object as_capsule(const DeviceArray& array) {
  auto lent = std::make_unique<Lent>();
  lent->array = array;
  lent->shape.assign(array.field.shape.begin(), array.field.shape.end());
  lent->tensor.dl_tensor = {reinterpret_cast<void*>(array.address),
                            {on_cuda, array.device},
                            static_cast<std::int32_t>(lent->shape.size()),
                            dl_type(array.field.type),
                            lent->shape.data(),
                            nullptr,
                            0};
  lent->tensor.manager_ctx = lent.get();
  lent->tensor.deleter = [](DLManagedTensor* tensor) { delete static_cast<Lent*>(tensor->manager_ctx); };
  PyObject* const capsule = PyCapsule_New(&lent->tensor, "dltensor", delete_unused);
  if (!capsule) throw py::error_already_set();
  static_cast<void>(lent.release());  // now owned by the capsule or its consumer
  return py::reinterpret_steal<py::object>(capsule);
}

py::buffer_info contiguous(const py::buffer& array, bool writable) {
  py::buffer_info info = array.request(writable);
  py::ssize_t stride = info.itemsize;
  for (std::size_t i = info.shape.size(); i-- > 0;) {
    if (info.shape[i] > 1 && info.strides[i] != stride)
      throw py::value_error("the array must be C-contiguous");
    stride *= info.shape[i];
  }
  return info;
}

}  // namespace

py::tuple as_tuple(const FieldInfo& field) {
  return py::make_tuple(field.name, dtype_of(field.type), py::tuple(py::cast(field.shape)),
                        py::tuple(py::cast(field.axes)), field.resizes, field.meaning);
}

py::list as_list(const DataTable& table) {
  py::list columns;
  for (const Column& column : table.columns) {
    const py::object numbers = column.is_whole ? py::cast(Numbers<std::int64_t>{column.wholes})
                                               : py::cast(Numbers<double>{column.reals});
    columns.append(py::make_tuple(column.name, numbers));
  }
  return columns;
}

py::tuple as_tuple(const Picture& picture) {
  return py::make_tuple(picture.height, picture.width,
                        py::bytes(reinterpret_cast<const char*>(picture.rgb.data()), picture.rgb.size()));
}

std::span<std::byte> bytes_to_write(const py::buffer& array) {
  const py::buffer_info info = contiguous(array, true);
  return {static_cast<std::byte*>(info.ptr), static_cast<std::size_t>(info.size * info.itemsize)};
}

std::span<const std::byte> bytes_to_read(const py::buffer& array) {
  const py::buffer_info info = contiguous(array, false);
  return {static_cast<const std::byte*>(info.ptr), static_cast<std::size_t>(info.size * info.itemsize)};
}

py::object field_in_place(const std::shared_ptr<HeldModel>& model, const std::string& name) {
  FieldMemory memory{model, {}, {}, 0};
  model->with([&](Simulation& simulation) {
    memory.field = simulation.field(name);
    memory.values = simulation.in_place(name);
    memory.version = model->version;
  });
  return memory.values.empty() ? py::none() : py::cast(std::move(memory));
}

py::object field_on_device(const std::shared_ptr<HeldModel>& model, const std::string& name) {
  return py::cast(model->with([&](Simulation& simulation) { return simulation.on_device(name); }));
}

void bind_arrays(py::module_& module) {
  bind_numbers<std::int64_t>(module, "WholeNumbers");
  bind_numbers<double>(module, "RealNumbers");
  py::class_<FieldMemory>(module, "FieldMemory", py::buffer_protocol())
      .def_buffer(&FieldMemory::info)
      .def_readonly("version", &FieldMemory::version);
  py::class_<DeviceArray>(module, "DeviceArray", "A field in the memory of a CUDA device.")
      .def_property_readonly("address", [](const DeviceArray& array) { return array.address; })
      .def_property_readonly("shape",
                             [](const DeviceArray& array) { return py::tuple(py::cast(array.field.shape)); })
      .def_property_readonly("dtype", [](const DeviceArray& array) { return dtype_of(array.field.type); })
      .def("__dlpack_device__",
           [](const DeviceArray& array) { return py::make_tuple(on_cuda, array.device); })
      .def("__dlpack__", [](const DeviceArray& array, const py::kwargs&) { return as_capsule(array); });
  py::class_<StateFile>(module, "StateFile")
      .def(py::init([](const std::string& path) { return StateFile(path); }))
      .def_property_readonly("time", &StateFile::time)
      .def_property_readonly("state_hash", &StateFile::state_hash)
      .def("fields",
           [](const StateFile& file) {
             py::list fields;
             for (const FieldInfo& field : file.fields()) fields.append(as_tuple(field));
             return fields;
           })
      .def("read", [](const StateFile& file, const std::string& field, const py::buffer& array) {
        const std::span<std::byte> values = bytes_to_write(array);
        const py::gil_scoped_release release;
        file.read(field, values);
      });
  module.def("read_picture", [](const std::string& path) { return as_tuple(read_picture(path)); });
  module.def("png_of", [](std::uint32_t height, std::uint32_t width, const py::bytes& rgb) {
    const auto text = static_cast<std::string>(rgb);
    return py::bytes(png_of(Picture{width, height, {text.begin(), text.end()}}));
  });
}

}  // namespace morula::python
