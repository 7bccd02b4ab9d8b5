#include "io/xdmf_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "io/durable_file.h"
#include "io/hdf5_file.h"

namespace morula::io {
namespace {

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char letter : text) switch (letter) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += letter;
    }
  return safe;
}

// XDMF has no unsigned integers of 64 bits: values of 2^63 and more are shown wrongly, all others correctly.
std::string_view number_type(ValueType type) {
  switch (type) {
    case ValueType::U8:
      return "UChar";
    case ValueType::U16:
      return "UShort";
    case ValueType::U32:
      return "UInt";
    case ValueType::U64:
    case ValueType::I32:
    case ValueType::I64:
      return "Int";
    case ValueType::F64:
      return "Float";
  }
  return "";
}

// The sizes, slowest axis first, as in HDF5; `more` is 1 for the nodes between which the cells lie. A plane
// becomes one layer of cells, since ParaView's readers take the axes of a two-dimensional mesh for y and z.
std::string sizes(const Field& field, Index more) {
  const Extent& extent = field.extent;
  return fmt::format("{} {} {}", extent.z + more, extent.y + more, extent.x + more);
}

std::string values_of(const Field& field, Index replica, const std::string& hdf5) {
  const std::string dataset = field.replicas > 0 ? replica_dataset(field, replica) : field.name;
  return fmt::format(
      "        <Attribute Name=\"{}\" AttributeType=\"Scalar\" Center=\"Cell\">\n"
      "          <DataItem Format=\"HDF\" NumberType=\"{}\" Precision=\"{}\" "
      "Dimensions=\"{}\">{}:/{}</DataItem>\n"
      "        </Attribute>\n",
      escaped(field.name), number_type(field.type), size_of(field.type), sizes(field, 0), escaped(hdf5),
      escaped(dataset));
}

// Replicas are arranged in rows that form a square, with gaps between them.
std::string origin_of(const Field& lattice, Index replica) {
  const Index shown = std::min(lattice.replicas, xdmf_replicas);
  Index columns = 1;
  while (columns * columns < shown) ++columns;
  const auto place = [](Index extent, Index number) { return number * (extent + extent / 10 + 1); };
  return fmt::format("0 {} {}", place(lattice.extent.y, replica / columns),
                     place(lattice.extent.x, replica % columns));
}

std::string lattice_grid(const std::vector<Field>& fields, Index replica, const std::string& name,
                         const SavedState& state) {
  const Field& lattice = fields.front();
  std::string text = fmt::format(
      "      <Grid Name=\"{}\" GridType=\"Uniform\">\n"
      "        <Time Value=\"{}\"/>\n"
      "        <Topology TopologyType=\"3DCoRectMesh\" Dimensions=\"{}\"/>\n"
      "        <Geometry GeometryType=\"ORIGIN_DXDYDZ\">\n"
      "          <DataItem Format=\"XML\" NumberType=\"Float\" Dimensions=\"3\">{}</DataItem>\n"
      "          <DataItem Format=\"XML\" NumberType=\"Float\" Dimensions=\"3\">1 1 1</DataItem>\n"
      "        </Geometry>\n",
      name, state.step, sizes(lattice, 1), origin_of(lattice, replica));
  for (const Field& field : fields) text += values_of(field, replica, state.hdf5);
  return text + "      </Grid>\n";
}

std::string grid(const std::vector<Field>& fields, const SavedState& state) {
  const Index replicas = fields.front().replicas;
  const std::string step = fmt::format("step {}", state.step);
  if (replicas == 0) return lattice_grid(fields, 0, step, state);
  std::string text = fmt::format(
      "      <Grid Name=\"{}\" GridType=\"Collection\" CollectionType=\"Spatial\">\n"
      "      <Time Value=\"{}\"/>\n",
      step, state.step);
  for (Index replica = 0; replica < std::min(replicas, xdmf_replicas); ++replica)
    text += lattice_grid(fields, replica, fmt::format("replica {}", replica), state);
  return text + "      </Grid>\n";
}

// A grid has a single lattice, that of the first field. Lists and fields on another lattice do not fit on it.
std::vector<Field> on_one_lattice(const std::vector<Field>& fields) {
  std::vector<Field> chosen;
  for (const Field& field : fields) {
    const bool fits = chosen.empty() ? field.dimensions >= 2
                                     : field.dimensions == chosen.front().dimensions &&
                                           field.extent == chosen.front().extent &&
                                           field.replicas == chosen.front().replicas;
    if (fits) chosen.push_back(field);
  }
  return chosen;
}

}  // namespace

void write_xdmf(const std::filesystem::path& place, const std::vector<Field>& fields,
                const std::vector<SavedState>& states) {
  const std::vector<Field> shown = on_one_lattice(fields);
  const bool series = states.size() > 1;
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Xdmf Version=\"3.0\">\n  <Domain>\n";
  if (series) text += "    <Grid Name=\"states\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
  for (const SavedState& state : states)
    if (!shown.empty()) text += grid(shown, state);
  if (series) text += "    </Grid>\n";
  write_file(place, text + "  </Domain>\n</Xdmf>\n");
}

}  // namespace morula::io
