// A model file as HTML: keys and comments are marked, and keys lead to what they mean.
#pragma once

#include <string>

#include "report/page.h"

namespace morula {

// The text, then the keys in it with their meanings: a report is read far from the docs, without a network.
void add_model_text(Page& page, const std::string& yaml);

// The text alone, its keys without links.
std::string marked_model(const std::string& yaml);

}  // namespace morula
