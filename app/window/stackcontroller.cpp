// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/stackcontroller.h"

#include "app/window/capturecontroller.h"
#include "model/spans/spanbuilder.h"
#include "views/state/baselinechoice.h"

#include <algorithm>
#include <new>
#include <utility>

namespace ember::app {

namespace {

using model::CutStacks;
using model::InterpreterFunctions;
using model::SpanTablePointer;
using model::StackChoice;

bool isChosenOtherwise(const SpanTablePointer &spans, const StackChoice &wanted)
{
    return spans && spans->stackChoice() != wanted;
}

// Returns boxes that show stacks as wanted: the same boxes if nothing changes or memory does not
// suffice.
SpanTablePointer shownAs(const SpanTablePointer &spans, const StackChoice &wanted)
try {
    if (!isChosenOtherwise(spans, wanted))
        return spans;
    const auto stacks = model::ShownStacks::of(spans->recorded(), wanted);
    return stacks.shown == spans->profile() ? spans : model::SpanBuilder().update(stacks);
} catch (const std::bad_alloc &) {
    return spans;
}

} // namespace

StackController::StackController(Document &document, views::BaselineChoice &baseline,
                                 Settings &settings, CaptureController &captures, QObject *parent)
    : QObject(parent),
      m_document(document),
      m_baseline(baseline),
      m_settings(settings),
      m_captures(captures),
      m_job(this, [this](const Rebuilt &rebuilt) { take(rebuilt); })
{
    // The choice may have changed while the file was being read.
    connect(&document, &Document::opened, this, &StackController::rebuild);
    connect(&captures, &CaptureController::ended, this, &StackController::rebuild);
}

bool StackController::areBridged() const
{
    return m_settings.stackChoice().cut == CutStacks::Bridged;
}

void StackController::setBridged(bool areBridged)
{
    auto stacks = m_settings.stackChoice();
    stacks.cut = areBridged ? CutStacks::Bridged : CutStacks::AsRecorded;
    choose(stacks);
}

bool StackController::areInterpretersShown() const
{
    return m_settings.stackChoice().interpreters == InterpreterFunctions::Shown;
}

void StackController::setInterpretersShown(bool areShown)
{
    auto stacks = m_settings.stackChoice();
    stacks.interpreters = areShown ? InterpreterFunctions::Shown : InterpreterFunctions::Folded;
    choose(stacks);
}

void StackController::choose(const StackChoice &stacks)
{
    m_settings.setStackChoice(stacks);
    m_captures.setStackChoice(stacks);
    rebuild();
}

// Rebuilds what is shown, unless it is being recorded: the feed of that capture applies the choice
// itself.
void StackController::rebuild()
{
    m_job.cancel();
    const auto wanted = m_settings.stackChoice();
    auto from = shown();
    if (m_captures.isRecording() || std::ranges::none_of(from, [&](const SpanTablePointer &spans) {
            return isChosenOtherwise(spans, wanted);
        }))
        return;
    m_job.start([from = std::move(from), wanted] {
        Rebuilt rebuilt{from, {}};
        for (const SpanTablePointer &spans : from)
            rebuilt.to.push_back(shownAs(spans, wanted));
        return rebuilt;
    });
}

StackController::AllSpans StackController::shown() const
{
    auto spans = m_document.allSpans();
    const auto &baseline = m_baseline.baseline();
    spans.push_back(baseline ? baseline->spans : nullptr);
    return spans;
}

void StackController::take(const Rebuilt &rebuilt)
{
    if (shown() != rebuilt.from)
        return rebuild();
    if (rebuilt.to == rebuilt.from)
        return;
    auto spans = rebuilt.to;
    const auto compared = spans.back();
    spans.pop_back();
    if (compared != rebuilt.from.back()) {
        const auto baseline = *m_baseline.baseline();
        m_baseline.set(compared, baseline.title);
        if (baseline.range)
            m_baseline.setRange(baseline.range);
    }
    m_document.replaceSpans(spans);
}

} // namespace ember::app
