// A file of configurations, to which new ones are appended. Each begins with a line that gives its step.
#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "core/dialect.h"

namespace morula::membrane {

class TraceFile {
 public:
  // If the file exists, its configurations are kept up to the first one whose step `keep` rejects or that is
  // incomplete. A configuration begins with a line of `beginning` and a number. Throws FileError if the file
  // must exist and does not.
  TraceFile(std::filesystem::path path, const std::string& beginning, bool must_exist,
            const std::function<bool(u64 step)>& keep);

  void append(const std::string& text);
  void sync();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace morula::membrane
