// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/wrappedtext.h"

#include <QAbstractTextDocumentLayout>
#include <QTextDocument>

#include <cmath>

namespace ember::views {

namespace {

constexpr QChar mayBreak(0x200b); // zero width space
constexpr QChar mayNotBreak(0x00a0); // no-break space

bool isDigit(const QString &text, qsizetype place)
{
    return place >= 0 && place < text.size() && text[place].isDigit();
}

// Whether a space is the one of "33.1 %", "1.25 ms" or "12 Hz".
bool isBeforeUnit(const QString &text, qsizetype space)
{
    constexpr qsizetype longest = 3; // letters
    qsizetype end = space + 1;
    while (end < text.size() && (text[end].isLetter() || text[end] == u'%'))
        ++end;
    return isDigit(text, space - 1) && end > space + 1 && end - space - 1 <= longest;
}

// Signs before a number belong to it: "-5", "(33 %". A colon or slash belongs to it only between
// two numbers: "12:30", but not "main.cpp:30".
bool isOfNumber(const QString &text, qsizetype place)
{
    if (!isDigit(text, place + 1))
        return false;
    return isDigit(text, place - 1) || !QStringLiteral(":/_=").contains(text[place]);
}

} // namespace

QString withLineBreaks(const QString &text)
{
    QString broken;
    broken.reserve(2 * text.size());
    for (qsizetype place = 0; place < text.size(); ++place) {
        const QChar letter = text[place];
        broken += letter == u' ' && isBeforeUnit(text, place) ? mayNotBreak : letter;
        if (QStringLiteral(":/,<>(){}_.-&=").contains(letter) && !isOfNumber(text, place))
            broken += mayBreak;
    }
    return broken;
}

WrappedText::WrappedText(QWidget *parent) : QTextEdit(parent)
{
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setAcceptDrops(false);
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFocusPolicy(Qt::ClickFocus);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    viewport()->setAutoFillBackground(false); // looks like a text, not like a field
    document()->setDocumentMargin(0);
    connect(document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            &WrappedText::fitHeight);
    fitHeight();
}

void WrappedText::setMargins(const QMargins &margins)
{
    setViewportMargins(margins);
    m_around = margins.top() + margins.bottom();
    fitHeight();
}

void WrappedText::fitHeight()
{
    setFixedHeight(static_cast<int>(std::ceil(document()->size().height())) + m_around);
}

} // namespace ember::views
