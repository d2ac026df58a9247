// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTextEdit>

namespace ember::views {

// Returns the text with invisible characters that control line breaks: allowed after signs such as
// "::" and "/", as names of functions and paths have few spaces, but neither in a number nor before
// its unit. For painting only: copy the text without them.
QString withLineBreaks(const QString &text);

// Shows a plain text in its full height, which can be selected. Unlike a label it breaks a word
// that is wider than itself, such as the name of a template.
class WrappedText : public QTextEdit {
    Q_OBJECT
public:
    explicit WrappedText(QWidget *parent = nullptr);

    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override { return {1, height()}; }

    // Sets the margins around the text.
    void setMargins(const QMargins &margins);

private:
    void fitHeight();

    int m_around = 0; // margins above and below, together
};

} // namespace ember::views
