// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/alignedbaseline.h"

#include "model/query/counterparts.h"
#include "views/boxes/boxorder.h"
#include "views/state/baselinechoice.h"
#include "views/state/openprofile.h"
#include "views/state/sumsquery.h"
#include "views/state/viewselection.h"
#include "views/text/durationtext.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

std::string identityIn(const OpenProfile &profile, FrameIndex frame)
{
    return profile.spans() && frame.isValid() ? sharedIdentity(*profile.spans()->profile(), frame)
                                              : std::string();
}

FrameMarks framesIn(const OpenProfile &profile, const std::string &identity)
{
    return profile.spans() && !identity.empty() ? framesOf(*profile.spans()->profile(), identity)
                                                : FrameMarks();
}

FrameIndex hoveredIn(const OutlinedFunction::Side &side)
{
    return side.profile.spans() && side.selection.hovered()
        ? frameOf(*side.profile.spans(), *side.selection.hovered())
        : FrameIndex();
}

} // namespace

OutlinedFunction::OutlinedFunction(const Side &open, const Side &other)
    : m_open(open),
      m_other(other)
{
    connectTo(m_open, m_other);
    connectTo(m_other, m_open);
    pointAt(m_open, m_other);
}

OutlinedFunction::~OutlinedFunction()
{
    m_open.selection.setOutlined({});
}

void OutlinedFunction::connectTo(const Side &side, const Side &partner)
{
    connect(&side.selection, &ViewSelection::functionChanged, this,
            [this, &side, &partner] { pointAt(side, partner); });
    connect(&side.selection, &ViewSelection::hoveredChanged, this, &OutlinedFunction::outline);
    connect(&side.profile, &OpenProfile::changed, this, &OutlinedFunction::outline);
}

// Selects the function that is selected in `side` in `partner`, too. Deselects the partner's
// function if it does not have this one: its previous one is not the last one pointed at any more.
void OutlinedFunction::pointAt(const Side &side, const Side &partner)
{
    const bool isForgotten = &side == &m_other && !side.selection.function().isValid();
    if (m_isTelling || isForgotten)
        return;
    const QScopedValueRollback telling(m_isTelling, true);
    m_pointed = identityIn(side.profile, side.selection.function());
    const FrameMarks there = framesIn(partner.profile, m_pointed);
    const auto first = std::ranges::find(there, 1);
    partner.selection.setFunction(
        first == there.end() ? FrameIndex() : FrameIndex(std::size_t(first - there.begin())));
    outline();
}

void OutlinedFunction::outline()
{
    std::string wanted = identityIn(m_open.profile, hoveredIn(m_open));
    if (wanted.empty())
        wanted = identityIn(m_other.profile, hoveredIn(m_other));
    if (wanted.empty())
        wanted = m_pointed;
    m_open.selection.setOutlined(framesIn(m_open.profile, wanted));
    m_other.selection.setOutlined(framesIn(m_other.profile, wanted));
    if (std::exchange(m_outlined, wanted) != wanted)
        emit changed();
}

QString OutlinedFunction::name() const
{
    return fromUtf8(std::string_view(m_outlined).substr(0, m_outlined.find('\0')));
}

using namespace model;

namespace {

// Returns the call of the thread that had begun last by that time; empty if none had.
std::optional<BoxReference> lastBegun(const SpanTable &spans, ThreadIndex thread, Timestamp time)
{
    const ThreadSpans &calls = spans.thread(thread);
    std::optional<BoxReference> last;
    for (std::size_t depth = 0; depth < calls.depth(); ++depth) {
        auto place = calls.firstEndingAfter(depth, time).row();
        const auto &boxes = calls.rows[depth].boxes;
        if (place == boxes.size() || calls.start(boxes[BoxIndex(place)]) > time) {
            if (place == 0)
                continue;
            --place;
        }
        const BoxReference box{thread, depth, BoxIndex(place)};
        if (!last || rangeOf(spans, box).start >= rangeOf(spans, *last).start)
            last = box;
    }
    return last;
}

} // namespace

std::optional<BoxReference> nearestCall(const ViewState &state, const BoxReference &call,
                                        const ViewState &other, ThreadIndex thread,
                                        Nanoseconds offset)
{
    if (!thread.isValid() || !state.spans() || !other.spans())
        return std::nullopt;
    const SpanTable &spans = *other.spans();
    const FrameMarks frames = framesOf(
        *spans.profile(), sharedIdentity(*state.spans()->profile(), frameOf(*state.spans(), call)));
    const PathPredicate isSame = [&](PathIndex path) {
        const auto frame = spans.path(path).frame;
        return frame.isValid() && frames[frame.row()] != 0;
    };
    const auto time = rangeOf(*state.spans(), call).start + offset;
    const auto last = lastBegun(spans, thread, time);
    const bool isLast = last && isSame(boxAt(spans, *last).path);
    const auto before = isLast ? last : nextBox(spans, {thread}, last, Direction::Backward, isSame);
    const auto after = nextBox(spans, {thread}, last, Direction::Forward, isSame);
    if (!before || !after)
        return before ? before : after;
    const auto distance = [&](const BoxReference &box) {
        return std::chrono::abs(rangeOf(spans, box).start - time);
    };
    return distance(*after) < distance(*before) ? after : before;
}

namespace {

TimeRange moved(TimeRange range, Nanoseconds distance)
{
    return {range.start + distance, range.end + distance};
}

Timestamp sourceStart(const ViewState &state)
{
    return state.selection().range() ? state.selection().range()->start : state.profile().origin();
}

ThreadIndex at(const std::vector<ThreadIndex> &partners, ThreadIndex thread)
{
    return thread.row() < partners.size() ? partners[thread.row()] : ThreadIndex();
}

} // namespace

AlignedBaseline::AlignedBaseline(ViewState &open)
    : m_open(open),
      m_function({open.profile(), open.selection()}, {m_state.profile(), m_state.selection()})
{
    m_state.zoom().setRoom(TimeRange::everything()); // the other zoom enforces the limits
    connectTime();
    connectThreads();
    connectLook();
    connect(&open.baseline(), &BaselineChoice::changed, this, [this] {
        if (m_open.baseline().baseline())
            this->open();
    });
    this->open();
}

AlignedBaseline::~AlignedBaseline()
{
    m_open.zoom().setRoom({});
}

void AlignedBaseline::connectTime()
{
    connect(&m_open.zoom(), &TimeZoom::visibleChanged, this, &AlignedBaseline::showSameTime);
    connect(&m_state.zoom(), &TimeZoom::visibleChanged, this, [this](TimeRange visible) {
        m_open.zoom().show(moved(visible, offset()));
        showSameTime(); // the other zoom may have stopped at its limits
    });
    connect(&m_open.selection(), &ViewSelection::cursorChanged, this, [this] {
        const auto cursor = m_open.selection().cursor();
        m_state.selection().setCursor(cursor ? std::optional(*cursor - offset()) : std::nullopt);
    });
    connect(&m_state.selection(), &ViewSelection::cursorChanged, this, [this] {
        const auto cursor = m_state.selection().cursor();
        m_open.selection().setCursor(cursor ? std::optional(*cursor + offset()) : std::nullopt);
    });
    connect(&m_open.profile(), &OpenProfile::opened, this, &AlignedBaseline::alignStarts);
    connect(&m_open.profile(), &OpenProfile::changed, this, [this] {
        if (!m_isAligned)
            alignStarts();
    });
    connect(&m_open.selection(), &ViewSelection::rangeChanged, this,
            &AlignedBaseline::takeStartsIfLeft);
    connect(&m_state.selection(), &ViewSelection::rangeChanged, this, [this] {
        takeStartsIfLeft();
        m_open.baseline().setRange(m_state.selection().range());
    });
    connect(&m_open.baseline(), &BaselineChoice::rangeChanged, this,
            [this] { m_state.selection().selectRange(m_open.baseline().baseline()->range); });
}

void AlignedBaseline::connectThreads()
{
    for (const auto signal : {&ThreadChoice::changed, &ThreadChoice::foldsChanged})
        connect(&m_open.threads(), signal, this, &AlignedBaseline::arrangeThreads);
    connect(&m_state.threads(), &ThreadChoice::changed, this, &AlignedBaseline::takeCollapsed);
}

void AlignedBaseline::connectLook()
{
    connect(&m_open.appearance(), &ViewAppearance::changed, this, &AlignedBaseline::takeLook);
    connect(&m_open.appearance(), &ViewAppearance::keyMapChanged, this, &AlignedBaseline::takeLook);
    connect(&m_open.sums(), &SumsQuery::changed, this, &AlignedBaseline::takeFilters);
    connect(&m_open.selection(), &ViewSelection::searchTextChanged, &m_state.selection(),
            &ViewSelection::setSearchText);
    connect(&m_state.selection(), &ViewSelection::searchTextChanged, &m_open.selection(),
            &ViewSelection::setSearchText);
    takeLook();
    m_state.selection().setSearchText(m_open.selection().searchText());
}

void AlignedBaseline::takeLook()
{
    m_state.appearance().set(m_open.appearance());
}

void AlignedBaseline::takeFilters()
{
    m_state.sums().filters().set(m_open.sums().filters().now());
}

void AlignedBaseline::open()
{
    const Baseline baseline = *m_open.baseline().baseline();
    m_state.open(baseline.spans); // resets its range
    m_state.selection().selectRange(baseline.range);
    takeFilters();
    arrangeThreads();
    alignStarts();
}

void AlignedBaseline::setShift(Nanoseconds shift)
{
    if (shift == m_shift)
        return;
    m_shift = shift;
    applyOffset();
}

void AlignedBaseline::alignStarts()
{
    const bool showsAll = m_open.zoom().showsAll();
    m_isAligned = !m_open.profile().range().isEmpty();
    takeStarts();
    m_shift = Nanoseconds(0);
    applyOffset();
    if (m_open.zoom().following() == Follow::Yes)
        return;
    if (m_open.selection().range() && m_state.selection().range())
        showSelectedRanges();
    else if (showsAll)
        m_open.zoom().follow(m_open.zoom().limits());
}

void AlignedBaseline::takeStarts()
{
    m_ranges = {m_open.selection().range(), m_state.selection().range()};
    m_starts = m_isAligned ? sourceStart(m_open) - sourceStart(m_state) : Nanoseconds(0);
}

// Once other ranges are selected, counts the shift from their starts. The charts stay where they
// are.
void AlignedBaseline::takeStartsIfLeft()
{
    const bool isLeft = (m_ranges.above && m_ranges.above != m_open.selection().range())
        || (m_ranges.below && m_ranges.below != m_state.selection().range());
    if (!isLeft || !m_isAligned)
        return;
    const Nanoseconds before = offset();
    takeStarts();
    m_shift = before - m_starts;
    emit shifted();
}

void AlignedBaseline::showSelectedRanges()
{
    const TimeRange above = *m_open.selection().range();
    const TimeRange below = moved(*m_state.selection().range(), offset());
    const auto longest = std::max(above.duration(), below.duration());
    m_open.zoom().remember();
    m_open.zoom().show({above.start - longest / 20, above.start + longest + longest / 20});
}

bool AlignedBaseline::alignCalls()
{
    if (!m_open.spans())
        return false;
    auto above = m_open.selection().box();
    auto below = m_state.selection().box();
    if (above && !below)
        below = nearestCall(m_open, *above, m_state, inBaseline(above->thread), -offset());
    else if (below && !above)
        above = nearestCall(m_state, *below, m_open, inOpen(below->thread), offset());
    if (!above || !below)
        return false;
    m_open.selection().select(above);
    m_state.selection().select(below);
    const TimeRange call = rangeOf(*m_open.spans(), *above);
    setShift(call.start - rangeOf(*m_state.spans(), *below).start - m_starts);
    m_open.zoom().reveal(call);
    return true;
}

void AlignedBaseline::takeRoom()
{
    m_open.zoom().setRoom(moved(m_state.profile().range(), offset()));
}

void AlignedBaseline::applyOffset()
{
    takeRoom();
    showSameTime();
    emit shifted();
}

void AlignedBaseline::showSameTime()
{
    m_state.zoom().follow(moved(m_open.zoom().visible(), -offset()));
}

void AlignedBaseline::arrangeThreads()
{
    if (!m_open.spans())
        return;
    const Profile &open = *m_open.spans()->profile();
    const Profile &baseline = *m_state.spans()->profile();
    m_inBaseline = sameThreads(open, baseline);
    m_inOpen.assign(baseline.threadCount(), ThreadIndex());
    for (std::size_t row = 0; row < m_inBaseline.size(); ++row) {
        if (m_inBaseline[row].isValid())
            m_inOpen[m_inBaseline[row].row()] = ThreadIndex(row);
    }
    m_state.threads().arrangeLike(m_open.threads(),
                                  [this](ThreadIndex thread) { return inBaseline(thread); });
}

// Applies to the open profile what is collapsed or opened in the baseline. Reads all of this first:
// each change of the open profile rearranges the baseline's threads.
void AlignedBaseline::takeCollapsed()
{
    std::vector<std::pair<ThreadIndex, Collapsed>> threads;
    for (const ThreadIndex thread : m_state.threads().all()) {
        if (const auto partner = inOpen(thread); partner.isValid())
            threads.emplace_back(
                partner, m_state.threads().isCollapsed(thread) ? Collapsed::Yes : Collapsed::No);
    }
    std::vector<std::pair<QString, Open>> groups;
    for (const ThreadGroup &group : m_state.threads().order().groups()) {
        if (group.kind != ThreadGroup::Kind::Single)
            groups.emplace_back(group.key, m_state.threads().isOpen(group) ? Open::Yes : Open::No);
    }
    for (const auto &[thread, collapsed] : threads)
        m_open.threads().setCollapsed(thread, collapsed);
    for (const auto &[key, open] : groups) {
        if (m_open.threads().isOpen(key) != (open == Open::Yes))
            m_open.threads().setGroupOpen(key, open);
    }
}

ThreadIndex AlignedBaseline::inBaseline(ThreadIndex open) const
{
    return at(m_inBaseline, open);
}

ThreadIndex AlignedBaseline::inOpen(ThreadIndex baseline) const
{
    return at(m_inOpen, baseline);
}

} // namespace ember::views
