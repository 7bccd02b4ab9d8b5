// Vectors of bits that begin at any word.
#pragma once

#include "core/dialect.h"

namespace morula {

typedef u64 LooseBits __attribute__((vector_size(sizeof(bits)), aligned(4), may_alias));

inline bits vector_at(const u32* from) { return *reinterpret_cast<const LooseBits*>(from); }
inline bits vector_at(const u64* from) { return *reinterpret_cast<const LooseBits*>(from); }
inline void put_vector(bits vector, u32* to) { *reinterpret_cast<LooseBits*>(to) = vector; }

}  // namespace morula
