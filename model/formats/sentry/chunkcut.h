// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/query/selection.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ember::model::sentry {

// A thread's part of a piece: samples [first, end), some of which may be gap marks
// (sampleplaces.h).
struct PieceThread {
    ThreadIndex thread;
    SampleIndex first;
    SampleIndex end;
    std::uint64_t gapMarks = 0; // not counted before the piece is cut

    std::uint64_t samples() const { return end.row() - first.row() - gapMarks; }
};

// What becomes one chunk: samples of one process image. Threads in table order; each has at least
// two samples that are not idle, so that Relay keeps it (SENTRY.md §1.3).
struct Piece {
    ProcessIndex process;
    std::vector<PieceThread> threads;
    Timestamp first; // earliest sample
    Timestamp last; // latest sample
    TimeRange coverage; // from this piece to the next: whose measurements are this one's
    SourceIndex source; // the chunk whose samples these are, all of them; invalid: no such chunk

    std::uint64_t samples() const;

    // Holds all samples of the piece.
    TimeRange range() const { return {first, last + Nanoseconds(1)}; }

    Nanoseconds duration() const { return last - first; }
};

// What no piece could hold without Relay removing it.
struct CutLoss {
    std::uint64_t samples = 0; // not idle
    std::uint64_t idleSamples = 0;
    std::uint64_t threads = 0; // of which nothing is left at all

    CutLoss &operator+=(const CutLoss &other);
};

struct Cut {
    std::vector<Piece> pieces; // by process in table order, then by time
    CutLoss loss;
};

struct CutLimits {
    Nanoseconds piece = std::chrono::seconds(60); // as long as SDKs make them (SENTRY.md §9)
    Nanoseconds longest = std::chrono::seconds(66); // that Relay takes (§1.3)
};

// Cuts the chosen samples into pieces of 60 s per process image. A short tail joins the last piece
// as long as that stays within the longest one, and so do the last samples before a pause. Where a
// cut would leave a thread with a single sample that is not idle, the sample goes to the
// neighbouring piece, or comes with one from there. Samples from chunks that Relay took are cut
// where they were cut. `selection.runningOnly` has no meaning here. Linear in threads × pieces, not
// in samples (but for threads that idle).
Cut cutIntoPieces(const Profile &profile, const Selection &selection, const CutLimits &limits = {});

// The same samples in two pieces of about half the time, for one that is too big to write. Empty:
// it cannot be divided.
std::vector<Piece> halves(const Profile &profile, const Piece &piece, CutLoss &loss,
                          const CutLimits &limits = {});

// Whether a chunk from `first` to `last` passes Relay: at most 66.0 s in the doubles it calculates
// with (SENTRY.md §1.3); 30 s in whole nanoseconds for V1.
bool fitsIntoChunk(Timestamp first, Timestamp last, Nanoseconds longest = CutLimits().longest);

// The double nearest to the time in seconds: what is written, and what Relay reads.
double toSeconds(Timestamp time);

// Where to cut: a piece ends before each of these times, in order. Where the samples come from
// chunks that fit, they are cut as those were; else by length, a short tail with the last.
std::vector<Timestamp> cutPoints(const Profile &profile, ProcessIndex process,
                                 std::span<const PieceThread> chosen, const CutLimits &limits);

} // namespace ember::model::sentry
