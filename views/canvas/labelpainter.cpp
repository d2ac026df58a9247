// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/labelpainter.h"

#include "views/text/durationtext.h"
#include "views/text/shortname.h"

#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

namespace ember::views {

using namespace model;

namespace {

constexpr double padding = 4; // logical pixels on either side
// C++ names can be as long as a page; people do not read more of one in a box.
constexpr qsizetype longestName = 400;
constexpr qsizetype longestRead = 20'000; // letters that are searched for a short name
constexpr qsizetype fullCache = 50'000;
constexpr QChar ellipsis(0x2026);

} // namespace

void LabelPainter::setFont(const QFont &font)
{
    m_font = font;
    // Letters are placed by their own widths.
    m_font.setKerning(false);
    setRatio(m_ratio);
    m_names.clear();
}

void LabelPainter::setRatio(double ratio)
{
    if (ratio != m_ratio)
        m_names.clear();
    m_ratio = ratio;
    m_padding = std::round(padding * ratio);
    m_atlas.setFont(m_font, ratio);
    m_atlas.add(QStringLiteral("m ") + ellipsis);
    m_lowest = static_cast<int>(std::floor(m_atlas.letterHeight()));
    m_narrowest = static_cast<int>(2 * m_padding + 2 * m_atlas.advance(QLatin1Char('m'))
                                   + m_atlas.advance(ellipsis));
}

double LabelPainter::addWidth(const QString &plain)
{
    m_atlas.add(plain);
    return m_atlas.advance(plain);
}

const LabelPainter::Name &LabelPainter::nameOf(const Profile &profile, FrameIndex frame)
{
    const auto known = m_names.constFind(frame.raw());
    if (known != m_names.constEnd())
        return *known;
    Name name;
    const QString whole = fromUtf8(frameName(profile, frame).substr(0, longestRead));
    name.text = whole.left(longestName);
    name.shortText = shortName(whole).left(longestName);
    name.isPlain = GlyphAtlas::isPlain(name.text) && GlyphAtlas::isPlain(name.shortText);
    if (name.isPlain) {
        name.width = addWidth(name.text);
        name.shortWidth = addWidth(name.shortText);
    }
    return *m_names.insert(frame.raw(), name);
}

bool LabelPainter::isPlain(const Name &name, const Label &label)
{
    return name.isPlain && (label.sign.isNull() || GlyphAtlas::isPlain(label.sign));
}

void LabelPainter::add(const Profile &profile, const std::vector<Label> &labels)
{
    for (const Label &label : labels) {
        const Name &name = nameOf(profile, label.frame);
        if (!isPlain(name, label))
            m_shaped.emplace_back(name, label);
        else if (!label.sign.isNull())
            m_atlas.add(label.sign);
    }
}

void LabelPainter::paintAdded(const Canvas &canvas, const std::vector<Label> &labels) const
{
    for (const Label &label : labels) {
        const auto name = m_names.constFind(label.frame.raw());
        if (name != m_names.constEnd() && isPlain(*name, label))
            paintPlain(canvas, *name, label);
    }
}

void LabelPainter::paintPlain(const Canvas &canvas, const Name &name, const Label &label) const
{
    const GlyphAtlas::Lines lines{label.top, label.bottom};
    double x = label.left + m_padding;
    const double end = label.right - m_padding;
    const int baseline = static_cast<int>(std::lround(
        label.top + (label.bottom - label.top - m_atlas.lineHeight()) / 2 + m_atlas.ascent()));
    if (!label.sign.isNull()) {
        m_atlas.paint(canvas, label.sign, x, baseline, lines, label.colour);
        x += m_atlas.advance(label.sign) + m_atlas.advance(QLatin1Char(' '));
    }
    const bool isWhole = name.width <= end - x;
    const QString &text = isWhole ? name.text : name.shortText;
    const bool fits = isWhole || name.shortWidth <= end - x;
    const double room = fits ? end : end - m_atlas.advance(ellipsis);
    for (const QChar letter : text) {
        const double advance = m_atlas.advance(letter);
        if (!fits && x + advance > room)
            break;
        m_atlas.paint(canvas, letter, x, baseline, lines, label.colour);
        x += advance;
    }
    if (!fits)
        m_atlas.paint(canvas, ellipsis, x, baseline, lines, label.colour);
}

void LabelPainter::paintRest(QImage &image)
{
    // Names are dropped here, where no other thread reads them.
    if (m_names.size() > fullCache)
        m_names.clear();
    if (m_shaped.empty())
        return;
    QPainter painter(&image);
    painter.setFont(m_font);
    for (const auto &[name, label] : m_shaped)
        shape(painter, name, label);
    m_shaped.clear();
}

void LabelPainter::write(QPainter &painter, const Profile &profile,
                         const std::vector<Label> &labels, int height, int top, int bottom)
{
    painter.setFont(m_font);
    for (const Label &label : labels) {
        const bool isInside = label.top >= 0 && label.bottom <= height;
        if (isInside && label.bottom > top && label.top < bottom)
            shape(painter, nameOf(profile, label.frame), label);
    }
}

// Writes a name that Qt has to shape. The painter must have our font and use logical pixels.
void LabelPainter::shape(QPainter &painter, const Name &name, const Label &label) const
{
    const QRectF place((label.left + m_padding) / m_ratio, label.top / m_ratio,
                       (label.right - label.left - 2 * m_padding) / m_ratio,
                       (label.bottom - label.top) / m_ratio);
    const QFontMetricsF metrics(m_font);
    const QString sign = label.sign.isNull() ? QString() : label.sign + QStringLiteral(" ");
    const bool fits = metrics.horizontalAdvance(sign + name.text) <= place.width();
    painter.setPen(QColor(label.colour));
    painter.drawText(place,
                     int(Qt::AlignLeft | Qt::AlignAbsolute | Qt::AlignVCenter) | Qt::TextSingleLine,
                     metrics.elidedText(sign + (fits ? name.text : name.shortText), Qt::ElideRight,
                                        place.width()));
}

} // namespace ember::views
