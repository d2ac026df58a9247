// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/demangle.h"

// demangle.h declares basename() unless this is defined, which conflicts with string.h.
#define HAVE_DECL_BASENAME 1
#include <csetjmp>
#include <cstring>
#include <libiberty/demangle.h>

namespace ember::capture {

namespace {

// Real names are far shorter; a damaged string table can contain one of megabytes.
constexpr std::size_t maxMangledLength = 16 * 1024;
// Mangled names refer back to their parts: a hundred bytes can expand to gigabytes.
constexpr std::size_t maxDemangledLength = 64 * 1024;

struct SpelledName {
    std::string text; // reserved in advance
    std::jmp_buf tooLong;
};

// Output callback of libiberty's demangler, which can be cancelled only by a longjmp: done here
// when the name gets too long. The demangler keeps its state on the stack, so nothing leaks but the
// decoded letters of one non-ASCII part of a Rust name.
void appendTo(const char *text, std::size_t size, void *opaque)
{
    auto *const name = static_cast<SpelledName *>(opaque);
    if (size > maxDemangledLength - name->text.size())
        std::longjmp(name->tooLong, 1); // NOLINT(cert-err52-cpp)
    name->text.append(text, size);
}

// No variable in here may have a destructor: a longjmp leaves this function.
bool spell(const char *name, SpelledName &spelled)
{
    if (setjmp(spelled.tooLong) != 0) // NOLINT(cert-err52-cpp)
        return false;
    // Legacy Rust names look like C++ names with a hash at the end; without DMGL_VERBOSE the hash
    // is dropped.
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
    if (!(name.starts_with("_Z") || name.starts_with("_R")) || name.size() > maxMangledLength)
        return name;
    static thread_local SpelledName spelled;
    spelled.text.reserve(maxDemangledLength);
    spelled.text.clear();
    return spell(name.c_str(), spelled) && !spelled.text.empty() ? spelled.text : name;
}

} // namespace ember::capture
