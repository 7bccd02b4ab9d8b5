// Series with which to try an analysis: those of Bazeia 2017, Figs. 5 and 6.
#pragma once

#include <cstdint>
#include <string>

namespace morula {

// A solution of the Rössler equations (Eq. 4) by the classical Runge-Kutta method, from (1, 1, 1): dx/dt = -y
// - z, dy/dt = x + 0.15 y, dz/dt = 0.2 - 10 z + x z. Only + - × ÷ are used, since chaos would amplify a
// difference between two machines in the last bit.
struct RosslerChoice {
  double step = 0.01;        // time step of the integration
  std::uint64_t every = 10;  // number of steps between rows
  double skip = 200;         // time until the first row, to reach the attractor
  double length = 100;       // time from the first row to the last
};
std::string rossler_csv(const RosslerChoice& choice);  // step,x,y,z; `step` is the time

// A synthetic tide, not a measured one: five constituents with their true speeds, and with amplitudes and
// phases near those of Pago Pago. It covers 30 days with a row every 6 minutes; `step` is the time in hours.
std::string tide_csv();  // step,level

}  // namespace morula
