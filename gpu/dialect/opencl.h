// The dialect for OpenCL C 1.2. It must define the same names as cuda.h.
#pragma OPENCL FP_CONTRACT OFF
typedef uchar u8;
typedef ushort u16;
typedef uint u32;
typedef ulong u64;
typedef int i32;
typedef long i64;
// Whether the device computes in doubles, which is optional in OpenCL.
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double f64;
#define HAS_F64 1
#else
#define HAS_F64 0
#endif
typedef u32 bits;  // as wide as one instruction

#define RULE static inline
#define SELDOM static inline  // as any other function: not all compilers keep it apart
#define RULES_BEGIN
#define RULES_END

#define KERNEL __kernel void
#define GLOBAL __global
#define CONSTANT __constant  // for tables at file scope
#define LOCAL __local
#define LOCAL_POINTER __local  // a pointer to LOCAL memory, as an argument
#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#define GLOBAL_BARRIER()        \
  barrier(CLK_LOCAL_MEM_FENCE | \
          CLK_GLOBAL_MEM_FENCE)  // makes what the group wrote to GLOBAL memory visible to all of the group
#define RESTRICT restrict
#define ALIGNED_16 __attribute__((aligned(16)))  // a struct that one instruction loads
#define GROUP_OF(x, y, z) __attribute__((reqd_work_group_size(x, y, z)))

RULE u64 global_id(int axis) { return (u64)get_global_id((u32)axis); }
RULE u32 local_id(int axis) { return (u32)get_local_id((u32)axis); }
RULE u32 local_size(int axis) { return (u32)get_local_size((u32)axis); }
RULE u32 group_id(int axis) { return (u32)get_group_id((u32)axis); }
RULE u32 group_count(int axis) { return (u32)get_num_groups((u32)axis); }
// NVIDIA's compiler truncates get_global_size() to 32 bits.
RULE u64 global_size(int axis) { return (u64)group_count(axis) * local_size(axis); }

#define LOCAL_ATOMIC_ADD(pointer, value) atomic_add((pointer), (value))
#define LOCAL_ATOMIC_XOR(pointer, value) atomic_xor((pointer), (value))
#define GLOBAL_ATOMIC_ADD(pointer, value) atomic_add((pointer), (value))
#define GLOBAL_ATOMIC_XOR(pointer, value) atomic_xor((pointer), (value))
#define GLOBAL_ATOMIC_MIN(pointer, value) atomic_min((pointer), (value))
#define GLOBAL_ATOMIC_MAX(pointer, value) atomic_max((pointer), (value))
// Replaces a u32 by `next` if it is `expected`; returns the old value.
#define GLOBAL_ATOMIC_CAS(pointer, expected, next) atomic_cmpxchg((pointer), (expected), (next))
// As in cuda.h.
#define FRESH_WORD(pointer) (*(volatile __global const i32*)(pointer))
#ifdef __NV_CL_C_VERSION
RULE void publish_value(__global u32* pointer, u32 value, u32 has_written) {
  if (has_written) asm volatile("fence.acq_rel.gpu;" ::: "memory");
  *(volatile __global u32*)pointer = value;
}
RULE void await_value(__global const u32* pointer, u32 value) {
  u32 seen;
  do asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(pointer) : "memory");
  while ((i32)(seen - value) < 0);
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(pointer) : "memory");
}
#else
RULE void publish_value(__global u32* pointer, u32 value, u32 has_written) {
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_xchg(pointer, value);
}
RULE void await_value(__global const u32* pointer, u32 value) {
  while ((i32)(*(volatile __global const u32*)pointer - value) < 0) {
  }
  mem_fence(CLK_GLOBAL_MEM_FENCE);
}
#endif
// As in cuda.h, for devices on which all groups of a launch run at the same time, so that their work-items
// may wait for each other.
#ifdef __NV_CL_C_VERSION
#define PREFETCH(pointer) asm volatile("prefetch.global.L2 [%0];" ::"l"(pointer))
#define GROUPS_MEET 1
RULE void arrive_at_meeting(__global u32* arrived) {
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(arrived) : "memory");
}
RULE void await_meeting(__global u32* arrived, u32 target) {
  if (get_local_id(0) == 0) {
    u32 seen;
    do asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(arrived) : "memory");
    while ((i32)(seen - target) < 0);
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
RULE void await_all_groups(__global u32* arrived, u32 target) {
  arrive_at_meeting(arrived);
  await_meeting(arrived, target);
}
#else
#define PREFETCH(pointer)
#define GROUPS_MEET 0
#endif
RULE u32 population(u32 word) { return popcount(word); }
RULE u32 leading_zeros(u32 word) { return clz(word); }  // 32 of 0
// The upper half of a 64-bit product.
RULE u32 high_product(u32 a, u32 b) { return mul_hi(a, b); }
// The same for signed numbers and 128 bits.
RULE i64 high_product_i64(i64 a, i64 b) { return mul_hi(a, b); }

#if HAS_F64
RULE u64 bits_of_f64(f64 number) { return as_ulong(number); }
RULE f64 f64_of_bits(u64 word) { return as_double(word); }
RULE f64 floor_f64(f64 number) { return floor(number); }
RULE f64 sqrt_f64(f64 number) { return sqrt(number); }
RULE f64 chosen_f64(int is_first, f64 first, f64 second) {
#ifdef __NV_CL_C_VERSION  // see cuda.h
  int hidden;
  asm("mov.b32 %0, %1;" : "=r"(hidden) : "r"(is_first));
  return hidden ? first : second;
#else
  return is_first ? first : second;
#endif
}
#endif

#define UNROLL _Pragma("unroll")

// Sum and carry of three bits.
RULE u32 parity(u32 a, u32 b, u32 c) { return a ^ b ^ c; }
RULE u32 majority(u32 a, u32 b, u32 c) { return (a & b) | (c & (a ^ b)); }

// As in cuda.h: NVIDIA's compiler accepts PTX.
#ifdef __NV_CL_C_VERSION
RULE u32 bytes_of_signs(u32 word) {
  u32 bytes;
  asm("prmt.b32 %0, %1, 0, 0xba98;" : "=r"(bytes) : "r"(word));
  return bytes;
}
RULE u32 moved_up(u32 word, u32 before) {
  u32 moved;
  asm("shf.l.wrap.b32 %0, %1, %2, 1;" : "=r"(moved) : "r"(before), "r"(word));
  return moved;
}
RULE u32 moved_down(u32 word, u32 behind) {
  u32 moved;
  asm("shf.r.wrap.b32 %0, %1, %2, 1;" : "=r"(moved) : "r"(word), "r"(behind));
  return moved;
}
RULE u32 joined_words(u32 low, u32 high, u32 shift) {
  u32 joined;
  asm("shf.r.wrap.b32 %0, %1, %2, %3;" : "=r"(joined) : "r"(low), "r"(high), "r"(shift));
  return joined;
}
#define LANES 32
#define WORDS_BESIDE(before, behind, first, last)                                      \
  {                                                                                    \
    asm volatile("shfl.sync.up.b32 %0, %1, 1, 0, -1;" : "=r"(before) : "r"(last));     \
    asm volatile("shfl.sync.down.b32 %0, %1, 1, 31, -1;" : "=r"(behind) : "r"(first)); \
  }
// As in cuda.h.
#define TEAM 32
#define TEAM_BARRIER() asm volatile("bar.warp.sync -1;" ::: "memory")
#define TEAM_GLOBAL_BARRIER() asm volatile("bar.warp.sync -1;" ::: "memory")
RULE u32 team_mask(__local u32* scratch, u32 condition) {
  u32 mask;
  asm volatile("{ .reg .pred each; setp.ne.u32 each, %1, 0; vote.sync.ballot.b32 %0, each, -1; }"
               : "=r"(mask)
               : "r"(condition));
  return mask;
}
#else  // elsewhere work-items exchange only through local memory
#define TEAM 32
#define TEAM_BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#define TEAM_GLOBAL_BARRIER() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
RULE u32 team_mask(__local u32* scratch, u32 condition) {
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) *scratch = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (condition) atomic_or(scratch, 1u << get_local_id(0));
  barrier(CLK_LOCAL_MEM_FENCE);
  return *scratch;
}
RULE u32 bytes_of_signs(u32 word) {
  u32 signs = word & 0x80808080u;
  return (signs - (signs >> 7)) | signs;
}
RULE u32 moved_up(u32 word, u32 before) { return (word << 1) | (before >> 31); }
RULE u32 moved_down(u32 word, u32 behind) { return (word >> 1) | (behind << 31); }
RULE u32 joined_words(u32 low, u32 high, u32 shift) { return (low >> shift) | (high << 1 << (31 - shift)); }
#define LANES 1
#define WORDS_BESIDE(before, behind, first, last) \
  { before = behind = 0; }
#endif
