// What docs/model-files.md says about each key of a model file.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace morula {

class KeyDocs {
 public:
  // For models of one family: the family's own section of the page takes precedence over the sections for all
  // families.
  explicit KeyDocs(std::string_view family);  // from the page that is part of the program
  KeyDocs(std::string_view family, std::string_view page);

  // The longest prefix of a path such as interaction.rates.mobility that the page describes; empty if there
  // is none.
  std::string known_part(std::string_view path) const;
  const std::string& meaning(const std::string& known) const { return meanings_.at(known); }  // as HTML

 private:
  std::map<std::string, std::string> meanings_;
};

}  // namespace morula
