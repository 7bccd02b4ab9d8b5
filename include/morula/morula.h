// libmorula: models in this process, run directories, and the commands of the program. docs/python.md has an
// example.
#pragma once

#include "morula/commands.h"
#include "morula/errors.h"
#include "morula/files.h"
#include "morula/simulation.h"
#include "morula/values.h"
