// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QAction;

namespace ember::views {
class Answers;
class ViewState;
struct Narrowing;
} // namespace ember::views

namespace ember::app {

class MessageBar;

// Shows a message on what a link of the answer has set, and which key takes that back, until the
// views are narrowed otherwise. Owned by the answers.
class LinkNotice : public QObject {
    Q_OBJECT
public:
    // `undo` takes back what the link has set. The arguments must outlive the notice.
    LinkNotice(views::Answers &answers, const views::ViewState &state, const QAction &undo,
               MessageBar &messages);

private:
    void say(const views::Narrowing &before);
    void end();

    const views::ViewState &m_state;
    const QAction &m_undo;
    MessageBar &m_messages;
    QString m_said;
};

} // namespace ember::app
