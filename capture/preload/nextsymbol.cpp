// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/preload/nextsymbol.h"

#include "capture/preload/lookups.h"

#include <dlfcn.h>

namespace ember::capture {

// Requests the version first, because some C libraries return the oldest one if none is requested.
void *findNext(const char *name, std::initializer_list<const char *> libraries, const char *version)
{
    if (version != nullptr) {
        if (void *found = dlvsym(RTLD_NEXT, name, version))
            return found;
    }
    if (void *found = systemDlsym()(RTLD_NEXT, name))
        return found;
    for (const char *library : libraries) {
        void *handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
        if (handle == nullptr)
            continue;
        void *found = systemDlsym()(handle, name);
        dlclose(handle); // the library stays loaded by the program
        if (found != nullptr)
            return found;
    }
    return nullptr;
}

} // namespace ember::capture
