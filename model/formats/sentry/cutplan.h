// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkcut.h"
#include "model/profile/profile.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ember::model::sentry {

// Returns the times at which pieces begin, in order, without the first. If the samples come from
// chunks that do not overlap, they are cut as those were, and chunks that are too long by length;
// otherwise all are cut by length, with a short tail joining the last piece.
std::vector<Timestamp> cutPoints(const Profile &profile, ProcessIndex process,
                                 std::span<const PieceThread> chosen, const CutLimits &limits);

// Divides samples at common times, then moves single samples over the cuts so that every thread has
// two samples that are not idle, or none, in each piece:
//
//   cut           |                            |
//   a a a a a a a | a · · ·    →   a a a a a a a a ·   the lone sample stays with those before
//   · · · · · · a | a a a a    →               a a a a a   … or goes with those that follow
//   a a · · · · · | · · · a    →   a a                     the last one is lost
//
// An idle sample that ends a call stays with the call: without it the call would seem to go on.
class CutPlan {
public:
    // `chosen` are samples of `process`; `cuts` are the times at which pieces begin, without the
    // first. No sample is moved that would make a piece longer than `longest`.
    CutPlan(const Profile &profile, ProcessIndex process, const std::vector<PieceThread> &chosen,
            const std::vector<Timestamp> &cuts, Nanoseconds longest);

    // Returns the pieces, which together cover `range`, and the samples that no piece can hold.
    Cut cut(TimeRange range) &&;

private:
    // The samples of a thread: bounds[k] to bounds[k + 1] are in piece k.
    struct Row {
        ThreadIndex thread;
        std::vector<SampleIndex> bounds;
    };

    struct Extent {
        Timestamp first = TimeRange::everything().end;
        Timestamp last = TimeRange::everything().start;

        void include(Timestamp time);
    };

    std::size_t pieceCount() const { return m_extents.size(); }

    Timestamp time(const Row &row, SampleIndex sample) const;
    bool isActive(const Row &row, SampleIndex sample) const;
    std::uint32_t activeUpTo(std::uint32_t enough, const Row &row, std::size_t piece) const;
    SampleIndex firstActive(const Row &row, std::size_t piece) const;
    SampleIndex lastActive(const Row &row, std::size_t piece) const;

    void settle(Row &row);
    void settleLoneSample(Row &row, std::size_t piece);
    bool giveToBefore(Row &row, std::size_t piece, SampleIndex sample);
    bool giveToAfter(Row &row, std::size_t piece, SampleIndex sample);
    bool takeIntoPiece(std::size_t piece, const Row &row, SampleIndex sample);
    void keepEnd(Row &row, std::size_t piece);
    void fill(const Row &row, Cut &cut) const;

    const Profile &m_profile;
    ProcessIndex m_process;
    Nanoseconds m_longest;
    std::vector<Row> m_rows;
    std::vector<Extent> m_extents; // by piece
};

} // namespace ember::model::sentry
