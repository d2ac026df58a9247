// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/linknotice.h"

#include "app/look/messagebar.h"
#include "views/answer/answers.h"
#include "views/filters/filtertext.h"
#include "views/state/sumsquery.h"
#include "views/state/viewstate.h"
#include "views/text/plaintexts.h"

#include <QAction>
#include <QKeySequence>

namespace ember::app {

LinkNotice::LinkNotice(views::Answers &answers, const views::ViewState &state, const QAction &undo,
                       MessageBar &messages)
    : QObject(&answers),
      m_state(state),
      m_undo(undo),
      m_messages(messages)
{
    connect(&answers, &views::Answers::narrowed, this, &LinkNotice::say);
    connect(&state.sums().history(), &views::NarrowingHistory::changed, this, &LinkNotice::end);
}

void LinkNotice::say(const views::Narrowing &before)
{
    constexpr qsizetype mostLettersOfOne = 60; // names of functions can be longer than the window
    QStringList texts;
    for (const QString &text : views::newlyNarrowed(m_state.profile(), m_state.threads(), before,
                                                    m_state.sums().history().now()))
        texts << views::shortened(text, Qt::ElideMiddle, mostLettersOfOne);
    if (texts.isEmpty()) // the link has only removed filters
        return;
    const QString list = texts.join(QStringLiteral(", "));
    const QString key = m_undo.shortcut().toString(QKeySequence::NativeText);
    m_said = key.isEmpty()
        ? tr("Set by the link: %1.", "filters").arg(list)
        : tr("Set by the link: %1. %2 takes it back.", "filters, a key").arg(list, key);
    m_messages.showMessage({.importance = Importance::Note, .text = m_said});
}

void LinkNotice::end()
{
    if (!m_said.isEmpty() && m_messages.message().text == m_said)
        m_messages.dismiss();
    m_said.clear();
}

} // namespace ember::app
