// A ceiling for stochastic models: the rate of draws alone.
#pragma once

#include "core/draw.h"
#include "models/backend.h"

namespace morula {

constexpr double ruler_calls = 2;  // of Philox4x32-10, for 32 blocks with rates of two digits

gpu::Source draws_source();

// The sum of all numbers drawn for the words `first` to `last` of a phase; the same on the host and on a
// device.
u32 sum_of_draws(u32x2 key, u64 first, u64 last, u64 phase);
u32 sum_of_draws(u32x2 key, u64 phase, gpu::Device& device);  // of the words from 0 to words_of_a_launch
constexpr u64 words_of_a_launch = u64{1} << 24;

// Words of 32 blocks per second, with these two calls for each.
double words_drawn_per_second(const Backend& backend);

}  // namespace morula
