// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"
#include "views/canvas/canvas.h"
#include "views/flamechart/pixelsamples.h"
#include "views/state/theme.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ember::views {

// A strip of a picture that shows what some threads did over time.
struct PaintedLane {
    std::vector<model::ThreadIndex> threads; // one, or those of a group
    int top = 0; // lines [top, below) of the image, in device pixels; may lie outside
    int below = 0;
};

// The activity of threads that lanes show, and hits, by thread (none for threads past the end). If
// there are hits, they are painted over the rest, which becomes pale.
struct LaneRuns {
    const model::SpanTable &spans;
    std::span<const model::ActivityRuns> hits; // empty: nothing is pale
};

// Paints lanes. In each column the height of the running colour is the share of time in which the
// threads ran; above it lie the shares of waiting for a CPU, for a lock and for I/O. Plain waiting
// is a pale line at the bottom; without samples there is nothing. Whatever happened in a column is
// at least a pixel high. Lanes too low for that have one colour per column: that of the largest
// share but waiting.
//
//   ▆▆▆▆  ██  ▂     running, running and lock, a little of something
//   ──────────────  waiting
//
// In lanes of groups the heights are the square roots of the shares, so that one thread of a
// hundred is seen. All cores share the work. Keeps its memory from picture to picture.
class LanePainter {
public:
    LanePainter();
    ~LanePainter();

    // `times` has as many columns as the canvas; `tail`: how long the last sample of a thread lasts
    // in the picture; `seam`: lines left free below a lane. A thread is in one group at most.
    // Writes all lines of the lanes.
    void paint(const Canvas &canvas, const Theme &theme, const LaneRuns &runs,
               std::span<const PaintedLane> lanes, const ColumnTimes &times,
               model::Nanoseconds tail, int seam);

private:
    struct Picture;
    class GroupSums;
    struct Sums;

    // Working memory of a worker, used by one piece at a time.
    struct Memory {
        std::vector<QRgb *> lines; // of the picture, from the lane's bottom to its top
        std::vector<QRgb> outside; // stands for lines that are not in the picture
        std::vector<QRgb> low; // two lines

        std::array<QRgb *, 2> lowLines() { return {low.data(), low.data() + low.size() / 2}; }
    };

    // A lane of one thread, or threads [first, end) of a group.
    struct Piece {
        const PaintedLane *lane;
        std::size_t first;
        std::size_t end;
        std::size_t sums; // index in m_sums, if it is a part of a group
    };

    // A lane of a group, cut into parts with the sums [firstSums, endSums).
    struct Group {
        const PaintedLane *lane;
        std::size_t firstSums;
        std::size_t endSums;
    };

    void cut(std::span<const PaintedLane> lanes, std::size_t threads);
    void paintPiece(std::size_t worker, const Picture &picture, const Piece &piece);
    static void paintThread(Memory &memory, const Picture &picture, model::ThreadIndex thread,
                            const PaintedLane *lane, Sums *sums);
    void addUp(const Group &group);
    static void paintGroup(Memory &memory, const Picture &picture, const PaintedLane &lane,
                           const Sums &sums);
    static void findLines(Memory &memory, const Picture &picture, const PaintedLane &lane);

    std::vector<Piece> m_pieces;
    std::vector<Group> m_groups;
    std::vector<Sums> m_sums; // of parts of groups: half a megabyte each on a wide screen
    std::vector<Sums> m_wholeSums; // by worker: for groups that are one piece
    std::vector<std::uint8_t> m_isInGroup; // by thread
    std::vector<const PaintedLane *> m_ownLanes; // by thread; null if without group or lane
    std::vector<Memory> m_memories; // by worker
};

} // namespace ember::views
