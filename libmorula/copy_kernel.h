// A kernel that copies a piece of a field into an array on the device that holds both.

KERNEL copy_bytes(GLOBAL const u8* RESTRICT from, u64 from_first, GLOBAL u8* RESTRICT to, u64 to_first,
                  u64 count) {
  for (u64 i = global_id(0); i < count; i += global_size(0)) to[to_first + i] = from[from_first + i];
}
