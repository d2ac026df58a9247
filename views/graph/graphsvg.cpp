// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphsvg.h"

#include "views/canvas/boxcolours.h"
#include "views/graph/graphpainter.h"
#include "views/graph/graphtext.h"
#include "views/text/amounttext.h"
#include "views/text/durationtext.h"

#include <QLocale>

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

constexpr int rowHeight = GraphViewport::rowHeight;
constexpr double letterWidth = 6.5; // of the 11 pixel font below, approximately
constexpr int svgPadding = 4;
constexpr int gap = 6; // vertical, between heading and graphs

QString attribute(const char *name, double value)
{
    return QLatin1Char(' ') + QLatin1String(name) + QLatin1String("=\"")
        + QLocale::c().toString(value, 'f', 2) + QLatin1Char('"');
}

// Escapes a name, whatever it contains: control characters are not allowed in XML in any form.
QString xml(QString text)
{
    for (QChar &letter : text) {
        if (letter.unicode() < 0x20 || letter.unicode() >= 0xfffe)
            letter = QChar::ReplacementCharacter;
    }
    return text.toHtmlEscaped();
}

// Returns the part of a name that fits; longer ones lose their end.
QString fitting(const QString &name, double width)
{
    const auto letters = static_cast<qsizetype>((width - 2 * svgPadding) / letterWidth);
    if (letters < 3)
        return {};
    return name.size() <= letters ? name : QString(name.left(letters - 1) + QChar(0x2026));
}

class SvgGraph {
public:
    SvgGraph(const ViewState &state, const GraphViewport &viewport)
        : m_state(state),
          m_viewport(viewport),
          m_tree(*viewport.tree())
    {
    }

    int height() const { return static_cast<int>(m_viewport.layout().rows().size()) * rowHeight; }

    QString boxes(int top)
    {
        const auto &rows = m_viewport.layout().rows();
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const auto fromTop = m_viewport.roots() == Roots::Top ? row : rows.size() - 1 - row;
            for (const GraphBox &box : rows[row])
                add(box, top + static_cast<int>(fromTop) * rowHeight);
        }
        return std::move(m_text);
    }

private:
    void add(const GraphBox &box, int top)
    {
        const TimeScale scale = m_viewport.scale();
        const double left = std::max(0.0, scale.toX(box.place.start));
        const double width = std::min(scale.width(), scale.toX(box.place.end)) - left;
        if (width <= 0)
            return;
        const FrameIndex frame = box.isRest() ? FrameIndex() : m_tree.node(box.node).frame;
        const Profile &profile = *m_tree.calls().profile;
        const bool isMarked = m_viewport.marks() && !box.isRest();
        const BoxColour colour =
            isMarked ? markedColour(m_state, m_viewport, box.node) : colourOf(box, frame, width);
        QString name = box.isRest() ? QString() : fromUtf8(frameName(profile, frame));
        if (const QChar sign = isMarked ? m_viewport.marks()->signOf(box.node) : QChar();
            !sign.isNull())
            name.prepend(sign + QStringLiteral(" "));
        m_text += QLatin1String("<g><title>") + xml(titleOf(box, name))
            + QLatin1String("</title><rect") + attribute("x", left) + attribute("y", top)
            + attribute("width", std::max(0.5, width - 1)) + attribute("height", rowHeight - 1)
            + QLatin1String(" fill=\"") + QColor(colour.fill).name() + QLatin1String("\"/>");
        if (const QString shown = fitting(name, width); !shown.isEmpty())
            m_text += QLatin1String("<text") + attribute("x", left + svgPadding)
                + attribute("y", top + rowHeight - 6) + QLatin1String(" fill=\"")
                + QColor(colour.text).name() + QLatin1String("\">") + xml(shown)
                + QLatin1String("</text>");
        m_text += QLatin1String("</g>\n");
    }

    BoxColour colourOf(const GraphBox &box, FrameIndex frame, double width) const
    {
        if (box.isRest())
            return restColour(m_state.theme(), m_viewport.scale(), box, std::max(width, 1.0));
        const ColourMode mode = m_state.appearance().colourMode();
        return isByLevel(mode)
            ? levelColour(mode, m_state.theme(), levelOf(mode, m_tree, box.node))
            : BoxColours::colourOf(*m_tree.calls().profile, frame, mode, m_state.theme(),
                                   *m_state.appearance().callFigures());
    }

    QString titleOf(const GraphBox &box, const QString &name) const
    {
        if (box.isRest())
            return box.hidden > 0 ? QStringLiteral("… %1").arg(box.hidden) : QStringLiteral("…");
        const CallWeights &calls = m_tree.calls();
        const double amount = m_tree.amount(box.node);
        const QString title =
            QStringLiteral("%1: %2 (%3)")
                .arg(name, amountText(calls, amount), percentText(shareOf(calls, amount)));
        return m_viewport.marks()
            ? QString(title + QStringLiteral("; ") + m_viewport.marks()->words(box.node))
            : title;
    }

    const ViewState &m_state;
    const GraphViewport &m_viewport;
    const MergedTree &m_tree;
    QString m_text;
};

} // namespace

QByteArray graphsSvg(const ViewState &state, const QString &heading,
                     const std::vector<const GraphViewport *> &graphs)
{
    QString text;
    int width = 0;
    int height = 0;
    if (!heading.isEmpty()) {
        text += QLatin1String("<text") + attribute("x", svgPadding) + attribute("y", rowHeight - 6)
            + QLatin1String(" fill=\"") + state.theme().text.name() + QLatin1String("\">")
            + xml(heading) + QLatin1String("</text>\n");
        height = rowHeight + gap;
    }
    for (const GraphViewport *viewport : graphs) {
        SvgGraph graph(state, *viewport);
        if (viewport != graphs.front())
            height += gap;
        text += graph.boxes(height);
        width = std::max(width, viewport->size().width());
        height += graph.height();
    }
    const QString head = QStringLiteral("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1\" "
                                        "height=\"%2\" font-family=\"sans-serif\" "
                                        "font-size=\"11\">\n"
                                        "<rect width=\"100%\" height=\"100%\" fill=\"%3\"/>\n")
                             .arg(width)
                             .arg(height)
                             .arg(state.theme().background.name());
    return (head + text + QStringLiteral("</svg>\n")).toUtf8();
}

} // namespace ember::views
