// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTextEdit>

namespace ember::views {

// Returns the text with signs that only tell painters where lines may break: behind signs, because
// names of functions and paths have few spaces, and neither in a number nor before its unit. For
// painting only: what is copied has the text without them.
QString withLineBreaks(const QString &text);

// A plain text that is as high as it needs, and can be selected: unlike a label it breaks a word
// that is wider than itself, such as the name of a template.
class WrappedText : public QTextEdit {
    Q_OBJECT
public:
    explicit WrappedText(QWidget *parent = nullptr);

    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override { return {1, height()}; }

    // Room around the text.
    void setMargins(const QMargins &margins);

private:
    void fitHeight();

    int m_around = 0; // of the room, above and below
};

} // namespace ember::views
