// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/cutstackcontroller.h"

#include "app/window/capturecontroller.h"
#include "model/spans/spanbuilder.h"
#include "views/state/baselinechoice.h"

#include <QAction>

#include <algorithm>
#include <new>
#include <utility>

namespace ember::app {

namespace {

using model::CutStacks;
using model::SpanTablePointer;

bool isShownOtherwise(const SpanTablePointer &spans, CutStacks wanted)
{
    return spans && spans->cutStacks() != wanted && !spans->recorded()->tables().cutRoots.isEmpty();
}

// Rebuilds the boxes as wanted. Returns the same boxes if nothing changes or memory does not
// suffice.
SpanTablePointer shownAs(const SpanTablePointer &spans, CutStacks wanted)
try {
    return isShownOtherwise(spans, wanted) ? buildSpans(spans->recorded(), wanted) : spans;
} catch (const std::bad_alloc &) {
    return spans;
}

} // namespace

CutStackController::CutStackController(Document &document, views::BaselineChoice &baseline,
                                       Settings &settings, CaptureController &captures,
                                       QAction &action, QObject *parent)
    : QObject(parent),
      m_document(document),
      m_baseline(baseline),
      m_settings(settings),
      m_captures(captures),
      m_job(this, [this](const Rebuilt &rebuilt) { take(rebuilt); })
{
    action.setChecked(settings.cutStacks() == CutStacks::Bridged);
    connect(&action, &QAction::toggled, this,
            [this](bool isOn) { choose(isOn ? CutStacks::Bridged : CutStacks::AsRecorded); });
    // The choice may have changed while the file was being read.
    connect(&document, &Document::opened, this, &CutStackController::rebuild);
    connect(&captures, &CaptureController::ended, this, &CutStackController::rebuild);
}

void CutStackController::choose(CutStacks cutStacks)
{
    m_settings.setCutStacks(cutStacks);
    m_captures.setCutStacks(cutStacks);
    rebuild();
}

// Rebuilds what is shown, unless it is being recorded: the feed of that capture applies the choice
// itself.
void CutStackController::rebuild()
{
    m_job.cancel();
    const auto wanted = m_settings.cutStacks();
    auto from = shown();
    if (m_captures.isRecording() || std::ranges::none_of(from, [&](const SpanTablePointer &spans) {
            return isShownOtherwise(spans, wanted);
        }))
        return;
    m_job.start([from = std::move(from), wanted] {
        Rebuilt rebuilt{from, {}};
        for (const SpanTablePointer &spans : from)
            rebuilt.to.push_back(shownAs(spans, wanted));
        return rebuilt;
    });
}

CutStackController::AllSpans CutStackController::shown() const
{
    auto spans = m_document.allSpans();
    const auto &baseline = m_baseline.baseline();
    spans.push_back(baseline ? baseline->spans : nullptr);
    return spans;
}

void CutStackController::take(const Rebuilt &rebuilt)
{
    if (shown() != rebuilt.from)
        return rebuild();
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
