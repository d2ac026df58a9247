// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/preload/presenting.h"

#include "capture/preload/framewatch.h"

using namespace ember::capture;

namespace {

using SwapWithDamage = unsigned(void *, void *, const std::int32_t *, std::int32_t);

NextSymbol<void(void *, unsigned long)> nextGlxSwap("glXSwapBuffers");
NextSymbol<unsigned(void *, void *)> nextEglSwap("eglSwapBuffers");
NextSymbol<SwapWithDamage> nextSwapKhr("eglSwapBuffersWithDamageKHR");
NextSymbol<SwapWithDamage> nextSwapExt("eglSwapBuffersWithDamageEXT");
NextSymbol<ProcAddress> nextEglLookup("eglGetProcAddress");
// The original vkQueuePresentKHR of the Vulkan loader, which dispatches by the queue and so works
// for every device.
NextSymbol<std::int32_t(void *, const void *)> nextPresent("vkQueuePresentKHR");

// Finds a function of an extension, which need not be exported.
SwapWithDamage *findSwap(NextSymbol<SwapWithDamage> &next, const char *name)
{
    if (auto *found = next.find({"libEGL.so.1"}))
        return found;
    auto *lookUp = nextEglLookup.find({"libEGL.so.1"});
    return lookUp != nullptr ? reinterpret_cast<SwapWithDamage *>(lookUp(name)) : nullptr;
}

} // namespace

void glXSwapBuffers(void *display, unsigned long drawable)
{
    auto *next = nextGlxSwap.find({"libGL.so.1", "libGLX.so.0"});
    const Presentation presentation;
    if (next != nullptr)
        next(display, drawable);
}

unsigned eglSwapBuffers(void *display, void *surface)
{
    auto *next = nextEglSwap.find({"libEGL.so.1"});
    const Presentation presentation;
    return next != nullptr ? next(display, surface) : 0;
}

unsigned eglSwapBuffersWithDamageKHR(void *display, void *surface, const std::int32_t *areas,
                                     std::int32_t count)
{
    auto *next = findSwap(nextSwapKhr, "eglSwapBuffersWithDamageKHR");
    const Presentation presentation;
    return next != nullptr ? next(display, surface, areas, count) : 0;
}

unsigned eglSwapBuffersWithDamageEXT(void *display, void *surface, const std::int32_t *areas,
                                     std::int32_t count)
{
    auto *next = findSwap(nextSwapExt, "eglSwapBuffersWithDamageEXT");
    const Presentation presentation;
    return next != nullptr ? next(display, surface, areas, count) : 0;
}

std::int32_t vkQueuePresentKHR(void *queue, const void *what)
{
    constexpr std::int32_t deviceLost = -4; // VK_ERROR_DEVICE_LOST
    auto *next = nextPresent.find({"libvulkan.so.1"});
    const Presentation presentation;
    return next != nullptr ? next(queue, what) : deviceLost;
}
