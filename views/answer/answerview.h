// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/answer/sentence.h"

#include <QTextBrowser>
#include <QWidget>

#include <memory>
#include <vector>

class QLabel;
class QToolButton;

namespace ember::views {

class Answers;
class ViewState;

// Shows a sentence in one line, with links. If it does not fit, it ends with "…", and the tool tip
// has all of it.
class SentenceLine : public QWidget {
    Q_OBJECT
public:
    explicit SentenceLine(QWidget *parent = nullptr);

    void setSentence(Sentence sentence);

    QSize minimumSizeHint() const override;

signals:
    void activated(const ember::views::AnswerLink &link);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void fit();

    Sentence m_sentence;
    QLabel *m_label;
};

// Shows all sentences as a list that can be read with the keyboard, selected and copied.
class SummaryPage : public QTextBrowser {
    Q_OBJECT
public:
    SummaryPage(const Answers &answers, QWidget *parent = nullptr);

    // Loads nothing: file names in the texts are not ours to read.
    QVariant loadResource(int type, const QUrl &name) override;
    // Sets the height, in pixels, that the page has if the window leaves so much.
    void setWantedHeight(int height);
    QSize sizeHint() const override;

signals:
    void activated(const ember::views::AnswerLink &link);

protected:
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void write();
    void follow(const QUrl &link);

    const Answers &m_answers;
    std::vector<AnswerLink> m_links;
    QString m_html; // the text as shown last
    int m_wantedHeight = 0;
};

// Shows the answer in a line, and below it, if asked for, the summary: as high as its text, but at
// most half the window's height or 230 pixels, whichever is more, and lower if the rest of the
// window needs the height. Hidden while there is no answer.
class AnswerView : public QWidget {
    Q_OBJECT
public:
    explicit AnswerView(ViewState &state, QWidget *parent = nullptr);
    ~AnswerView() override;

    Answers &answers() { return *m_answers; }
    SentenceLine &line() { return *m_line; }
    SummaryPage &page() { return *m_page; }

    bool isSummaryShown() const;
    // Opens or closes the summary; opening brings a closed line back.
    void toggleSummary();
    // Hides the line, on the user's request, until another profile is opened.
    void closeLine();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void fitPage();
    void showLine();
    void showSummary(bool isShown);

    ViewState &m_state;
    std::unique_ptr<Answers> m_answers;
    QWidget *m_bar;
    SentenceLine *m_line;
    QToolButton *m_summary;
    SummaryPage *m_page;
    bool m_isClosed = false;
};

} // namespace ember::views
