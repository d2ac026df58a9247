// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callfilter.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace ember::views {

// A field to type filters in: Enter keeps only stacks with the text, or a match of the expression;
// Shift+Enter leaves these stacks out. Both, and Escape, give the keyboard focus back to the widget
// that had it before. Errors of an expression are shown while it is typed.
class FilterField : public QWidget {
    Q_OBJECT
public:
    explicit FilterField(QWidget *parent = nullptr);

    void focusText();

signals:
    void left(); // the keyboard focus has moved away
    void entered(const ember::model::CallFilter &filter);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void check();
    void giveFocusBack();
    void enter(model::CallAction action);

    QLineEdit *m_text;
    QToolButton *m_isPattern;
    QLabel *m_error;
    QPointer<QWidget> m_before; // had the keyboard focus before the field
};

} // namespace ember::views
