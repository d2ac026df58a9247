// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/preload/nextsymbol.h"

#include "capture/preload/presenting.h"

#include <array>
#include <cstring>
#include <dlfcn.h>

namespace ember::capture {

namespace {

#if defined(__x86_64__)
constexpr const char *dlsymVersion = "GLIBC_2.2.5";
#else
constexpr const char *dlsymVersion = "GLIBC_2.17";
#endif

std::atomic<Dlsym *> foundDlsym{nullptr};

struct Presenting {
    const char *name;
    void *function;
};

template<typename Function>
void *addressOf(Function *function)
{
    return reinterpret_cast<void *>(function);
}

// Returns this library's replacement, else the original; null if the original is null, so that
// missing driver functions stay missing.
template<typename Function>
Function *replaced(Function *asked, const char *name)
{
    void *ours = asked != nullptr && name != nullptr ? presentingFunction(name) : nullptr;
    return ours != nullptr ? reinterpret_cast<Function *>(ours) : asked;
}

NextSymbol<ProcAddress> nextGlxArb("glXGetProcAddressARB");
NextSymbol<ProcAddress> nextGlx("glXGetProcAddress");
NextSymbol<ProcAddress> nextEgl("eglGetProcAddress");
NextSymbol<VulkanProcAddress> nextDevice("vkGetDeviceProcAddr");
NextSymbol<VulkanProcAddress> nextInstance("vkGetInstanceProcAddr");

} // namespace

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

Dlsym *systemDlsym()
{
    auto *found = foundDlsym.load(std::memory_order_relaxed);
    if (found == nullptr) {
        found = reinterpret_cast<Dlsym *>(dlvsym(RTLD_NEXT, "dlsym", dlsymVersion));
        foundDlsym.store(found, std::memory_order_relaxed);
    }
    return found;
}

void *presentingFunction(const char *name)
{
    const std::array<Presenting, 10> known{
        {{"glXSwapBuffers", addressOf(&glXSwapBuffers)},
         {"glXGetProcAddress", addressOf(&glXGetProcAddress)},
         {"glXGetProcAddressARB", addressOf(&glXGetProcAddressARB)},
         {"eglSwapBuffers", addressOf(&eglSwapBuffers)},
         {"eglSwapBuffersWithDamageKHR", addressOf(&eglSwapBuffersWithDamageKHR)},
         {"eglSwapBuffersWithDamageEXT", addressOf(&eglSwapBuffersWithDamageEXT)},
         {"eglGetProcAddress", addressOf(&eglGetProcAddress)},
         {"vkQueuePresentKHR", addressOf(&vkQueuePresentKHR)},
         {"vkGetDeviceProcAddr", addressOf(&vkGetDeviceProcAddr)},
         {"vkGetInstanceProcAddr", addressOf(&vkGetInstanceProcAddr)}}};
    if (std::strchr("gev", name[0]) == nullptr)
        return nullptr;
    for (const auto &one : known) {
        if (std::strcmp(one.name, name) == 0)
            return one.function;
    }
    return nullptr;
}

} // namespace ember::capture

using namespace ember::capture;

AnyFunction *glXGetProcAddressARB(const char *name)
{
    auto *next = nextGlxArb.find({"libGL.so.1", "libGLX.so.0"});
    return next != nullptr ? replaced(next(name), name) : nullptr;
}

AnyFunction *glXGetProcAddress(const char *name)
{
    auto *next = nextGlx.find({"libGL.so.1", "libGLX.so.0"});
    return next != nullptr ? replaced(next(name), name) : nullptr;
}

AnyFunction *eglGetProcAddress(const char *name)
{
    auto *next = nextEgl.find({"libEGL.so.1"});
    return next != nullptr ? replaced(next(name), name) : nullptr;
}

AnyFunction *vkGetDeviceProcAddr(void *device, const char *name)
{
    auto *next = nextDevice.find({"libvulkan.so.1"});
    return next != nullptr ? replaced(next(device, name), name) : nullptr;
}

AnyFunction *vkGetInstanceProcAddr(void *instance, const char *name)
{
    auto *next = nextInstance.find({"libvulkan.so.1"});
    return next != nullptr ? replaced(next(instance, name), name) : nullptr;
}

// Replaces dlsym. RTLD_NEXT means "after the caller", which the C library derives from the return
// address. So the call below must be compiled to a jump, which needs optimization.
EMBER_SHIM_EXPORT void *dlsym(void *handle, const char *name) noexcept
{
    if (handle != RTLD_NEXT && presentingFunction(name) != nullptr) {
        void *asked = systemDlsym()(handle, name);
        return asked != nullptr ? presentingFunction(name) : nullptr;
    }
    return systemDlsym()(handle, name);
}
