// A ruler for stochastic models: how fast draws alone can be made.
#pragma once

#include "core/draw.h"
#include "models/backend.h"

namespace morula {

constexpr double ruler_calls = 2;  // of Philox4x32-10, for a word of 32 blocks whose rates have two digits

gpu::Source draws_source();

// What is drawn for the words from `first` to `last` of a phase, all of it in one sum: the same on the host
// and on a device.
u32 sum_of_draws(u32x2 key, u64 first, u64 last, u64 phase);
u32 sum_of_draws(u32x2 key, u64 phase, gpu::Device& device);  // of the words from 0 to words_of_a_launch
constexpr u64 words_of_a_launch = u64{1} << 24;

// Words of 32 blocks for which those two calls are made in a second.
double words_drawn_per_second(const Backend& backend);

}  // namespace morula
