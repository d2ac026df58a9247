// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

#include <algorithm>

namespace ember::views {

// Writes the pixels of an image (Format_RGB32) line by line. In device pixels.
class Canvas {
public:
    explicit Canvas(QImage &image)
        : m_bits(image.bits()), // scanLine() would check for each line whether the image is shared
          m_bytesPerLine(image.bytesPerLine()),
          m_width(image.width()),
          m_height(image.height())
    {
    }

    int width() const { return m_width; }
    int height() const { return m_height; }

    QRgb *line(int y) const { return reinterpret_cast<QRgb *>(m_bits + m_bytesPerLine * y); }

    // Fills lines [from, to), clipped to the image.
    void fill(int from, int to, QRgb colour) const
    {
        for (int y = std::max(from, 0); y < std::min(to, m_height); ++y)
            std::fill_n(line(y), m_width, colour);
    }

    // Copies line `model`, which is in the image, to lines [from, to).
    void repeat(int model, int from, int to) const
    {
        for (int y = std::max(from, 0); y < std::min(to, m_height); ++y)
            std::copy_n(line(model), m_width, line(y));
    }

private:
    uchar *m_bits;
    qsizetype m_bytesPerLine;
    int m_width;
    int m_height;
};

} // namespace ember::views
