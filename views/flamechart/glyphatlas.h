// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/canvas.h"

#include <QFont>
#include <QHash>

#include <array>
#include <cstdint>
#include <vector>

namespace ember::views {

// Letters of one font, rasterised once each and then copied: a text costs its pixels. For scripts
// whose letters stand side by side from left to right, each on its own; isPlain() tells.
class GlyphAtlas {
public:
    // A font of that size and screen; forgets the letters of any other. `ratio`: device pixels per
    // logical one, also fractional.
    void setFont(const QFont &font, double ratio);

    static bool isPlain(const QString &text);

    // In device pixels.
    double advance(QChar letter) { return glyph(letter, 0).advance; }
    double lineHeight() const { return m_lineHeight; }
    // From the top of the line to its base line.
    double ascent() const { return m_ascent; }

    // The letter with its origin at (x, base line y) in device pixels, cut at the canvas' edges.
    void paint(const Canvas &canvas, QChar letter, double x, int baseline, QRgb colour);

private:
    // Positions between two pixels a letter is rasterised for.
    static constexpr int phases = 4;
    static constexpr std::size_t asciiCount = 128;

    struct Glyph {
        std::size_t coverage = 0; // place in m_coverage, a byte per pixel
        int left = 0; // from the origin
        int top = 0; // from the base line
        int width = 0;
        int height = 0;
        double advance = -1; // negative: not rasterised yet
    };

    const Glyph &glyph(QChar letter, int phase);
    Glyph rasterised(QChar letter, int phase);

    QFont m_font;
    double m_ratio = 0;
    double m_lineHeight = 0;
    double m_ascent = 0;
    std::array<Glyph, asciiCount * phases> m_ascii;
    QHash<std::uint32_t, Glyph> m_others; // by letter and phase
    std::vector<std::uint8_t> m_coverage;
};

} // namespace ember::views
