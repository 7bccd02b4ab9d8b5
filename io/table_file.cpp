#include "io/table_file.h"

#include <fmt/format.h>

#include <cassert>
#include <cerrno>

#include "io/descriptor.h"

namespace morula::io {

TableFile::TableFile(const std::filesystem::path& place, const std::vector<std::string>& columns)
    : pending_(place), file_(std::fopen(pending_.path().c_str(), "wbe")), columns_(columns.size()) {
  if (!file_) throw_errno(pending_.path(), errno);
  write(fmt::format("{}\n", fmt::join(columns, ",")));
}

void TableFile::add(std::span<const Number> rows) {
  assert(rows.size() % columns_ == 0);
  fmt::memory_buffer text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::visit([&](auto number) { fmt::format_to(std::back_inserter(text), "{}", number); }, rows[i]);
    text.push_back((i + 1) % columns_ == 0 ? '\n' : ',');
  }
  write({text.data(), text.size()});
}

void TableFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size())
    throw_errno(pending_.path(), errno);
}

void TableFile::commit() {
  if (std::fclose(file_.release()) != 0) throw_errno(pending_.path(), errno);
  pending_.commit();
}

}  // namespace morula::io
