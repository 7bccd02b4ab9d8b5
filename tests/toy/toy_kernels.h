// Define: SITES.

// Does one step of every site.
KERNEL toy_step(GLOBAL u32* RESTRICT labels, u32 key_x, u32 key_y, u64 time) {
  u64 site = global_id(0);
  u32x2 key = {key_x, key_y};
  if (site < SITES) labels[site] = next_label(labels[site], key, site, time);
}
