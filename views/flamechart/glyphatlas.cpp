// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/glyphatlas.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ember::views {

namespace {

// `share` of 255 parts colour, the rest what is there; red and blue in one multiplication.
QRgb mixed(QRgb below, QRgb colour, unsigned share)
{
    const unsigned rest = 255 - share;
    const unsigned redBlue = (below & 0xff00ffU) * rest + (colour & 0xff00ffU) * share + 0x800080U;
    const unsigned green =
        ((below >> 8U) & 0xffU) * rest + ((colour >> 8U) & 0xffU) * share + 0x80U;
    return 0xff000000U | ((redBlue >> 8U) & 0xff00ffU) | (green & 0xff00U);
}

bool isPlainScript(QChar::Script script)
{
    switch (script) {
    case QChar::Script_Common:
    case QChar::Script_Latin:
    case QChar::Script_Greek:
    case QChar::Script_Cyrillic:
    case QChar::Script_Armenian:
    case QChar::Script_Georgian:
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Hangul:
    case QChar::Script_Bopomofo: return true;
    default: return false;
    }
}

} // namespace

void GlyphAtlas::setFont(const QFont &font, double ratio)
{
    if (font == m_font && ratio == m_ratio)
        return;
    m_font = font;
    m_ratio = ratio;
    const QFontMetricsF metrics(font);
    m_lineHeight = metrics.height() * ratio;
    m_ascent = metrics.ascent() * ratio;
    m_ascii.fill({});
    m_others.clear();
    m_coverage.clear();
}

bool GlyphAtlas::isPlain(const QString &text)
{
    return std::ranges::all_of(text, [](QChar letter) {
        const ushort code = letter.unicode();
        if (code >= ' ' && code < asciiCount)
            return true;
        return letter.isPrint() && !letter.isMark() && !letter.isSurrogate()
            && letter.joiningType() == QChar::Joining_None && isPlainScript(letter.script());
    });
}

const GlyphAtlas::Glyph &GlyphAtlas::glyph(QChar letter, int phase)
{
    const std::size_t key = std::size_t(letter.unicode()) * phases + std::size_t(phase);
    Glyph &known =
        letter.unicode() < asciiCount ? m_ascii[key] : m_others[static_cast<std::uint32_t>(key)];
    if (known.advance < 0)
        known = rasterised(letter, phase);
    return known;
}

GlyphAtlas::Glyph GlyphAtlas::rasterised(QChar letter, int phase)
{
    const QFontMetricsF metrics(m_font);
    const QString text(letter);
    const QRectF ink = metrics.tightBoundingRect(text);
    const double shift = double(phase) / phases; // device pixels
    Glyph glyph;
    glyph.advance = std::max(0.0, metrics.horizontalAdvance(text) * m_ratio);
    // Hinting may move ink by a pixel.
    glyph.left = static_cast<int>(std::floor(ink.left() * m_ratio)) - 1;
    glyph.top = static_cast<int>(std::floor(ink.top() * m_ratio)) - 1;
    glyph.width = static_cast<int>(std::ceil(ink.right() * m_ratio + shift)) + 1 - glyph.left;
    glyph.height = static_cast<int>(std::ceil(ink.bottom() * m_ratio)) + 1 - glyph.top;
    if (ink.isEmpty()) {
        glyph.width = glyph.height = 0;
        return glyph;
    }
    QImage image(glyph.width, glyph.height, QImage::Format_Grayscale8);
    image.fill(Qt::black);
    image.setDevicePixelRatio(m_ratio);
    QPainter painter(&image);
    painter.setFont(m_font);
    painter.setPen(Qt::white);
    painter.drawText(QPointF((shift - glyph.left) / m_ratio, -glyph.top / m_ratio), text);
    painter.end();
    glyph.coverage = m_coverage.size();
    for (int y = 0; y < glyph.height; ++y) {
        const uchar *line = image.constScanLine(y);
        m_coverage.insert(m_coverage.end(), line, line + glyph.width);
    }
    return glyph;
}

void GlyphAtlas::paint(const Canvas &canvas, QChar letter, double x, int baseline, QRgb colour)
{
    const double whole = std::floor(x);
    const Glyph &shape = glyph(letter, static_cast<int>((x - whole) * phases));
    const int left = static_cast<int>(whole) + shape.left;
    const int top = baseline + shape.top;
    const int from = std::max(0, -left);
    const int to = std::min(shape.width, canvas.width() - left);
    for (int y = std::max(0, -top); y < std::min(shape.height, canvas.height() - top); ++y) {
        const std::uint8_t *coverage =
            m_coverage.data() + shape.coverage + std::size_t(y) * std::size_t(shape.width);
        QRgb *line = canvas.line(top + y);
        for (int column = from; column < to; ++column) {
            QRgb &pixel = line[left + column];
            if (const unsigned share = coverage[column]; share == 255)
                pixel = colour;
            else if (share > 0)
                pixel = mixed(pixel, colour, share);
        }
    }
}

} // namespace ember::views
