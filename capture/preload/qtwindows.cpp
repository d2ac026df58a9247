// SPDX-License-Identifier: GPL-3.0-or-later
// Observes windows of Qt by interposing functions that Qt's libraries call in each other. They are
// declared by their mangled names, which Qt 5 and 6 share, because the shim must not load Qt into
// programs that do not use it.
#include "capture/api/emberchart.h"
#include "capture/preload/framewatch.h"
#include "capture/preload/nextsymbol.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

using namespace ember::capture;

namespace {

// Values of QEvent::Type.
constexpr std::uint16_t paint = 12;
constexpr std::uint16_t updateRequest = 77;

constexpr auto core = {"libQt6Core.so.6", "libQt5Core.so.5"};
constexpr auto gui = {"libQt6Gui.so.6", "libQt5Gui.so.5"};
constexpr auto widgets = {"libQt6Widgets.so.6", "libQt5Widgets.so.5"};

// Functions of Qt that are called here.
NextSymbol<const char *()> qVersion("qVersion");
NextSymbol<const void *(const void *, const void *)> castTo("_ZNK11QMetaObject4castEPK7QObject");
NextSymbol<std::byte> widgetClass("_ZN7QWidget16staticMetaObjectE");
NextSymbol<void *(const void *)> windowHandle("_ZNK7QWidget12windowHandleEv");
NextSymbol<void *(const void *)> windowOf("_ZNK13QBackingStore6windowEv");
NextSymbol<bool(const void *)> isExposed("_ZNK7QWindow9isExposedEv");
NextSymbol<void *(const void *)> screenOf("_ZNK7QWindow6screenEv");
NextSymbol<double(const void *)> refreshRate("_ZNK7QScreen11refreshRateEv");

// Qt's own functions that this library's functions below replace.
NextSymbol<void(void *, void *, int)>
    nextPost("_ZN16QCoreApplication9postEventEP7QObjectP6QEventi");
NextSymbol<void(void *)> nextRequest("_ZN7QWindow13requestUpdateEv");
NextSymbol<void(void *)> nextUpdate("_ZN18QPaintDeviceWindow6updateEv");
NextSymbol<void(void *, const void *)> nextUpdateRect("_ZN18QPaintDeviceWindow6updateERK5QRect");
NextSymbol<void(void *, const void *)>
    nextUpdateRegion("_ZN18QPaintDeviceWindow6updateERK7QRegion");
NextSymbol<bool(void *, void *)> nextEvent("_ZN18QPaintDeviceWindow5eventEP6QEvent");
NextSymbol<void(void *, const void *)> nextBegin("_ZN13QBackingStore10beginPaintERK7QRegion");
NextSymbol<void(void *, const void *, void *, const void *)>
    nextFlush("_ZN13QBackingStore5flushERK7QRegionP7QWindowRK6QPoint");
NextSymbol<void(void *, void *)> nextSwap("_ZN14QOpenGLContext11swapBuffersEP8QSurface");

// The type of a QEvent: its first member in Qt 6; in Qt 5 there is a pointer before it.
std::uint16_t typeOf(const void *event)
{
    static const bool isQt5 = [] {
        auto *version = qVersion.find(core);
        return version != nullptr && version()[0] == '5';
    }();
    std::uint16_t type = 0;
    std::memcpy(&type, static_cast<const std::byte *>(event) + (isQt5 ? 16 : 8), sizeof type);
    return type;
}

void tellRefreshRate(const void *window)
{
    static double told = 0;
    auto *screen = screenOf.find(gui);
    auto *rate = refreshRate.find(gui);
    const auto *shown = screen != nullptr ? screen(window) : nullptr;
    const double hertz = shown != nullptr && rate != nullptr ? rate(shown) : 0;
    if (hertz > 0 && (hertz < told || hertz > told)) {
        told = hertz;
        emberchart_refresh_rate(hertz);
    }
}

// Whether the window is visible; an invisible one is asked to paint and does not.
bool canBeSeen(const void *window)
{
    auto *exposed = isExposed.find(gui);
    return window != nullptr && exposed != nullptr && exposed(window);
}

void wanted(const void *window)
{
    if (!canBeSeen(window))
        return;
    tellRefreshRate(window);
    frameWanted(window);
}

void widgetWanted(void *receiver)
{
    auto *cast = castTo.find(core);
    auto *widget = widgetClass.find(widgets);
    auto *handle = windowHandle.find(widgets);
    if (cast != nullptr && widget != nullptr && handle != nullptr
        && cast(widget, receiver) != nullptr)
        wanted(handle(receiver));
}

const void *windowOfStore(const void *store)
{
    auto *window = windowOf.find(gui);
    return window != nullptr ? window(store) : nullptr;
}

} // namespace

// QCoreApplication::postEvent(QObject *, QEvent *, int): Qt Widgets asks for a repaint.
EMBER_SHIM_EXPORT void _ZN16QCoreApplication9postEventEP7QObjectP6QEventi(void *receiver,
                                                                          void *event, int priority)
{
    if (event != nullptr && typeOf(event) == updateRequest && emberchart_is_active())
        widgetWanted(receiver);
    nextPost.find(core)(receiver, event, priority);
}

// QWindow::requestUpdate(): Qt Quick and windows of the program's own.
EMBER_SHIM_EXPORT void _ZN7QWindow13requestUpdateEv(void *window)
{
    if (emberchart_is_active())
        wanted(window);
    nextRequest.find(gui)(window);
}

// QPaintDeviceWindow::update(): QRasterWindow, QOpenGLWindow.
EMBER_SHIM_EXPORT void _ZN18QPaintDeviceWindow6updateEv(void *window)
{
    if (emberchart_is_active())
        wanted(window);
    nextUpdate.find(gui)(window);
}

// QPaintDeviceWindow::update(const QRect &)
EMBER_SHIM_EXPORT void _ZN18QPaintDeviceWindow6updateERK5QRect(void *window, const void *part)
{
    if (emberchart_is_active())
        wanted(window);
    nextUpdateRect.find(gui)(window, part);
}

// QPaintDeviceWindow::update(const QRegion &)
EMBER_SHIM_EXPORT void _ZN18QPaintDeviceWindow6updateERK7QRegion(void *window, const void *part)
{
    if (emberchart_is_active())
        wanted(window);
    nextUpdateRegion.find(gui)(window, part);
}

// QPaintDeviceWindow::event(QEvent *): paints and shows what it has painted, both inside QtGui. It
// is virtual, and the tables of classes that are derived elsewhere have ours.
EMBER_SHIM_EXPORT bool _ZN18QPaintDeviceWindow5eventEP6QEvent(void *window, void *event)
{
    auto *next = nextEvent.find(gui);
    const auto type = typeOf(event);
    if ((type != paint && type != updateRequest) || !emberchart_is_active() || !canBeSeen(window))
        return next(window, event);
    framePainting(window);
    tellRefreshRate(window);
    const Presentation presentation(window, Presentation::Kind::Painting);
    return next(window, event);
}

// QBackingStore::beginPaint(const QRegion &)
EMBER_SHIM_EXPORT void _ZN13QBackingStore10beginPaintERK7QRegion(void *store, const void *region)
{
    if (emberchart_is_active()) {
        if (const auto *window = windowOfStore(store)) {
            tellRefreshRate(window);
            framePainting(window);
        }
    }
    nextBegin.find(gui)(store, region);
}

// QBackingStore::flush(const QRegion &, QWindow *, const QPoint &)
EMBER_SHIM_EXPORT void _ZN13QBackingStore5flushERK7QRegionP7QWindowRK6QPoint(void *store,
                                                                             const void *region,
                                                                             void *window,
                                                                             const void *offset)
{
    const Presentation presentation(windowOfStore(store), Presentation::Kind::Painting);
    nextFlush.find(gui)(store, region, window, offset);
}

// QOpenGLContext::swapBuffers(QSurface *): the surface is the QWindow's second base.
EMBER_SHIM_EXPORT void _ZN14QOpenGLContext11swapBuffersEP8QSurface(void *context, void *surface)
{
    constexpr std::ptrdiff_t objectSize = 2 * sizeof(void *); // QObject: its vtable and its data
    const auto *window =
        surface != nullptr ? static_cast<std::byte *>(surface) - objectSize : nullptr;
    const Presentation presentation(window, Presentation::Kind::Buffers);
    nextSwap.find(gui)(context, surface);
}
