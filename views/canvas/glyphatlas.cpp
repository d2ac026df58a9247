// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/glyphatlas.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ember::views {

namespace {

// Adjacent pixels that the processor mixes at once, by vector extensions that compilers translate
// for every processor.
constexpr int groupSize = 4;
using Group = std::uint32_t __attribute__((vector_size(groupSize * sizeof(std::uint32_t))));
using GroupCoverage = std::uint8_t __attribute__((vector_size(groupSize)));

// Mixes colours: a `coverage` of 255 gives `colour`, 0 gives `below`. `Pixels`: one or a group.
template<typename Pixels>
Pixels mixed(Pixels below, QRgb colour, Pixels coverage)
{
    const Pixels share = coverage + (coverage >> 7U); // 0 … 256
    const Pixels rest = 256U - share;
    // Red and blue in one multiplication.
    const Pixels redBlue = (below & 0xff00ffU) * rest + (colour & 0xff00ffU) * share + 0x800080U;
    const Pixels green = ((below >> 8U) & 0xffU) * rest + ((colour >> 8U) & 0xffU) * share + 0x80U;
    return 0xff000000U | ((redBlue >> 8U) & 0xff00ffU) | (green & 0xff00U);
}

void mixGroup(QRgb *pixels, const std::uint8_t *coverage, QRgb colour)
{
    Group below;
    GroupCoverage shares;
    std::memcpy(&below, pixels, sizeof(below));
    std::memcpy(&shares, coverage, sizeof(shares));
    const Group result = mixed<Group>(below, colour, __builtin_convertvector(shares, Group));
    std::memcpy(pixels, &result, sizeof(result));
}

// Returns the smallest part of a picture on black that contains all other pixels.
QRect inkIn(const QImage &image)
{
    QRect ink;
    for (int y = 0; y < image.height(); ++y) {
        const uchar *line = image.constScanLine(y);
        for (int x = 0; x < image.width(); ++x) {
            if (line[x] > 0)
                ink |= QRect(x, y, 1, 1);
        }
    }
    return ink;
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
    m_letterHeight = metrics.capHeight() * ratio;
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

void GlyphAtlas::add(const QString &text)
{
    for (const QChar letter : text) {
        for (int phase = 0; phase < phases; ++phase) {
            const std::size_t place = key(letter, phase);
            Glyph &known = letter.unicode() < asciiCount
                ? m_ascii[place]
                : m_others[static_cast<std::uint32_t>(place)];
            if (known.advance < 0)
                known = rasterised(letter, phase);
        }
    }
}

double GlyphAtlas::advance(const QString &text) const
{
    double width = 0;
    for (const QChar letter : text)
        width += advance(letter);
    return width;
}

const GlyphAtlas::Glyph &GlyphAtlas::glyph(QChar letter, int phase) const
{
    static constexpr Glyph none{0, 0, 0, 0, 0, 0};
    const std::size_t place = key(letter, phase);
    if (letter.unicode() < asciiCount)
        return m_ascii[place];
    const auto other = m_others.constFind(static_cast<std::uint32_t>(place));
    return other == m_others.constEnd() ? none : *other;
}

GlyphAtlas::Glyph GlyphAtlas::rasterised(QChar letter, int phase)
{
    const QFontMetricsF metrics(m_font);
    const QString text(letter);
    const QRectF ink = metrics.tightBoundingRect(text);
    const double shift = double(phase) / phases; // device pixels
    Glyph glyph;
    glyph.advance = std::max(0.0, metrics.horizontalAdvance(text) * m_ratio);
    if (ink.isEmpty())
        return glyph;
    // Adds a margin: hinting may move ink by a pixel.
    const int left = static_cast<int>(std::floor(ink.left() * m_ratio)) - 1;
    const int top = static_cast<int>(std::floor(ink.top() * m_ratio)) - 1;
    const int right = static_cast<int>(std::ceil(ink.right() * m_ratio + shift)) + 1;
    const int bottom = static_cast<int>(std::ceil(ink.bottom() * m_ratio)) + 1;
    QImage image(right - left, bottom - top, QImage::Format_Grayscale8);
    image.fill(Qt::black);
    image.setDevicePixelRatio(m_ratio);
    QPainter painter(&image);
    painter.setFont(m_font);
    painter.setPen(Qt::white);
    painter.drawText(QPointF((shift - left) / m_ratio, -top / m_ratio), text);
    painter.end();
    const QRect part = inkIn(image);
    glyph.left = left + part.left();
    glyph.top = top + part.top();
    glyph.width = (part.width() + groupSize - 1) / groupSize * groupSize;
    glyph.height = part.height();
    glyph.coverage = m_coverage.size();
    for (int y = part.top(); y <= part.bottom(); ++y) {
        const uchar *line = image.constScanLine(y) + part.left();
        m_coverage.insert(m_coverage.end(), line, line + part.width());
        m_coverage.resize(m_coverage.size() + std::size_t(glyph.width - part.width()));
    }
    return glyph;
}

void GlyphAtlas::paint(const Canvas &canvas, QChar letter, double x, int baseline, Lines lines,
                       QRgb colour) const
{
    const double whole = std::floor(x);
    const Glyph &shape = glyph(letter, static_cast<int>((x - whole) * phases));
    const int left = static_cast<int>(whole) + shape.left;
    const int top = baseline + shape.top;
    const int end = std::min({shape.height, canvas.height() - top, lines.to - top});
    const int from = std::max(0, -left);
    const int to = std::min(shape.width, canvas.width() - left);
    const bool isWhole = from == 0 && to == shape.width;
    for (int y = std::max({0, -top, lines.from - top}); y < end; ++y) {
        const std::uint8_t *coverage =
            m_coverage.data() + shape.coverage + std::size_t(y) * std::size_t(shape.width);
        QRgb *line = canvas.line(top + y) + left;
        if (isWhole) {
            for (int column = 0; column < to; column += groupSize)
                mixGroup(line + column, coverage + column, colour);
        } else {
            for (int column = from; column < to; ++column)
                line[column] = mixed<QRgb>(line[column], colour, coverage[column]);
        }
    }
}

} // namespace ember::views
