// Values for fields, and whole fields written to and read from files in slabs.
#pragma once

#include <cstring>
#include <vector>

#include "core/mix.h"
#include "io/field_chunks.h"
#include "io/hdf5_file.h"

namespace morula::io {

using Bytes = std::vector<std::byte>;

// Different values at every site, which use all bytes of the type.
inline Bytes some_values(const Field& field) {
  const std::uint64_t size = size_of(field.type);
  Bytes values(field.bytes());
  for (Index site = 0; site < field.values(); ++site) {
    const u64 word = mix64(site + 1);
    std::memcpy(values.data() + site * size, &word, size);
  }
  return values;
}

// Zeros and ones, which compress.
inline Bytes some_cells(const Field& field) {
  Bytes values(field.bytes());
  for (Index site = 0; site < field.values(); ++site)
    values[site * size_of(field.type)] = static_cast<std::byte>(mix64(site + 1) % 5 == 0);
  return values;
}

inline void write_whole(Hdf5Writer& file, const Field& field, const Bytes& values, std::uint64_t at_most) {
  const std::uint64_t size = size_of(field.type);
  file.add(field);
  for (const Slab& slab : slabs_of(field, at_most))
    file.write(field, slab, std::span(values).subspan(slab.first * size, slab.count * size));
}

// If threads are given, several of them read at the same time.
inline Bytes read_whole(const Hdf5Reader& file, const Field& field, std::uint64_t at_most,
                        ThreadPool* threads = nullptr) {
  const std::uint64_t size = size_of(field.type);
  Bytes values(field.bytes());
  const std::vector<Slab> slabs = slabs_of(field, at_most);
  on_threads(threads, slabs.size(), [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i)
      file.read(field, slabs[i], std::span(values).subspan(slabs[i].first * size, slabs[i].count * size));
  });
  return values;
}

}  // namespace morula::io
