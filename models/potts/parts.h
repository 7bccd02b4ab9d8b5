// A list of the parts of a tissue, which are terms or processes, in their order.
#pragma once

#include <memory>
#include <vector>

namespace morula::potts {

template <typename Part>
class Parts {
 public:
  auto begin() const { return parts_.begin(); }
  auto end() const { return parts_.end(); }
  void add(std::shared_ptr<const Part> part) { parts_.push_back(std::move(part)); }

  template <typename Kind>
  const Kind* find() const {
    for (const auto& part : parts_)
      if (const auto* found = dynamic_cast<const Kind*>(part.get())) return found;
    return nullptr;
  }

  // Replaces the part of this kind by a changed copy, or adds a part if there is none.
  template <typename Kind, typename Change>
  void change(Change change) {
    for (auto& part : parts_)
      if (const auto* found = dynamic_cast<const Kind*>(part.get())) {
        auto changed = std::make_shared<Kind>(*found);
        change(*changed);
        part = std::move(changed);
        return;
      }
    auto added = std::make_shared<Kind>();
    change(*added);
    add(std::move(added));
  }

 private:
  std::vector<std::shared_ptr<const Part>> parts_;
};

}  // namespace morula::potts
