// The dialect for NVRTC. Keep name for name in step with opencl.h.
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef int i32;
typedef long long i64;
typedef u32 bits;  // as many as one instruction takes

#define RULE static __device__ __forceinline__
#define RULES_BEGIN
#define RULES_END

#define KERNEL extern "C" __global__ void
#define GLOBAL
#define CONSTANT __constant__ const  // for tables at file scope
#define LOCAL __shared__
#define LOCAL_POINTER  // to something LOCAL, as an argument
#define BARRIER() __syncthreads()
#define RESTRICT __restrict__
#define GROUP_OF(x, y, z) __launch_bounds__((x) * (y) * (z))

RULE u64 global_id(int axis) {
  if (axis == 0) return (u64)blockIdx.x * blockDim.x + threadIdx.x;
  if (axis == 1) return (u64)blockIdx.y * blockDim.y + threadIdx.y;
  return (u64)blockIdx.z * blockDim.z + threadIdx.z;
}
RULE u32 local_id(int axis) { return axis == 0 ? threadIdx.x : axis == 1 ? threadIdx.y : threadIdx.z; }
RULE u32 local_size(int axis) { return axis == 0 ? blockDim.x : axis == 1 ? blockDim.y : blockDim.z; }
RULE u32 group_id(int axis) { return axis == 0 ? blockIdx.x : axis == 1 ? blockIdx.y : blockIdx.z; }
RULE u32 group_count(int axis) { return axis == 0 ? gridDim.x : axis == 1 ? gridDim.y : gridDim.z; }
RULE u64 global_size(int axis) { return (u64)group_count(axis) * local_size(axis); }

#define LOCAL_ATOMIC_ADD(pointer, value) atomicAdd((pointer), (value))
#define GLOBAL_ATOMIC_ADD(pointer, value) atomicAdd((pointer), (value))
RULE u32 population(u32 word) { return (u32)__popc(word); }
