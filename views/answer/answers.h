// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/comparisonanswer.h"
#include "model/answers/frameanswer.h"
#include "model/answers/profileanswer.h"
#include "views/answer/sentence.h"
#include "views/jobs/pacedjob.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace ember::views {

class ViewState;
struct Narrowing;

// Sentences under a title.
struct AnswerSection {
    QString title;
    std::vector<Sentence> sentences;
};

// Tells in words what the profile, the chosen frame, the comparison, and the chosen threads or
// selected range show. Computed off the UI thread, for a growing profile at most once a second.
// Lives in the UI thread.
class Answers : public QObject {
    Q_OBJECT
public:
    // The state must outlive it.
    explicit Answers(ViewState &state, QObject *parent = nullptr);

    // Sets the name of the open profile in comparisons.
    void setTitle(const QString &title);

    // The most specific answer, in a line: about the chosen frame, else the comparison, else the
    // chosen threads and the selected range, else the profile. Empty if there is none, or not yet.
    const Sentence &line() const { return m_line; }
    // All answers, the most specific first, in the order in which line() chooses one.
    const std::vector<AnswerSection> &sections() const { return m_sections; }

    // Selects what a linked part of a sentence is about: a frame, a function, or range and threads,
    // which one step undoes; charts go to a thread, or to the first of two. Does nothing if the
    // profile has been read again since.
    void follow(const AnswerLink &link);

signals:
    void changed();
    // Emitted after a link that was followed has changed what narrows the views; `before` is what
    // narrowed them until then.
    void narrowed(const ember::views::Narrowing &before);
    // Emitted after a link to a function was followed, which should be shown.
    void functionAsked(ember::model::FrameIndex function);
    // Emitted after a link was followed whose figures are on a page, which should be shown.
    void pageAsked(ember::views::FiguresPage page);

private:
    struct Compared {
        QString before; // title of the baseline
        std::shared_ptr<const model::Comparison> comparison; // null: not comparable
        model::ComparisonAnswer answer;
    };

    void narrowTo(const AnswerLink &link);
    void askAgain();
    // Lets the job compute its answer anew if `isAsked`; otherwise clears `answer`.
    template<typename Answer>
    void ask(bool isAsked, PacedJob<Answer> &job, std::optional<Answer> &answer);
    void askFrame();
    void askCompared();
    std::optional<model::Selection> partAsked() const;
    void askPart();
    PacedJob<model::ProfileAnswer>::Work profileWork() const;
    PacedJob<model::FrameAnswer>::Work frameWork() const;
    PacedJob<Compared>::Work comparedWork() const;
    PacedJob<model::ProfileAnswer>::Work partWork() const;
    void write();

    ViewState &m_state;
    std::uint64_t m_serial = 0; // OpenProfile::serial() of the profile that is described
    QString m_title;
    std::optional<model::ProfileAnswer> m_whole;
    std::optional<model::FrameAnswer> m_frame;
    std::optional<Compared> m_compared;
    std::optional<model::ProfileAnswer> m_part;
    std::optional<model::Selection> m_partAsked;
    Sentence m_line;
    std::vector<AnswerSection> m_sections;
    QTimer m_pause; // between two updates for a growing profile
    PacedJob<model::ProfileAnswer> m_job;
    PacedJob<model::FrameAnswer> m_frameJob;
    PacedJob<Compared> m_comparedJob;
    PacedJob<model::ProfileAnswer> m_partJob;
};

} // namespace ember::views
