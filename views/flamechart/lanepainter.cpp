// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/lanepainter.h"

#include "model/core/parallel.h"
#include "views/canvas/boxcolours.h"
#include "views/flamechart/activitycolumns.h"
#include "views/jobs/viewthreads.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

// The activities of a lane's column, from the bottom up.
constexpr std::array stacked{Activity::Running, Activity::Sampled, Activity::Runnable,
                             Activity::Lock, Activity::InputOutput};
constexpr std::size_t layers = stacked.size();
constexpr int lowestStacked = 6; // logical pixels: lanes as low as this have one colour a column
constexpr std::size_t pieces = 16; // of work: more than most processors have cores
constexpr std::size_t threadsPerPiece = 16; // of a group, at least

constexpr std::int64_t amount(Nanoseconds time)
{
    return time.count();
}

constexpr std::int64_t amount(std::uint32_t share)
{
    return share;
}

// Writes the columns of a lane.
class LanePen {
public:
    // `lines` are those of the picture, from the lane's bottom to its top; `low` are two lines as
    // long, for lanes that have one colour a column. All must outlive it. If there are hits, all
    // else is pale.
    LanePen(const Theme &theme, const std::vector<QRgb *> &lines, std::array<QRgb *, 2> low,
            std::size_t threads, int seam, bool areHits)
        : m_lines(lines),
          m_low(low),
          m_threads(static_cast<std::int64_t>(threads)),
          m_height(static_cast<int>(lines.size())),
          m_seam(seam),
          m_isLow(m_height <= lowestStacked * seam),
          m_background(theme.background.rgb()),
          m_pale(areHits ? theme.dimmed.fill : laneColour(theme, Activity::Waiting).fill),
          m_waitingHit(theme.mutedText.rgb())
    {
        for (std::size_t layer = 0; layer < layers; ++layer)
            m_hitColours.at(layer) = laneColour(theme, stacked.at(layer)).fill;
        m_colours = m_hitColours;
        if (areHits)
            m_colours.fill(theme.dimmed.fill);
    }

    // Paints columns [x, end). `of` has the sum of each activity in one column; `whole` is the sum
    // of a thread that did the same all the time. In any unit.
    template<typename Sums>
    void paint(std::size_t x, std::size_t end, const Sums &of, std::int64_t whole) const
    {
        if (m_isLow)
            paintLow(x, end, of, whole);
        else
            paintHigh(x, end, of, whole);
    }

    // Paints the activity of the hits over painted columns.
    template<typename Sums>
    void paintHits(std::size_t x, std::size_t end, const Sums &of, std::int64_t whole) const
    {
        const Active active = activeOf(of);
        if (active.sum == 0 && !isPale(of))
            return;
        if (m_isLow) {
            const QRgb colour = active.sum > 0 ? m_hitColours[active.largest] : m_waitingHit;
            std::fill(m_low[0] + x, m_low[0] + end, colour);
            if (isHighWith(active.sum, whole))
                std::fill(m_low[1] + x, m_low[1] + end, colour);
            return;
        }
        const int y = paintLayers(x, end, of, active, whole, m_hitColours);
        if (isPale(of))
            fill(x, end, y, std::min(m_height, 2 * m_seam), m_waitingHit);
    }

    // Copies the two lines of a low lane to all its lines. Call when all columns are painted.
    void finish(std::size_t columns) const
    {
        for (int y = 0; m_isLow && y < m_height; ++y)
            std::copy_n(m_low[y < m_seam ? 0 : 1], columns, m_lines[std::size_t(y)]);
    }

private:
    // The sum of all layers, and the largest layer; the lowest of equally large ones.
    struct Active {
        std::int64_t sum = 0;
        std::int64_t most = 0;
        std::size_t largest = 0;
    };

    template<typename Sums>
    static Active activeOf(const Sums &of)
    {
        Active active;
        for (std::size_t layer = 0; layer < layers; ++layer) {
            const std::int64_t time = amount(of[std::size_t(stacked[layer])]);
            active.sum += time;
            active.largest = time > active.most ? layer : active.largest;
            active.most = std::max(active.most, time);
        }
        return active;
    }

    template<typename Sums>
    static bool isPale(const Sums &of)
    {
        return amount(of[std::size_t(Activity::Waiting)]) + amount(of[std::size_t(Activity::Idle)])
            > 0;
    }

    template<typename Sums>
    void paintLow(std::size_t x, std::size_t end, const Sums &of, std::int64_t whole) const
    {
        const Active active = activeOf(of);
        const QRgb colour = m_colours[active.largest];
        const QRgb under = isPale(of) ? m_pale : m_background;
        const QRgb bottom = active.sum > 0 ? colour : under;
        const QRgb top = isHighWith(active.sum, whole) ? colour : m_background;
        for (; x < end; ++x) {
            m_low[0][x] = bottom;
            m_low[1][x] = top;
        }
    }

    template<typename Sums>
    void paintHigh(std::size_t x, std::size_t end, const Sums &of, std::int64_t whole) const
    {
        int y = paintLayers(x, end, of, activeOf(of), whole, m_colours);
        if (isPale(of))
            y = fill(x, end, y, std::min(m_height, 2 * m_seam), m_pale);
        fill(x, end, y, m_height, m_background);
    }

    // Paints the layers of columns [x, end), from the lane's bottom up. Returns the number of lines
    // that they take; the lines above are not painted.
    template<typename Sums>
    int paintLayers(std::size_t x, std::size_t end, const Sums &of, const Active &active,
                    std::int64_t whole, const std::array<QRgb, layers> &colours) const
    {
        const int lines = active.sum > 0 ? linesOf(active.sum, whole) : 0;
        if (active.most == active.sum)
            return fill(x, end, 0, lines, colours[active.largest]);
        int y = 0;
        std::int64_t below = 0;
        for (std::size_t layer = 0; layer < layers; ++layer) {
            below += amount(of[std::size_t(stacked[layer])]);
            y = fill(x, end, y, static_cast<int>((below * lines + active.sum / 2) / active.sum),
                     colours[layer]);
        }
        return y;
    }

    // Whether a column of a low lane has its colour up to the top. Compares shares instead of their
    // square roots: there may be very many columns.
    bool isHighWith(std::int64_t active, std::int64_t whole) const
    {
        const double share =
            double(active) / (double(std::max<std::int64_t>(whole, 1)) * double(m_threads));
        return share >= (m_threads > 1 ? 0.01 : 0.1);
    }

    int linesOf(std::int64_t active, std::int64_t whole) const
    {
        double share = std::min(
            1.0, double(active) / (double(std::max<std::int64_t>(whole, 1)) * double(m_threads)));
        if (m_threads > 1)
            share = std::sqrt(share);
        return std::clamp(static_cast<int>(share * m_height + 0.5), m_seam, m_height);
    }

    // Fills lines [y, to) of the columns; returns where the next ones begin.
    int fill(std::size_t x, std::size_t end, int y, int to, QRgb colour) const
    {
        for (; y < to; ++y)
            std::fill(m_lines[std::size_t(y)] + x, m_lines[std::size_t(y)] + end, colour);
        return y;
    }

    const std::vector<QRgb *> &m_lines;
    std::array<QRgb *, 2> m_low; // for lines within a seam's height of the bottom; for the others
    std::int64_t m_threads;
    int m_height;
    int m_seam;
    bool m_isLow;
    QRgb m_background;
    QRgb m_pale;
    QRgb m_waitingHit;
    std::array<QRgb, layers> m_colours{};
    std::array<QRgb, layers> m_hitColours{};
};

} // namespace

// What all lanes of a picture have in common.
struct LanePainter::Picture {
    const Canvas &canvas;
    const Theme &theme;
    const LaneRuns &runs;
    const ColumnTimes &times;
    Nanoseconds tail;
    int seam;

    bool areHits() const { return !runs.hits.empty(); }
    // Returns the hits of a thread; null if it has none.
    const ActivityRuns *hitsOf(ThreadIndex thread) const
    {
        return thread.row() < runs.hits.size() ? &runs.hits[thread.row()] : nullptr;
    }
};

// Adds up the activities of a group's threads by column.
class LanePainter::GroupSums {
public:
    void begin(std::size_t columns)
    {
        m_times.assign(columns, {});
        m_shares.assign(columns, {});
        m_exponent = 0;
    }

    // Call before shares of buckets of this length are added: only shares of equal length can be
    // added up.
    void beginShares(int exponent, const ColumnTimes &times)
    {
        if (m_exponent != exponent)
            finishShares(times);
        m_exponent = exponent;
    }

    void add(std::size_t x, std::size_t /*end*/, const ColumnShares &shares)
    {
        for (std::size_t activity = 0; activity < activityCount; ++activity)
            m_shares[x][activity] += shares[activity];
    }

    void add(std::size_t x, std::size_t end, const ActivityTimes &of)
    {
        for (; x < end; ++x) {
            for (std::size_t activity = 0; activity < activityCount; ++activity)
                m_times[x][activity] += of[activity];
        }
    }

    void add(const GroupSums &other)
    {
        for (std::size_t x = 0; x < m_times.size(); ++x)
            add(x, x + 1, other.m_times[x]);
    }

    // Converts the shares to times and adds them.
    void finishShares(const ColumnTimes &times)
    {
        if (m_exponent == 0)
            return;
        const ColumnBuckets buckets(times, m_exponent);
        for (std::size_t x = 0; x < m_times.size(); ++x) {
            const auto part = std::max<std::int64_t>(
                1, (times.edges()[x + 1] - times.edges()[x]).count() / buckets.whole(x));
            for (std::size_t activity = 0; activity < activityCount; ++activity)
                m_times[x][activity] += Nanoseconds(m_shares[x][activity] * part);
        }
        m_shares.assign(m_shares.size(), {});
        m_exponent = 0;
    }

    const ActivityTimes &of(std::size_t x) const { return m_times[x]; }

private:
    std::vector<ActivityTimes> m_times;
    std::vector<ColumnShares> m_shares; // of buckets of the length m_exponent
    int m_exponent = 0; // 0: there are none
};

struct LanePainter::Sums {
    GroupSums all;
    GroupSums hits;
};

namespace {

// Calls use(first, end, sums, whole) for all columns, from left to right, with the sum of each
// activity and that of all, in the same unit; before that begin(exponent) if some sums are shares
// of buckets.
template<typename Begin, typename Use>
void forEachColumn(const ActivityRuns &runs, const ColumnTimes &times, Nanoseconds tail,
                   Begin begin, Use use)
{
    std::size_t first = 0;
    if (const auto *level = levelFor(runs, times)) {
        begin(level->exponent);
        first = forEachBucketedColumn(*level, times,
                                      [&](std::size_t x, const ColumnShares &shares,
                                          std::int64_t whole) { use(x, x + 1, shares, whole); });
    }
    forEachColumnFrom(first, runs, times, tail,
                      [&](std::size_t x, std::size_t end, const ActivityTimes &of,
                          Nanoseconds whole) { use(x, end, of, whole.count()); });
}

} // namespace

LanePainter::LanePainter() = default;
LanePainter::~LanePainter() = default;

void LanePainter::paint(const Canvas &canvas, const Theme &theme, const LaneRuns &runs,
                        std::span<const PaintedLane> lanes, const ColumnTimes &times,
                        Nanoseconds tail, int seam)
{
    const Picture picture{canvas, theme, runs, times, tail, seam};
    cut(lanes, runs.spans.profile()->threadCount());
    m_wholeSums.resize(pieces);
    m_memories.resize(pieces);
    onAllCores(std::min(m_pieces.size(), pieces), [&](std::size_t number) {
        for (auto place = number; place < m_pieces.size(); place += pieces)
            paintPiece(number, picture, m_pieces[place]);
    });
    onAllCores(std::min(m_groups.size(), pieces), [&](std::size_t number) {
        for (auto place = number; place < m_groups.size(); place += pieces) {
            const Group &group = m_groups[place];
            addUp(group);
            paintGroup(m_memories[number], picture, *group.lane, m_sums[group.firstSums]);
        }
    });
}

// Cuts the work into pieces. The activity of a group's threads is read once, for their own lanes
// and for the group's. If there are few groups, each is cut into parts to occupy all cores.
void LanePainter::cut(std::span<const PaintedLane> lanes, std::size_t threads)
{
    m_pieces.clear();
    m_groups.clear();
    m_isInGroup.assign(threads, 0);
    m_ownLanes.assign(threads, nullptr);
    const auto groups = static_cast<std::size_t>(std::ranges::count_if(
        lanes, [](const PaintedLane &lane) { return lane.threads.size() != 1; }));
    const auto most = std::max<std::size_t>(1, 2 * coreCount() / std::max<std::size_t>(groups, 1));
    std::size_t sums = 0;
    for (const PaintedLane &lane : lanes) {
        const std::size_t size = lane.threads.size();
        if (size == 1)
            continue;
        const auto count = std::min(most, (size + threadsPerPiece - 1) / threadsPerPiece);
        for (std::size_t piece = 0; piece < count; ++piece)
            m_pieces.push_back(
                {&lane, size * piece / count, size * (piece + 1) / count, sums + piece});
        if (count > 1) {
            m_groups.push_back({&lane, sums, sums + count});
            sums += count;
        }
        for (const ThreadIndex thread : lane.threads)
            m_isInGroup[thread.row()] = 1;
    }
    for (const PaintedLane &lane : lanes) {
        if (lane.threads.size() != 1)
            continue;
        const auto row = lane.threads.front().row();
        if (m_isInGroup[row] != 0 && !m_ownLanes[row])
            m_ownLanes[row] = &lane;
        else
            m_pieces.push_back({&lane, 0, 1, 0});
    }
    m_sums.resize(sums);
}

void LanePainter::paintPiece(std::size_t worker, const Picture &picture, const Piece &piece)
{
    Memory &memory = m_memories[worker];
    const auto &threads = piece.lane->threads;
    if (threads.size() == 1) {
        paintThread(memory, picture, threads.front(), piece.lane, nullptr);
        return;
    }
    const bool isWhole = piece.end - piece.first == threads.size();
    Sums &sums = isWhole ? m_wholeSums[worker] : m_sums[piece.sums];
    sums.all.begin(picture.times.columns());
    sums.hits.begin(picture.areHits() ? picture.times.columns() : 0);
    for (auto place = piece.first; place < piece.end; ++place)
        paintThread(memory, picture, threads[place], m_ownLanes[threads[place].row()], &sums);
    sums.all.finishShares(picture.times);
    sums.hits.finishShares(picture.times);
    if (isWhole)
        paintGroup(memory, picture, *piece.lane, sums);
}

// Paints a thread's lane, and adds its activity to the sums of its group; lane and sums may be
// null.
void LanePainter::paintThread(Memory &memory, const Picture &picture, ThreadIndex thread,
                              const PaintedLane *lane, Sums *sums)
{
    std::optional<LanePen> pen;
    if (lane) {
        findLines(memory, picture, *lane);
        pen.emplace(picture.theme, memory.lines, memory.lowLines(), 1, picture.seam,
                    picture.areHits());
    }
    const auto read = [&](const ActivityRuns &runs, GroupSums *added, auto paint) {
        forEachColumn(
            runs, picture.times, picture.tail,
            [&](int exponent) {
                if (added)
                    added->beginShares(exponent, picture.times);
            },
            [&](std::size_t x, std::size_t end, const auto &of, std::int64_t whole) {
                if (pen)
                    paint(x, end, of, whole);
                if (added)
                    added->add(x, end, of);
            });
    };
    read(picture.runs.spans.thread(thread).activity, sums ? &sums->all : nullptr,
         [&](const auto &...column) { pen->paint(column...); });
    if (const ActivityRuns *hits = picture.hitsOf(thread))
        read(*hits, sums ? &sums->hits : nullptr,
             [&](const auto &...column) { pen->paintHits(column...); });
    if (pen)
        pen->finish(picture.times.columns());
}

// Adds the sums of all parts of a group to the sums of its first part.
void LanePainter::addUp(const Group &group)
{
    Sums &whole = m_sums[group.firstSums];
    for (auto part = group.firstSums + 1; part < group.endSums; ++part) {
        whole.all.add(m_sums[part].all);
        whole.hits.add(m_sums[part].hits);
    }
}

void LanePainter::paintGroup(Memory &memory, const Picture &picture, const PaintedLane &lane,
                             const Sums &sums)
{
    findLines(memory, picture, lane);
    const LanePen pen(picture.theme, memory.lines, memory.lowLines(), lane.threads.size(),
                      picture.seam, picture.areHits());
    const auto &edges = picture.times.edges();
    for (std::size_t x = 0; x < picture.times.columns(); ++x) {
        const std::int64_t whole = (edges[x + 1] - edges[x]).count();
        pen.paint(x, x + 1, sums.all.of(x), whole);
        if (picture.areHits())
            pen.paintHits(x, x + 1, sums.hits.of(x), whole);
    }
    pen.finish(picture.times.columns());
}

// Finds the lines of a lane, and clears the seam below it.
void LanePainter::findLines(Memory &memory, const Picture &picture, const PaintedLane &lane)
{
    const Canvas &canvas = picture.canvas;
    const int bottom = std::max(lane.top + 1, lane.below - picture.seam);
    memory.outside.resize(static_cast<std::size_t>(canvas.width()));
    memory.low.resize(2 * memory.outside.size());
    memory.lines.clear();
    for (int y = bottom - 1; y >= lane.top; --y)
        memory.lines.push_back(y >= 0 && y < canvas.height() ? canvas.line(y)
                                                             : memory.outside.data());
    canvas.fill(bottom, lane.below, picture.theme.background.rgb());
}

} // namespace ember::views
