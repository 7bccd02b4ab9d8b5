// A file that grows by configurations, each of which begins with a line that says its step.
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
  // Of a file that is there, the configurations stay up to the first whose step `keep` rejects, or that was
  // cut short. Lines that begin one are `beginning` and a number. Throws FileError where it must be there.
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
