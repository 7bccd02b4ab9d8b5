// Ranks that are processes, started by a launcher such as mpirun on one machine or many. The implementation
// is a module that the program opens only if a launcher has started it; otherwise the program needs no MPI.
#pragma once

#include "core/communicator.h"

namespace morula {

class Cluster : public Communicator {
 public:
  // Does not return: ends every rank, without waiting for any. Unlike all other calls, any thread may make
  // it.
  virtual void abort(int code) = 0;
};

}  // namespace morula

extern "C" {
// Joins the other ranks; `version` is the program's. When they are not all of this version, rank 0 says so by
// `tell`, and all throw ToldElsewhere (core/rank_zero.h). Every rank deletes its cluster when it needs the
// others no more.
using MorulaTell = void(const char* problem);
using MorulaOpenCluster = morula::Cluster*(const char* version, MorulaTell* tell);
MorulaOpenCluster morula_open_cluster;
}
