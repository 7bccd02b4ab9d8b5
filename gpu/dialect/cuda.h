// The dialect for NVRTC. It must define the same names as opencl.h.
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef int i32;
typedef long long i64;
typedef double f64;
#define HAS_F64 1  // whether the device computes in doubles
typedef u32 bits;  // as wide as one instruction

#define RULE static __device__ __forceinline__
// A function that is seldom called. It is not inlined, so that it takes no registers from its callers.
#define SELDOM static __device__ __noinline__
#define RULES_BEGIN
#define RULES_END

#define KERNEL extern "C" __global__ void
#define GLOBAL
#define CONSTANT __constant__ const  // for tables at file scope
#define LOCAL __shared__
#define LOCAL_POINTER  // a pointer to LOCAL memory, as an argument
#define BARRIER() __syncthreads()
// Makes what the group wrote to GLOBAL memory visible to all of the group.
#define GLOBAL_BARRIER() __syncthreads()
#define RESTRICT __restrict__
#define ALIGNED_16 __align__(16)  // a struct that one instruction loads
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
#define LOCAL_ATOMIC_XOR(pointer, value) atomicXor((pointer), (value))
#define GLOBAL_ATOMIC_ADD(pointer, value) atomicAdd((pointer), (value))
#define GLOBAL_ATOMIC_XOR(pointer, value) atomicXor((pointer), (value))
#define GLOBAL_ATOMIC_MIN(pointer, value) atomicMin((pointer), (value))
#define GLOBAL_ATOMIC_MAX(pointer, value) atomicMax((pointer), (value))
// Replaces a u32 by `next` if it is `expected`; returns the old value.
#define GLOBAL_ATOMIC_CAS(pointer, expected, next) atomicCAS((pointer), (expected), (next))
// A word, including what work-items of all groups have written so far.
#define FRESH_WORD(pointer) (*(volatile const i32*)(pointer))
// Values that only grow, modulo 2^32. A work-item of another group that finds at least `value` at the
// pointer, by await_value(), also sees what this one has written before, if `has_written`. Only groups with
// larger numbers in a launch may wait, or groups that all run at the same time.
#if __CUDA_ARCH__ >= 700
RULE void await_value(const u32* pointer, u32 value) {
  u32 seen;
  do asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(pointer) : "memory");
  while ((i32)(seen - value) < 0);
  // An acquiring load empties the multiprocessor's cache, so only the load after the loop acquires.
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(pointer) : "memory");
}
#else
RULE void await_value(const u32* pointer, u32 value) {
  while ((i32)(*(volatile const u32*)pointer - value) < 0) {
  }
  __threadfence();
}
#endif
RULE void publish_value(u32* pointer, u32 value, u32 has_written) {
#if __CUDA_ARCH__ >= 700
  if (has_written) asm volatile("fence.acq_rel.gpu;" ::: "memory");
#else
  if (has_written) __threadfence();
#endif
  *(volatile u32*)pointer = value;
}
// Prefetches memory that will be read soon; its contents may still change until then.
#define PREFETCH(pointer) asm volatile("prefetch.global.L2 [%0];" ::"l"(pointer))
// Every group of a launch waits until all groups have arrived, and then sees what they have written.
// `arrived` counts arrivals modulo 2^32 and equals `target` when this meeting is complete. Only for devices
// with GROUPS_MEET, in a launch of Device::launch_together; all work-items of a group must call it. What a
// group does between arrive_at_meeting() and await_meeting() must not depend on what other groups have done
// since the previous meeting.
#if __CUDA_ARCH__ >= 700
#define GROUPS_MEET 1
RULE void arrive_at_meeting(u32* arrived) {
  __syncthreads();
  if (threadIdx.x == 0) asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(arrived) : "memory");
}
RULE void await_meeting(u32* arrived, u32 target) {
  if (threadIdx.x == 0) {
    u32 seen;
    do asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(arrived) : "memory");
    while ((i32)(seen - target) < 0);
  }
  __syncthreads();
}
RULE void await_all_groups(u32* arrived, u32 target) {
  arrive_at_meeting(arrived);
  await_meeting(arrived, target);
}
#else
#define GROUPS_MEET 0
#endif
RULE u32 population(u32 word) { return (u32)__popc(word); }
RULE u32 leading_zeros(u32 word) { return (u32)__clz((int)word); }  // 32 of 0
// The upper half of a 64-bit product.
RULE u32 high_product(u32 a, u32 b) { return __umulhi(a, b); }
// The same for signed numbers and 128 bits.
RULE i64 high_product_i64(i64 a, i64 b) { return __mul64hi(a, b); }

RULE u64 bits_of_f64(f64 number) { return (u64)__double_as_longlong(number); }
RULE f64 f64_of_bits(u64 word) { return __longlong_as_double((i64)word); }
RULE f64 floor_f64(f64 number) { return floor(number); }
RULE f64 sqrt_f64(f64 number) { return __dsqrt_rn(number); }
// The compiler turns `a < 0 ? a : 0` into a minimum, for which -0 is below 0. To prevent that, the condition
// is hidden from the compiler.
RULE f64 chosen_f64(int is_first, f64 first, f64 second) {
  int hidden;
  asm("mov.b32 %0, %1;" : "=r"(hidden) : "r"(is_first));
  return hidden ? first : second;
}

#define UNROLL _Pragma("unroll")

// Sum and carry of three bits.
RULE u32 parity(u32 a, u32 b, u32 c) { return a ^ b ^ c; }
RULE u32 majority(u32 a, u32 b, u32 c) { return (a & b) | (c & (a ^ b)); }

// 255 for each byte of a word whose highest bit is set, 0 for the other bytes.
RULE u32 bytes_of_signs(u32 word) {
  u32 bytes;
  asm("prmt.b32 %0, %1, 0, 0xba98;" : "=r"(bytes) : "r"(word));
  return bytes;
}

// A word of cells shifted by one cell; the gap is filled with the last cell of the word before it or the
// first cell of the word behind it.
RULE u32 moved_up(u32 word, u32 before) { return __funnelshift_l(before, word, 1); }
RULE u32 moved_down(u32 word, u32 behind) { return __funnelshift_r(word, behind, 1); }
// 32 bits of two adjacent words, starting at bit `shift` of the lower one; `shift` is below 32.
RULE u32 joined_words(u32 low, u32 high, u32 shift) { return __funnelshift_r(low, high, shift); }

// LANES adjacent work-items run in lockstep. WORDS_BESIDE gives each of them `last` of the work-item before
// it and `first` of the one behind it; at the two ends the result is arbitrary.
#define LANES 32
#define WORDS_BESIDE(before, behind, first, last)       \
  {                                                     \
    before = __shfl_up_sync(0xffffffffu, (last), 1);    \
    behind = __shfl_down_sync(0xffffffffu, (first), 1); \
  }
// A team is TEAM work-items of a group that work closely together. On a device whose work-items run in
// lockstep, a group may have several teams, and each of them passes TEAM_BARRIER by itself.
#define TEAM 32
#define TEAM_BARRIER() __syncwarp()
// Makes what the team wrote to GLOBAL memory visible to all of the team.
#define TEAM_GLOBAL_BARRIER() __syncwarp()
// The work-items of the team for which the condition holds: one bit for each. All of them must call this;
// `scratch` is a word of the team's own.
RULE u32 team_mask(u32* scratch, u32 condition) { return __ballot_sync(0xffffffffu, (int)condition); }
