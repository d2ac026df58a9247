// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/preload/nextsymbol.h"

#include <cstdint>

// Functions of GLX, EGL and Vulkan that present frames or look up functions, declared as their
// libraries do, but with `void *` for handles. The preloaded library defines them in place of the
// originals.
using AnyFunction = void();
using ProcAddress = AnyFunction *(const char *name);
using VulkanProcAddress = AnyFunction *(void *owner, const char *name);

EMBER_SHIM_EXPORT void glXSwapBuffers(void *display, unsigned long drawable);
EMBER_SHIM_EXPORT AnyFunction *glXGetProcAddress(const char *name);
EMBER_SHIM_EXPORT AnyFunction *glXGetProcAddressARB(const char *name);

EMBER_SHIM_EXPORT unsigned eglSwapBuffers(void *display, void *surface);
EMBER_SHIM_EXPORT unsigned eglSwapBuffersWithDamageKHR(void *display, void *surface,
                                                       const std::int32_t *areas,
                                                       std::int32_t count);
EMBER_SHIM_EXPORT unsigned eglSwapBuffersWithDamageEXT(void *display, void *surface,
                                                       const std::int32_t *areas,
                                                       std::int32_t count);
EMBER_SHIM_EXPORT AnyFunction *eglGetProcAddress(const char *name);

EMBER_SHIM_EXPORT std::int32_t vkQueuePresentKHR(void *queue, const void *what);
EMBER_SHIM_EXPORT AnyFunction *vkGetDeviceProcAddr(void *device, const char *name);
EMBER_SHIM_EXPORT AnyFunction *vkGetInstanceProcAddr(void *instance, const char *name);
