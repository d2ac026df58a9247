/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that draws on its own account: `presenter WAY`. Presents some frames, idles 900 ms,
 * stalls 800 ms before one frame, and says how many presentations arrived in the library. */
#include "capture/api/emberchart.h"

#include <dlfcn.h>
#include <poll.h>
#include <stdio.h>
#include <threads.h>

typedef void anyFunction(void);
typedef anyFunction *lookup(const char *);
typedef anyFunction *ownedLookup(void *, const char *);

void glXSwapBuffers(void *display, unsigned long drawable);
anyFunction *glXGetProcAddressARB(const char *name);
int fakeGlxPresented(void);

static void (*swapGlx)(void *, unsigned long);
static unsigned (*swapEgl)(void *, void *);
static unsigned (*swapDamaged)(void *, void *, const int *, int);
static int (*presentVulkan)(void *, const void *);
static int (*countOf)(void);
static int reportsItself;

/* ISO C has no cast from data to functions. */
static void assign(void *function, anyFunction *found)
{
    memcpy(function, &found, sizeof found);
}

static void assignSymbol(void *function, void *library, const char *name)
{
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
}

static void *openHidden(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        fprintf(stderr, "%s\n", dlerror());
    return library;
}

static void useEgl(int withDamage)
{
    lookup *find = 0;
    void *library = openHidden(FAKE_EGL_PATH);
    assignSymbol(&countOf, library, "fakeEglPresented");
    assignSymbol(&find, library, "eglGetProcAddress");
    if (withDamage)
        assign(&swapDamaged, find("eglSwapBuffersWithDamageKHR"));
    else
        assignSymbol(&swapEgl, library, "eglSwapBuffers");
}

static void useVulkan(void)
{
    ownedLookup *ofInstance = 0;
    ownedLookup *ofDevice = 0;
    void *library = openHidden(FAKE_VULKAN_PATH);
    assignSymbol(&countOf, library, "fakeVulkanPresented");
    assignSymbol(&ofInstance, library, "vkGetInstanceProcAddr");
    assign(&ofDevice, ofInstance(0, "vkGetDeviceProcAddr"));
    assign(&presentVulkan, ofDevice(0, "vkQueuePresentKHR"));
}

static void present(void)
{
    const int64_t now = emberchart_now();
    if (swapGlx)
        swapGlx(0, 0);
    else if (swapEgl)
        swapEgl(0, 0);
    else if (swapDamaged)
        swapDamaged(0, 0, 0, 0);
    else
        presentVulkan(0, 0);
    if (reportsItself)
        emberchart_frame(now, emberchart_now());
}

static void rest(long milliseconds)
{
    const struct timespec time = {0, milliseconds * 1000000};
    thrd_sleep(&time, 0);
}

static void stall(long milliseconds)
{
    const int64_t end = emberchart_now() + milliseconds * 1000000;
    while (emberchart_now() < end)
        continue;
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "";
    countOf = fakeGlxPresented;
    if (strcmp(way, "glx") == 0 || strcmp(way, "own") == 0)
        swapGlx = glXSwapBuffers;
    else if (strcmp(way, "glx-lookup") == 0)
        assign(&swapGlx, glXGetProcAddressARB("glXSwapBuffers"));
    else if (strcmp(way, "vulkan") == 0)
        useVulkan();
    else
        useEgl(strcmp(way, "egl-damage") == 0);
    reportsItself = strcmp(way, "own") == 0;
    for (int frame = 0; frame < 20; ++frame) {
        rest(1);
        present();
    }
    poll(0, 0, 900);
    present();
    stall(800);
    present();
    present();
    printf("%d\n", countOf());
    return 0;
}
