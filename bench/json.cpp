#include "bench/json.h"

#include <nlohmann/json.hpp>

namespace morula {
namespace {

using Library = nlohmann::ordered_json;

struct AsLibrary {
  Library operator()(const Json::List& items) const {
    Library list = Library::array();
    for (const Json& item : items) list.push_back(std::visit(*this, item.value()));
    return list;
  }
  Library operator()(const Json::Object& members) const {
    Library object = Library::object();
    for (const auto& [name, value] : members) object[name] = std::visit(*this, value.value());
    return object;
  }
  Library operator()(const auto& value) const { return Library(value); }
};

}  // namespace

std::string to_text(const Json& json) { return std::visit(AsLibrary(), json.value()).dump(2); }

}  // namespace morula
