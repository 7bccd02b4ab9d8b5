#include "models/potts/initial/pif_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <sstream>

#include "core/dialect.h"
#include "core/error.h"
#include "core/nearest.h"
#include "io/section.h"

namespace morula::potts {
namespace {

class PifReader {
 public:
  PifReader(const std::string& source, const Lattice& lattice, const std::vector<std::string>& types)
      : source_(source), lattice_(lattice), types_(types) {}

  void read_line(const std::string& text, int number) {
    line_ = number;
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    if (words.empty() || words[0][0] == '#') return;
    if (words.size() > 1 && words[0] == "Include" && words[1] == "Clusters")
      return problem(
          "has compartments (Include Clusters), which are not supported; remove this line, and the "
          "clusters' numbers from the others");
    if (words[0] == "Include" || words[0] == "include")
      return problem("includes another file, which is not supported; put its lines in this one");
    const std::size_t word_count = lattice_.dimensions == 3 ? 8 : 6;
    // CompuCell3D also writes z1 and z2 in two dimensions.
    if (words.size() != word_count && words.size() != 8)
      return problem(fmt::format("has {} words; must be: cell, type, x1, x2, y1, y2{}", words.size(),
                                 word_count == 8 ? ", z1, z2" : ""));
    if (const auto cell = cell_named(words[0], words[1])) put_box(*cell, words);
  }

  Labels finish() {
    if (!problems_.empty()) throw SpecError(problems_);
    if (labels_.cells.empty()) labels_.cells.assign(lattice_.global.sites(), 0);
    return std::move(labels_);
  }
  bool is_full() const { return problems_.size() >= most_problems; }

 private:
  void problem(std::string what) {
    Problem& added = problems_.emplace_back();  // g++ 12 sees a temporary used before it is set
    added.place = {source_, line_, 1};
    added.what = std::move(what);
  }

  std::optional<u8> type_named(const std::string& name) {
    if (name == "Medium" || name == types_[0]) return u8{0};
    const auto found = std::ranges::find(types_, name);
    if (found != types_.end()) return static_cast<u8>(found - types_.begin());
    problem(fmt::format("names the type '{}', which the model does not have; {}", name,
                        must_be_one_of(name, types_)));
    return std::nullopt;
  }

  std::optional<u32> cell_named(const std::string& name, const std::string& type_name) {
    const auto type = type_named(type_name);
    if (!type) return std::nullopt;
    if (*type == 0) return 0;
    const auto [found, is_new] = cells_.try_emplace(name, static_cast<u32>(labels_.types.size()));
    if (is_new) labels_.types.push_back(*type);
    if (labels_.types[found->second] == *type) return found->second;
    problem(fmt::format("says that cell {} is of type {}; an earlier line says {}", name, type_name,
                        types_[labels_.types[found->second]]));
    return std::nullopt;
  }

  void put_box(u32 cell, const std::vector<std::string>& words) {
    const std::array<Index, 3> sides = {lattice_.global.x, lattice_.global.y, lattice_.global.z};
    std::array<Index, 3> from{}, to{};
    for (std::size_t axis = 0; axis < (words.size() - 2) / 2; ++axis) {
      const auto first = io::parse_whole(words[2 + 2 * axis]), last = io::parse_whole(words[3 + 2 * axis]);
      if (!first || !last || *first > *last || *last >= sides[axis])
        return problem(
            fmt::format("has '{} {}' along {}; must be two sites from 0 to {}, the smaller one first",
                        words[2 + 2 * axis], words[3 + 2 * axis], "xyz"[axis], sides[axis] - 1));
      from[axis] = *first;
      to[axis] = *last;
    }
    if (labels_.cells.empty()) labels_.cells.assign(lattice_.global.sites(), 0);
    for (Index z = from[2]; z <= to[2]; ++z)
      for (Index y = from[1]; y <= to[1]; ++y)
        for (Index x = from[0]; x <= to[0]; ++x) labels_.cells[lattice_.index_of({x, y, z})] = cell;
  }

  std::string source_;
  Lattice lattice_;
  std::vector<std::string> types_;
  Labels labels_{{}, {0}};
  std::map<std::string, u32> cells_;
  std::vector<Problem> problems_;
  int line_ = 0;
};

}  // namespace

Labels read_pif(const std::string& text, const std::string& source, const Lattice& lattice,
                const std::vector<std::string>& types) {
  PifReader reader(source, lattice, types);
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line) && !reader.is_full();) reader.read_line(line, ++number);
  return reader.finish();
}

}  // namespace morula::potts
