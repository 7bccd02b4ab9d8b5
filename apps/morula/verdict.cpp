#include "apps/morula/verdict.h"

#include <fmt/format.h>

#include <filesystem>
#include <new>

#include "core/error.h"
#include "core/rank_zero.h"
#include "morula/errors.h"

namespace morula {

Verdict verdict_on(const std::exception_ptr& failure) {
  constexpr int run_failed = 1, input_wrong = 2;
  try {
    std::rethrow_exception(failure);
  } catch (const SpecError& error) {
    return {input_wrong, error.what()};
  } catch (const InputError& error) {
    return {input_wrong, error.what()};
  } catch (const ToldElsewhere& told) {
    return {told.code(), ""};
  } catch (const DeviceMissing& error) {
    return {run_failed, fmt::format("morula: {}; 'morula devices' lists what there is", error.what())};
  } catch (const std::filesystem::filesystem_error& error) {
    return {run_failed, fmt::format("morula: {}: {}", error.path1().string(), error.code().message())};
  } catch (const std::bad_alloc&) {
    return {run_failed, "morula: out of memory; the last checkpoint, if there is one, stands"};
  } catch (const std::exception& error) {
    return {run_failed, fmt::format("morula: {}", error.what())};
  }
}

}  // namespace morula
