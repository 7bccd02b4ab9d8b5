#include "tests/random/random_changes.h"

#include <algorithm>
#include <map>

#include "io/document.h"
#include "io/section.h"
#include "models/catalogue.h"
#include "tests/io/temporary_folder.h"
#include "tests/random/flow.h"

namespace morula::test {
namespace {

constexpr u64 most_changes = 5;

// A number or a word in the model file that may change.
struct ChangeableLeaf {
  std::string key, text;
};

void find_leaves(const io::Value& value, const std::string& path, const Changeable& changeable,
                 std::vector<ChangeableLeaf>& leaves) {
  if (value.kind == io::Value::Kind::Scalar && changeable.allows(path)) leaves.push_back({path, value.text});
  const auto below = [&](const std::string& word) { return path.empty() ? word : path + '.' + word; };
  for (const io::Entry& entry : value.entries) find_leaves(entry.value, below(entry.key), changeable, leaves);
  for (std::size_t i = 0; i < value.items.size(); ++i)
    find_leaves(value.items[i], below(std::to_string(i)), changeable, leaves);
}

// Another value of the same kind; nothing for a word without a known alternative.
std::optional<std::string> other_value(const std::string& text, Choices& choose) {
  static const std::map<std::string, std::string> words = {
      {"maximal", "once"}, {"once", "maximal"}, {"random", "first"}, {"first", "random"}};
  if (const auto found = words.find(text); found != words.end()) return found->second;
  if (const auto whole = io::parse_whole(text))
    return std::to_string(choose.whole(*whole / 2, *whole + *whole / 2 + 1));
  if (const auto real = io::parse_real(text))
    return fmt::format("{}", *real * static_cast<double>(choose.whole(1, 6)) / 4);
  return std::nullopt;
}

class ChangesDrawer {
 public:
  ChangesDrawer(const RandomModel& model, u64 seed) : model_(model), choose_(seed, "how it changes") {
    write_model(model, folder_.path());
    spec_ = read(model.text);
    find_leaves(io::parse_document(model.text, "model.yaml").root, "", changeable(), leaves_);
  }

  std::optional<RandomModel> draw() {
    std::string list;
    for (u64 i = 0; i < 3 * most_changes && accepted_ < most_changes; ++i) {
      const std::string change = choose_.percent(60) ? keys() : sites();
      if (change.empty() || !is_right(list + change)) continue;
      list += change;
      ++accepted_;
    }
    if (list.empty()) return std::nullopt;
    RandomModel changed = model_;
    changed.text += "changes:\n" + list;
    return changed;
  }

 private:
  const Changeable& changeable() const { return family_of(spec_).changeable; }
  Spec read(const std::string& text) const {
    return read_spec(io::parse_document(text, "model.yaml"), folder_.path());
  }
  bool is_right(const std::string& list) const try {
    read(model_.text + "changes:\n" + list);
    return true;
  } catch (const SpecError&) {
    return false;
  }
  u64 step() { return choose_.whole(0, std::min<u64>(spec_.end(), 12)); }

  std::string keys() {
    FlowMap set;
    for (const ChangeableLeaf& leaf : choose_.some_of(leaves_, 30))
      if (const auto value = other_value(leaf.text, choose_)) set.add(leaf.key, *value);
    if (set.empty()) return "";
    return fmt::format("  - {{at: {}, set: {}}}\n", step(), set.text());
  }

  std::string sites() {
    if (!changeable().set_sites) return "";
    const Extent& extent = spec_.lattice->global;
    std::vector<u64> centre = {choose_.whole(0, extent.x - 1)};
    centre.push_back(choose_.whole(0, extent.y - 1));
    if (spec_.lattice->dimensions == 3) centre.push_back(choose_.whole(0, extent.z - 1));
    const std::string to = choose_.one_of(changeable().states(spec_));
    const u64 radius = choose_.whole(0, std::min<u64>(4, std::max(extent.x, extent.y)));
    return fmt::format("  - {{at: {}, sites: {{ball: {{centre: {}, radius: {}}}}}, to: {}}}\n", step(),
                       flow_list(centre), radius, to);
  }

  const RandomModel& model_;
  const io::TemporaryFolder folder_;
  Choices choose_;
  Spec spec_;
  std::vector<ChangeableLeaf> leaves_;
  u64 accepted_ = 0;
};

}  // namespace

std::optional<RandomModel> with_random_changes(const RandomModel& model, u64 seed) {
  return ChangesDrawer(model, seed).draw();
}

}  // namespace morula::test
