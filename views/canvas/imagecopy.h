// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QImage;
class QPainter;

namespace ember::views {

// Paints an opaque image (Format_RGB32) at a painter's origin, as drawImage() does. Where that
// means no more than to copy pixels, the processor's cores share it: of a whole screen it costs
// as much as painting the image did.
void copyImage(QPainter &painter, const QImage &image);

} // namespace ember::views
