// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ember::tests {

// Whether the tests and the programs beside them are built with AddressSanitizer or
// ThreadSanitizer, which need memory of their own.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool isSanitized = true;
#elif defined(__has_feature)
constexpr bool isSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool isSanitized = false;
#endif

} // namespace ember::tests
