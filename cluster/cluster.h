// Ranks as processes that a launcher has started, on one machine or many. The implementation is a module that
// the program opens only then: started plainly, it needs no MPI.
#pragma once

#include "core/communicator.h"

namespace morula {

class Cluster : public Communicator {
 public:
  [[noreturn]] virtual void abort(int code) = 0;  // ends every rank, without waiting for any
};

}  // namespace morula

extern "C" {
// Joins the other ranks; `version` is the program's. When they are not all of this version, rank 0 throws
// SpecError and the others ToldElsewhere.
// Deleting the cluster is the last thing that every rank does with the others.
using MorulaOpenCluster = morula::Cluster*(const char* version);
MorulaOpenCluster morula_open_cluster;
}
