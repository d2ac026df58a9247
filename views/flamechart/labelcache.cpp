// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/labelcache.h"

#include "views/durationtext.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ember::views {

using namespace model;

namespace {

// C++ names can be as long as a page; nobody reads more of one in a box.
constexpr qsizetype longestName = 400;
constexpr qsizetype fullCache = 20'000;

} // namespace

void LabelCache::setFont(const QFont &font)
{
    if (font == m_font && m_textHeight > 0)
        return;
    m_font = font;
    const QFontMetricsF metrics(font);
    m_textHeight = metrics.height();
    m_letterWidth = std::max(1.0, metrics.averageCharWidth());
    m_narrowest = 2 * padding + metrics.horizontalAdvance(QStringLiteral("mm…"));
    clear();
}

void LabelCache::clear()
{
    m_names.clear();
    m_cut.clear();
}

void LabelCache::paint(QPainter &painter, const SpanTable &spans, PathIndex path,
                       const QRectF &place)
{
    const Name &name = nameOf(spans, path);
    const double width = place.width() - 2 * padding;
    const QPointF corner(place.left() + padding,
                         place.top() + std::floor((place.height() - m_textHeight) / 2));
    painter.drawStaticText(corner, name.width <= width ? name.whole : cut(name, path, width));
}

const LabelCache::Name &LabelCache::nameOf(const SpanTable &spans, PathIndex path)
{
    const auto known = m_names.constFind(path.raw());
    if (known != m_names.constEnd())
        return *known;
    if (m_names.size() > fullCache)
        clear();
    Name name;
    name.text = fromUtf8(frameName(*spans.profile(), spans.path(path).frame)).left(longestName);
    name.whole = prepared(name.text);
    name.width = QFontMetricsF(m_font).horizontalAdvance(name.text);
    return *m_names.insert(path.raw(), name);
}

// Cut for the next smaller whole letter: while a box is zoomed, its text changes only now and then.
const QStaticText &LabelCache::cut(const Name &name, PathIndex path, double width)
{
    const auto letters = static_cast<std::uint64_t>(width / m_letterWidth);
    const std::uint64_t key = (std::uint64_t(path.raw()) << 32U) | letters;
    const auto known = m_cut.constFind(key);
    if (known != m_cut.constEnd())
        return *known;
    if (m_cut.size() > fullCache)
        m_cut.clear();
    const double room = std::max(1.0, static_cast<double>(letters) * m_letterWidth);
    return *m_cut.insert(
        key, prepared(QFontMetricsF(m_font).elidedText(name.text, Qt::ElideRight, room)));
}

QStaticText LabelCache::prepared(const QString &text) const
{
    QStaticText label(text);
    label.setTextFormat(Qt::PlainText);
    label.setPerformanceHint(QStaticText::AggressiveCaching);
    label.prepare({}, m_font);
    return label;
}

} // namespace ember::views
