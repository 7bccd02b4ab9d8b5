#pragma once

#include <string>

#include "plot/figure.h"

namespace morula::plot {

std::string svg(const Figure& figure);

}  // namespace morula::plot
