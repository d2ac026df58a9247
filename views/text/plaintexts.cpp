// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/plaintexts.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QTabBar>
#include <QToolTip>

#include <algorithm>

namespace ember::views {

namespace {

constexpr QChar cutMark(0x2026);
constexpr qsizetype widestTipLine = 120; // letters; plain tips are never wrapped

// Returns the first letters, without half of a surrogate pair at the end.
QString head(const QString &text, qsizetype letters)
{
    return text.left(text[letters - 1].isHighSurrogate() ? letters - 1 : letters);
}

QString tail(const QString &text, qsizetype letters)
{
    return text.right(text[text.size() - letters].isLowSurrogate() ? letters - 1 : letters);
}

bool isWide(const QString &text)
{
    const auto lines = QStringView(text).split(QLatin1Char('\n'));
    return std::ranges::any_of(lines, [](QStringView line) { return line.size() > widestTipLine; });
}

QString headerTip(const QHeaderView &header, const QPoint &position)
{
    const int section = header.logicalIndexAt(position);
    return section < 0 || !header.model()
        ? QString()
        : header.model()->headerData(section, header.orientation(), Qt::ToolTipRole).toString();
}

// Returns the tip that Qt would show at the position; empty if there is none, or if only the widget
// itself knows it.
QString tipAt(const QWidget &widget, const QPoint &position)
{
    const auto *view = qobject_cast<const QAbstractItemView *>(widget.parentWidget());
    if (view && view->viewport() == &widget) {
        if (const auto *header = qobject_cast<const QHeaderView *>(view))
            return headerTip(*header, position);
        if (const QString tip = view->indexAt(position).data(Qt::ToolTipRole).toString();
            !tip.isEmpty())
            return tip;
    }
    if (const auto *menu = qobject_cast<const QMenu *>(&widget)) {
        const QAction *action = menu->toolTipsVisible() ? menu->actionAt(position) : nullptr;
        return action ? action->toolTip() : QString();
    }
    if (const auto *tabs = qobject_cast<const QTabBar *>(&widget)) {
        const int tab = tabs->tabAt(position);
        if (tab >= 0 && !tabs->tabToolTip(tab).isEmpty())
            return tabs->tabToolTip(tab);
    }
    return widget.toolTip();
}

class PlainTexts : public QObject {
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Polish) {
            // Labels that QToolTip makes are left out: they show tips made by tipText(), or the
            // charts' rich text.
            auto *label = qobject_cast<QLabel *>(watched);
            if (label && label->textFormat() == Qt::AutoText && !label->inherits("QTipLabel"))
                label->setTextFormat(Qt::PlainText);
        } else if (event->type() == QEvent::ToolTip && watched->isWidgetType()) {
            return takeOver(static_cast<QWidget &>(*watched), static_cast<QHelpEvent &>(*event));
        }
        return false;
    }

private:
    // Shows the tip itself if Qt would misread it as rich text or take long to lay it out.
    static bool takeOver(QWidget &widget, QHelpEvent &event)
    {
        const QString text = tipAt(widget, event.pos());
        const QString tip = tipText(text);
        if (tip == text)
            return false;
        QToolTip::showText(event.globalPos(), tip, &widget, {}, widget.toolTipDuration());
        event.accept();
        return true;
    }
};

} // namespace

QString shortened(const QString &text, Qt::TextElideMode cut, qsizetype most)
{
    if (text.size() <= most)
        return text;
    if (cut == Qt::ElideLeft)
        return cutMark + tail(text, most - 1);
    if (cut == Qt::ElideMiddle)
        return head(text, most / 2) + cutMark + tail(text, most - most / 2 - 1);
    return head(text, most - 1) + cutMark;
}

QString shortenedLines(const QString &text, qsizetype mostLines)
{
    if (text.size() <= mostLetters)
        return text;
    QStringList lines;
    qsizetype begin = 0;
    while (begin <= text.size() && lines.size() < mostLines) {
        const qsizetype found = text.indexOf(QLatin1Char('\n'), begin);
        const qsizetype end = found < 0 ? text.size() : found;
        lines << shortened(text.mid(begin, end - begin));
        begin = end + 1;
    }
    if (begin <= text.size())
        lines << QString(cutMark);
    return lines.join(QLatin1Char('\n'));
}

QString oneLine(const QString &text)
{
    constexpr QChar broken(0x21b5);
    const auto isBreak = [](QChar letter) {
        return letter == QLatin1Char('\n') || letter == QLatin1Char('\r')
            || letter == QLatin1Char('\v') || letter == QLatin1Char('\f')
            || letter == QChar(QChar::LineSeparator) || letter == QChar(QChar::ParagraphSeparator);
    };
    QString line = text;
    line.replace(QLatin1String("\r\n"), QLatin1String("\n"));
    std::replace_if(line.begin(), line.end(), isBreak, broken);
    return line;
}

QString escaped(const QString &text)
{
    return shortened(text).toHtmlEscaped();
}

QString tipText(const QString &text)
{
    const QString shown = shortened(text);
    if (!Qt::mightBeRichText(shown) && !isWide(shown))
        return shown;
    return QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(shown.toHtmlEscaped());
}

void keepTextsPlain()
{
    static constexpr QLatin1String name("plainTexts");
    if (qApp->findChild<QObject *>(name, Qt::FindDirectChildrenOnly))
        return;
    auto *filter = new PlainTexts(qApp);
    filter->setObjectName(name);
    qApp->installEventFilter(filter);
}

} // namespace ember::views
