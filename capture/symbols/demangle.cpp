// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/demangle.h"

// The library's header declares what string.h has; this says that nobody misses it.
#define HAVE_DECL_BASENAME 1
#include <csetjmp>
#include <cstring>
#include <libiberty/demangle.h>

namespace ember::capture {

namespace {

// Real names stay far below; a damaged string table can hold one of megabytes.
constexpr std::size_t longestMangledName = 16 * 1024;
// Mangled names repeat their parts by number: a hundred bytes can spell out to gigabytes.
constexpr std::size_t longestSpelledName = 64 * 1024;

struct SpelledName {
    std::string text; // has room for all of it from the start
    std::jmp_buf tooLong;
};

// Called by the library, which has no other way to be stopped. What it uses meanwhile lies on the
// stack, but for the letters of one part of a Rust name outside ASCII.
void appendTo(const char *text, std::size_t size, void *opaque)
{
    auto *const name = static_cast<SpelledName *>(opaque);
    if (size > longestSpelledName - name->text.size())
        std::longjmp(name->tooLong, 1); // NOLINT(cert-err52-cpp)
    name->text.append(text, size);
}

// Nothing in here may have a destructor: it is left by a jump.
bool spell(const char *name, SpelledName &spelled)
{
    if (setjmp(spelled.tooLong) != 0) // NOLINT(cert-err52-cpp)
        return false;
    // Rust's older names look like those of C++, and end in a hash; without DMGL_VERBOSE there are
    // none.
    if (rust_demangle_callback(name, DMGL_PARAMS, appendTo, &spelled) != 0)
        return true;
    spelled.text.clear();
    return std::strncmp(name, "_Z", 2) == 0
        && cplus_demangle_v3_callback(name, DMGL_PARAMS | DMGL_TYPES, appendTo, &spelled) != 0;
}

} // namespace

std::string_view withoutVersion(std::string_view name)
{
    const auto at = name.find('@');
    return at == 0 || at == name.npos ? name : name.substr(0, at);
}

std::string demangled(const std::string &rawName)
{
    std::string name(withoutVersion(rawName));
    if (!(name.starts_with("_Z") || name.starts_with("_R")) || name.size() > longestMangledName)
        return name;
    static thread_local SpelledName spelled;
    spelled.text.reserve(longestSpelledName);
    spelled.text.clear();
    return spell(name.c_str(), spelled) && !spelled.text.empty() ? spelled.text : name;
}

} // namespace ember::capture
