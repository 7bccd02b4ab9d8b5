// The curves of the series as a page shows them: without hidden columns, and with those of a second model.
#pragma once

#include <string>
#include <vector>

#include "plot/figure.h"
#include "serve/message.h"

namespace morula::serve {

std::vector<std::string> names_of_lines(const plot::Figure& figure);

// Leaves out the columns that the message hides, and sets the width and the axes that it asks for.
void show_as_asked(plot::Figure& figure, const Message& message);

// Adds the lines of a second model, dashed, to the panels of the first one, except those that are equal in
// both. The x of `beside` must be the last part of the x of `figure`. `change` is what differs, in the form
// of docs/changes.md.
void add_lines_beside(plot::Figure& figure, const plot::Figure& beside, const std::string& change);

}  // namespace morula::serve
