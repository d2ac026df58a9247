// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/wrappedtext.h"

#include <QAbstractTextDocumentLayout>
#include <QTextDocument>

#include <cmath>

namespace ember::views {

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
    viewport()->setAutoFillBackground(false); // it is a text, no field
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
