// Makes only the draws of interactions. For a word of 32 blocks in two dimensions, with 8 neighbours and
// rates of two digits, these are six words from two calls of Philox. Defines: GROUP, WORDS_AN_ITEM.

KERNEL GROUP_OF(GROUP, 1, 1) draws_alone(GLOBAL u32* RESTRICT sums, u32 key_x, u32 key_y, u64 phase) {
  u32x2 key = {key_x, key_y};
  u32 sum = 0;  // of all draws, so that the compiler keeps them
  for (u32 i = 0; i < WORDS_AN_ITEM; ++i) {
    u64 word = global_id(0) + i * global_size(0);
    u32x4 first = draw(key, word, phase, 0), second = draw(key, word, phase, 1);
    sum ^= first.x ^ first.y ^ first.z ^ first.w ^ second.x ^ second.y;
  }
  sums[global_id(0)] = sum;
}
