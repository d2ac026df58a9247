// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/answer/answers.h"

#include "views/answer/answertext.h"
#include "views/state/baselinechoice.h"
#include "views/state/framechoice.h"
#include "views/state/gaps.h"
#include "views/state/sumsquery.h"
#include "views/state/viewstate.h"

#include <algorithm>
#include <iterator>

namespace ember::views {

using namespace model;
using namespace std::chrono_literals;

namespace {

QString partTitle(const Selection &part)
{
    if (part.threads.empty())
        return Answers::tr("The selected range");
    return part.range == TimeRange::everything()
        ? Answers::tr("The chosen threads")
        : Answers::tr("The chosen threads in the selected range");
}

} // namespace

Answers::Answers(ViewState &state, QObject *parent)
    : QObject(parent),
      m_state(state),
      m_job(
          this, [this] { return profileWork(); },
          [this](ProfileAnswer answer) {
              m_whole = std::move(answer);
              write();
          }),
      m_frameJob(
          this, [this] { return frameWork(); },
          [this](FrameAnswer answer) {
              m_frame = std::move(answer);
              write();
          }),
      m_comparedJob(
          this, [this] { return comparedWork(); },
          [this](Compared compared) {
              m_compared = std::move(compared);
              write();
          }),
      m_partJob(
          this, [this] { return partWork(); },
          [this](ProfileAnswer answer) {
              m_part = std::move(answer);
              write();
          })
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(1s);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        m_job.refresh();
        if (m_state.baseline().baseline())
            m_comparedJob.refresh();
        if (partAsked())
            m_partJob.refresh();
    });
    connect(&state.profile(), &OpenProfile::changed, this, &Answers::askAgain);
    connect(&state.frames(), &FrameChoice::chosenChanged, this, &Answers::askFrame);
    connect(&state.baseline(), &BaselineChoice::changed, this, &Answers::askCompared);
    connect(&state.baseline(), &BaselineChoice::rangeChanged, this, &Answers::askCompared);
    connect(&state.sums(), &SumsQuery::changed, this, &Answers::askCompared);
    connect(&state.selection(), &ViewSelection::rangeChanged, this, &Answers::askCompared);
    connect(&state.selection(), &ViewSelection::rangeChanged, this, &Answers::askPart);
    connect(&state.frames(), &FrameChoice::chosenChanged, this, &Answers::askPart);
    connect(&state.threads(), &ThreadChoice::changed, this, &Answers::askCompared);
    connect(&state.threads(), &ThreadChoice::changed, this, &Answers::askPart);
    askAgain();
}

void Answers::askAgain()
{
    const OpenProfile &open = m_state.profile();
    if (open.spans() && open.serial() == m_serial) { // the profile has grown
        if (!m_pause.isActive())
            m_pause.start();
        return;
    }
    m_serial = open.serial();
    m_pause.stop();
    m_whole.reset();
    m_frame.reset();
    m_compared.reset();
    m_part.reset();
    m_partAsked.reset();
    write();
    // Answers that are still being computed have indices of the previous profile.
    m_job.drop();
    m_frameJob.drop();
    m_comparedJob.drop();
    m_partJob.drop();
    if (!open.spans())
        return;
    m_job.askAnew();
    askFrame();
    askCompared();
    askPart();
}

PacedJob<ProfileAnswer>::Work Answers::profileWork() const
{
    if (!m_state.spans())
        return {};
    return {[spans = m_state.spans()] { return profileAnswer(*spans->profile(), spans.get()); }};
}

void Answers::setTitle(const QString &title)
{
    if (title == m_title)
        return;
    m_title = title;
    write();
}

template<typename Answer>
void Answers::ask(bool isAsked, PacedJob<Answer> &job, std::optional<Answer> &answer)
{
    if (isAsked) {
        job.askAnew();
        return;
    }
    job.drop();
    if (answer) {
        answer.reset();
        write();
    }
}

void Answers::askFrame()
{
    ask(m_state.frames().chosen() && m_state.spans(), m_frameJob, m_frame);
}

PacedJob<FrameAnswer>::Work Answers::frameWork() const
{
    const SlowFrame *chosen = m_state.frames().chosen();
    if (!chosen || !m_state.spans())
        return {};
    return {[spans = m_state.spans(), frame = *chosen, all = m_state.frames().all()] {
        return frameAnswer(*spans, frame, all);
    }};
}

void Answers::askCompared()
{
    // Threads that the baseline does not have cannot be compared.
    const bool isAsked = m_state.spans() && m_state.baseline().baseline()
        && m_state.baseline().selectionFor(m_state.sums().selection());
    ask(isAsked, m_comparedJob, m_compared);
}

PacedJob<Answers::Compared>::Work Answers::comparedWork() const
{
    const auto &baseline = m_state.baseline().baseline();
    if (!m_state.spans() || !baseline)
        return {};
    const Selection selection = m_state.sums().selection();
    const auto same = m_state.baseline().selectionFor(selection);
    if (!same)
        return {};
    return {[weigher = m_state.sums().weigher(), profile = m_state.spans()->profile(), selection,
             baseline = *baseline, same = *same] {
        Compared compared;
        compared.before = baseline.title;
        auto both = compare(baseline.weigher->weigh(baseline.profile, same),
                            weigher->weigh(profile, selection), Normalisation::Amount);
        if (!both)
            return compared;
        compared.comparison = std::make_shared<const Comparison>(std::move(*both));
        compared.answer = comparisonAnswer(*compared.comparison);
        return compared;
    }};
}

// Returns the chosen threads and the selected range; nullopt if that is everything, or no thread
// counts. Also nullopt if a frame is chosen, which selects a range but has its own answer.
std::optional<Selection> Answers::partAsked() const
{
    if (!m_state.spans() || m_state.frames().chosen() || !isTimed(*m_state.spans()->profile()))
        return std::nullopt;
    const ThreadChoice &threads = m_state.threads();
    if (!threads.isUsual() && threads.shown().empty())
        return std::nullopt;
    return m_state.sums().selectedPart(AllThreads::Part);
}

void Answers::askPart()
{
    const auto asked = partAsked();
    // Threads that are folded or moved make no difference.
    if (asked && asked == m_partAsked)
        return;
    m_partAsked = asked;
    ask(asked.has_value(), m_partJob, m_part);
}

PacedJob<ProfileAnswer>::Work Answers::partWork() const
{
    auto part = partAsked();
    if (!part)
        return {};
    return {[profile = m_state.spans()->profile(), part = std::move(*part)] {
        return partAnswer(*profile, part);
    }};
}

void Answers::write()
{
    m_line.clear();
    m_sections.clear();
    if (const auto &spans = m_state.spans(); spans && m_serial == m_state.profile().serial()) {
        const Profile &profile = *spans->profile();
        const auto add = [&](const QString &title, Sentence line, std::vector<Sentence> sentences) {
            if (m_line.empty())
                m_line = std::move(line);
            m_sections.push_back({title, std::move(sentences)});
        };
        if (m_frame)
            add(tr("This frame"), lineOf(profile, *m_frame), sentencesOf(profile, *m_frame));
        if (m_compared && m_compared->comparison) {
            const Comparison &both = *m_compared->comparison;
            const QString after = m_title.isEmpty() ? tr("The open profile") : m_title;
            add(tr("Comparison"), lineOf(both, m_compared->answer, m_compared->before, after),
                sentencesOf(both, m_compared->answer, m_compared->before, after));
        }
        if (m_part && !m_part->range.isEmpty()) {
            auto sentences = sentencesOf(profile, *m_part);
            std::ranges::move(waitSentencesOf(profile, *m_part), std::back_inserter(sentences));
            add(partTitle(m_part->part), partLineOf(profile, *m_part), std::move(sentences));
        }
        if (m_whole) {
            add(tr("The whole profile"), lineOf(profile, *m_whole), sentencesOf(profile, *m_whole));
            if (auto waits = waitSentencesOf(profile, *m_whole); !waits.empty())
                m_sections.push_back(
                    {tr("The longest waits for locks and threads"), std::move(waits)});
        }
    }
    emit changed();
}

void Answers::follow(const AnswerLink &link)
{
    const auto &spans = m_state.spans();
    if (!spans || m_serial != m_state.profile().serial())
        return;
    if (link.frame) {
        m_state.frames().choose(*link.frame);
        return;
    }
    // Selects a linked function without changing what is counted.
    if (link.function.isValid()) {
        m_state.selection().setFunction(link.function);
        emit functionAsked(link.function);
        return;
    }
    const Narrowing before = m_state.sums().history().now();
    m_state.sums().history().asOneStep([&] { narrowTo(link); });
    // Two: one that waits, and one that had a part in it. More have no rows in common sight.
    if (!link.threads.empty() && link.threads.size() <= 2)
        m_state.threads().goTo(link.threads.front());
    if (m_state.sums().history().now() != before)
        emit narrowed(before);
    if (link.page != FiguresPage::None)
        emit pageAsked(link.page);
}

void Answers::narrowTo(const AnswerLink &link)
{
    if (!link.threads.empty())
        m_state.threads().showOnly(link.threads);
    else if (link.isExact)
        m_state.threads().showUsual();
    // An exact link leaves the view alone if its range is selected already; others always scroll to
    // their range.
    if (link.range && !(link.isExact && link.range == m_state.selection().range())) {
        m_state.selection().selectRange(link.range);
        const auto around = link.range->duration() / 4;
        m_state.zoom().remember();
        m_state.zoom().show({link.range->start - around, link.range->end + around});
    } else if (link.isExact && !link.range) {
        m_state.selection().selectRange(std::nullopt);
    }
}

} // namespace ember::views
