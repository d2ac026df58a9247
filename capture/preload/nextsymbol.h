// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <initializer_list>

// Rules for a preloaded library: nothing here needs more than the C library, throws, or runs before
// main().
#define EMBER_SHIM_EXPORT extern "C" [[gnu::visibility("default")]]

namespace ember::capture {

// Finds the function of this name that comes after this library's own in search order; if there is
// none, that of the first loaded one of `libraries`, which may have been loaded by dlopen without
// RTLD_GLOBAL. `version`, if not null, is the preferred symbol version. Null if nothing is found.
void *findNext(const char *name, std::initializer_list<const char *> libraries,
               const char *version = nullptr);

// Caches the result of findNext().
template<typename Function>
class NextSymbol {
public:
    constexpr explicit NextSymbol(const char *name, const char *version = nullptr)
        : m_name(name),
          m_version(version)
    {
    }

    Function *find(std::initializer_list<const char *> libraries = {})
    {
        auto *found = m_found.load(std::memory_order_relaxed);
        if (found == nullptr) {
            found = findNext(m_name, libraries, m_version);
            m_found.store(found, std::memory_order_relaxed);
        }
        return reinterpret_cast<Function *>(found);
    }

private:
    const char *m_name;
    const char *m_version;
    std::atomic<void *> m_found{nullptr};
};

using Dlsym = void *(void *, const char *);

// Returns the C library's dlsym, which this library's own dlsym hides.
Dlsym *systemDlsym();

// Returns this library's replacement for a presenting function that a program looks up by name;
// null: not replaced. GLFW, SDL, Qt and Vulkan programs look these functions up, so their calls can
// only be observed here.
void *presentingFunction(const char *name);

} // namespace ember::capture
