#include "analysis/type_names.h"

#include "io/document.h"
#include "io/durable_file.h"

namespace morula {

namespace fs = std::filesystem;

std::vector<std::string> type_names_beside(const fs::path& file) {
  std::vector<std::string> names;
  const fs::path model = file.parent_path() / "model.yaml";
  if (!fs::exists(model)) return names;
  const io::Document document = io::parse_document(io::read_file(model), model.string());
  const io::Value* section = document.root.find("potts");
  const io::Value* types = section ? section->find("types") : nullptr;
  if (types)
    for (const io::Value& item : types->items) names.push_back(item.text);
  return names;
}

}  // namespace morula
