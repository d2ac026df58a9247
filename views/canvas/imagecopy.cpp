// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/imagecopy.h"

#include "views/jobs/allcores.h"

#include <QImage>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cstring>
#include <optional>

namespace ember::views {

namespace {

// In pixels: to start a thread takes as long as to copy some of them.
constexpr int worthAThread = 100'000;

// What the painter writes to, if that are pixels like the image's.
QImage *pixelsOf(const QPainter &painter)
{
    auto *engine = painter.paintEngine();
    if (engine->type() != QPaintEngine::Raster || painter.opacity() < 1 || painter.hasClipping()
        || painter.compositionMode() != QPainter::CompositionMode_SourceOver)
        return nullptr;
    auto *device = engine->paintDevice();
    if (!device || device->devType() != QInternal::Image)
        return nullptr;
    auto *pixels = static_cast<QImage *>(device);
    const bool isAlike = pixels->format() == QImage::Format_RGB32
        || pixels->format() == QImage::Format_ARGB32_Premultiplied;
    return isAlike ? pixels : nullptr;
}

// Where in the painter's pixels the image begins; none if it would have to be scaled or turned, or
// lies between pixels.
std::optional<QPoint> originOf(const QPainter &painter, const QImage &image)
{
    const QTransform &transform = painter.deviceTransform();
    const double ratio = image.devicePixelRatio();
    const QPointF origin = transform.map(QPointF(0, 0));
    if (transform.type() > QTransform::TxScale || transform.m11() != ratio
        || transform.m22() != ratio || origin != QPointF(origin.toPoint()))
        return std::nullopt;
    return origin.toPoint();
}

void copyLines(QImage &to, const QImage &from, QRect part, QPoint origin)
{
    uchar *const bits = to.bits();
    const auto bytes = sizeof(QRgb) * static_cast<std::size_t>(part.width());
    const int bands = std::max(1, part.width() * part.height() / worthAThread);
    onAllCores(static_cast<std::size_t>(bands), [&](std::size_t band) {
        const auto lineOf = [&](std::size_t number) {
            return part.top() + static_cast<int>(number) * part.height() / bands;
        };
        for (int y = lineOf(band); y < lineOf(band + 1); ++y)
            std::memcpy(bits + to.bytesPerLine() * y + qsizetype(sizeof(QRgb)) * part.left(),
                        from.constScanLine(y - origin.y())
                            + qsizetype(sizeof(QRgb)) * (part.left() - origin.x()),
                        bytes);
    });
}

} // namespace

void copyImage(QPainter &painter, const QImage &image)
{
    QImage *pixels = pixelsOf(painter);
    const auto origin = originOf(painter, image);
    if (!pixels || !origin) {
        painter.drawImage(QPointF(0, 0), image);
        return;
    }
    QRegion places(QRect(*origin, image.size()) & pixels->rect());
    if (const QRegion clip = painter.paintEngine()->systemClip(); !clip.isEmpty())
        places &= clip;
    for (const QRect &place : places)
        copyLines(*pixels, image, place, *origin);
}

} // namespace ember::views
