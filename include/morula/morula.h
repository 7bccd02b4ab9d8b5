// libmorula: models in this process, run directories, and what the commands of the program do. docs/python.md
// has an example.
#pragma once

#include "morula/commands.h"
#include "morula/errors.h"
#include "morula/files.h"
#include "morula/simulation.h"
#include "morula/values.h"
