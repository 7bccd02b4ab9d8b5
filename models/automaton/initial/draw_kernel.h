// Random initial states, drawn on the device: see random_states.h. A work-item draws four cells at once.

KERNEL draw_states(GLOBAL u8* RESTRICT states, u64 first, u64 count, u32 key_x, u32 key_y,
                   GLOBAL const u32* RESTRICT table, u32 entries) {
  u64 where = first / 4 + global_id(0);
  if (where * 4 >= first + count) return;
  u32x2 key = {key_x, key_y};
  u32x4 words = draw(key, where, 0, 0);
  UNROLL for (u32 k = 0; k < 4; ++k) {
    u64 cell = where * 4 + k;
    u32 word = k == 0 ? words.x : k == 1 ? words.y : k == 2 ? words.z : words.w, state = 0;
    for (u32 entry = entries; entry-- > 0;)  // backwards, so that the first matching entry decides
      if (word <= table[2 * entry]) state = table[2 * entry + 1];
    if (cell >= first && cell - first < count) states[cell - first] = (u8)state;
  }
}
