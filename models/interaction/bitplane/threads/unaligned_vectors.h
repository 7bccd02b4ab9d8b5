// Loads and stores of vectors of bits that begin at any word.
#pragma once

#include "core/dialect.h"

namespace morula {

typedef u64 UnalignedBits __attribute__((vector_size(sizeof(bits)), aligned(4), may_alias));

inline bits load_vector(const u32* from) { return *reinterpret_cast<const UnalignedBits*>(from); }
inline bits load_vector(const u64* from) { return *reinterpret_cast<const UnalignedBits*>(from); }
inline void store_vector(bits vector, u32* to) { *reinterpret_cast<UnalignedBits*>(to) = vector; }

}  // namespace morula
