// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/canvas.h"

#include <QFont>
#include <QHash>

#include <array>
#include <cstdint>
#include <vector>

namespace ember::views {

// Paints letters of one font, each rasterised once and then copied, so that the cost of a text is
// its pixels. For scripts whose letters stand side by side from left to right, each independent of
// the others; see isPlain().
//
// Non-const functions such as add() are for one thread. Between their calls any number of threads
// may use the const ones.
class GlyphAtlas {
public:
    // Sets a font of a size and for a screen; forgets the letters of any other. `ratio`: device
    // pixels per logical one, also fractional.
    void setFont(const QFont &font, double ratio);
    // Rasterises the letters of a plain text; call before they are asked for.
    void add(const QString &text);

    static bool isPlain(const QString &text);

    // Returns the width of a letter or text in device pixels.
    double advance(QChar letter) const { return glyph(letter, 0).advance; }
    double advance(const QString &text) const;
    double lineHeight() const { return m_lineHeight; }
    // Distance from the top of the line to the base line.
    double ascent() const { return m_ascent; }
    // The height of capital letters.
    double letterHeight() const { return m_letterHeight; }

    // Lines [from, to) of a canvas.
    struct Lines {
        int from;
        int to;
    };

    // Paints the letter with its origin at (x, base line y) in device pixels, clipped to the canvas
    // and to the lines.
    void paint(const Canvas &canvas, QChar letter, double x, int baseline, Lines lines,
               QRgb colour) const;

private:
    // Subpixel positions that a letter is rasterised for.
    static constexpr int phases = 4;
    static constexpr std::size_t asciiCount = 128;

    struct Glyph {
        std::size_t coverage = 0; // index into m_coverage
        int left = 0; // from the origin
        int top = 0; // from the base line
        int width = 0; // a multiple of the pixels that are mixed at once
        int height = 0;
        double advance = -1; // negative: not rasterised yet
    };

    static std::size_t key(QChar letter, int phase)
    {
        return std::size_t(letter.unicode()) * phases + std::size_t(phase);
    }

    const Glyph &glyph(QChar letter, int phase) const;
    Glyph rasterised(QChar letter, int phase);

    QFont m_font;
    double m_ratio = 0;
    double m_lineHeight = 0;
    double m_ascent = 0;
    double m_letterHeight = 0;
    std::array<Glyph, asciiCount * phases> m_ascii;
    QHash<std::uint32_t, Glyph> m_others; // by letter and phase
    std::vector<std::uint8_t> m_coverage; // 0 … 255 for each pixel of each letter
};

} // namespace ember::views
