// Ranks that are processes, started by a launcher such as mpirun on one or several machines. The
// implementation is a module that the program opens only if a launcher has started it; otherwise the program
// does not need MPI.
#pragma once

#include "core/communicator.h"

namespace morula {

class Cluster : public Communicator {
 public:
  // Ends every rank, without waiting for any, and does not return. Unlike all other calls, it may be made by
  // any thread.
  virtual void abort(int code) = 0;
};

}  // namespace morula

extern "C" {
// Joins the other ranks; `version` is the program's version. If the ranks differ in version, rank 0 reports
// it through `tell`, and all throw ToldElsewhere (core/rank_zero.h). Every rank deletes its cluster when it
// no longer needs the others.
using MorulaTell = void(const char* problem);
using MorulaOpenCluster = morula::Cluster*(const char* version, MorulaTell* tell);
MorulaOpenCluster morula_open_cluster;
}
