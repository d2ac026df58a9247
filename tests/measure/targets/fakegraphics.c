/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stands for libGL, libEGL and libvulkan (one function set each): counts what is presented. */
#include <string.h>

typedef void anyFunction(void);

static int presented;

#if defined(FAKE_GLX)
int fakeGlxPresented(void)
{
    return presented;
}

void glXSwapBuffers(void *display, unsigned long drawable)
{
    (void)display;
    (void)drawable;
    ++presented;
}

anyFunction *glXGetProcAddressARB(const char *name)
{
    return strcmp(name, "glXSwapBuffers") == 0 ? (anyFunction *)glXSwapBuffers : 0;
}
#elif defined(FAKE_EGL)
int fakeEglPresented(void)
{
    return presented;
}

unsigned eglSwapBuffers(void *display, void *surface)
{
    (void)display;
    (void)surface;
    ++presented;
    return 1;
}

static unsigned swapWithDamage(void *display, void *surface, const int *areas, int count)
{
    (void)areas;
    (void)count;
    return eglSwapBuffers(display, surface);
}

anyFunction *eglGetProcAddress(const char *name)
{
    return strcmp(name, "eglSwapBuffersWithDamageKHR") == 0 ? (anyFunction *)swapWithDamage : 0;
}
#else
int fakeVulkanPresented(void)
{
    return presented;
}

int vkQueuePresentKHR(void *queue, const void *what)
{
    (void)queue;
    (void)what;
    ++presented;
    return 0;
}

anyFunction *vkGetDeviceProcAddr(void *device, const char *name)
{
    (void)device;
    return strcmp(name, "vkQueuePresentKHR") == 0 ? (anyFunction *)vkQueuePresentKHR : 0;
}

anyFunction *vkGetInstanceProcAddr(void *instance, const char *name)
{
    (void)instance;
    return strcmp(name, "vkGetDeviceProcAddr") == 0 ? (anyFunction *)vkGetDeviceProcAddr : 0;
}
#endif
