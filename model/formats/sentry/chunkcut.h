// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/query/selection.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ember::model::sentry {

// The samples [first, end) of a thread that are in a piece; some may be gap marks (samplerows.h).
struct PieceThread {
    ThreadIndex thread;
    SampleIndex first;
    SampleIndex end;
    std::uint64_t gapMarks = 0; // 0 until the piece is cut

    std::uint64_t samples() const { return end.row() - first.row() - gapMarks; }
};

// The samples of one process image that become one chunk. Threads are in table order; each has at
// least two samples that are not idle, so that Relay keeps it (SENTRY.md §1.3).
struct Piece {
    ProcessIndex process;
    std::vector<PieceThread> threads;
    Timestamp first; // earliest sample
    Timestamp last; // latest sample
    TimeRange coverage; // up to the next piece; measurements in this range belong to the piece
    SourceIndex source; // the chunk that has just these samples; invalid: none
    TransactionIndex transaction; // transaction for which the piece was cut; invalid: none

    std::uint64_t samples() const;

    // Returns a range that contains all samples of the piece.
    TimeRange range() const { return {first, last + Nanoseconds(1)}; }

    Nanoseconds duration() const { return last - first; }
};

// Counts samples that are in no piece, as Relay would remove them.
struct CutLoss {
    std::uint64_t samples = 0; // samples that are not idle
    std::uint64_t idleSamples = 0;
    std::uint64_t threads = 0; // threads in no piece, though they had samples that are not idle

    CutLoss &operator+=(const CutLoss &other);
};

struct Cut {
    std::vector<Piece> pieces; // by process in table order, then by time
    CutLoss loss;
};

struct CutLimits {
    Nanoseconds piece = std::chrono::seconds(60); // the length that SDKs use (SENTRY.md §9)
    Nanoseconds longest = std::chrono::seconds(66); // the longest that Relay accepts (§1.3)
};

// Cuts the chosen samples into pieces of `limits.piece` per process image. A short rest, at the end
// or before a pause, joins the piece before it if that stays within `limits.longest`. If a cut
// would leave a thread with a single sample that is not idle, the sample goes to the neighbouring
// piece, or one from there joins it. Samples that were read from chunks are cut where those chunks
// began; chunks that are too long are cut further. What the threads did (`selection.counted`) is
// ignored. Linear in threads × pieces, not in samples (except for threads that idle).
Cut cutIntoPieces(const Profile &profile, const Selection &selection, const CutLimits &limits = {});

// Cuts a piece that is too big to write into two of about half the time. Empty if it cannot be
// divided.
std::vector<Piece> halves(const Profile &profile, const Piece &piece, CutLoss &loss,
                          const CutLimits &limits = {});

// Whether the time from `first` to `last` is at most `longest`, both in nanoseconds and in the
// doubles in seconds with which Relay calculates (SENTRY.md §1.3).
bool fitsIntoChunk(Timestamp first, Timestamp last, Nanoseconds longest = CutLimits().longest);

// The double nearest to the time in seconds, which is what chunks hold and Relay reads.
double toSeconds(Timestamp time);

// Whether the sample is inside a wait: the thread is known not to run, and its samples before and
// after have the same stack. As a sample lasts until its thread's next one (SENTRY.md §6.2), calls
// are drawn the same without it. The first and last sample of the part count as outside, so a chunk
// has the same ends without such samples, and a thread keeps two samples that are not idle.
bool isInsideWait(const Profile &profile, const PieceThread &part, SampleIndex sample);

// Counts the samples of a piece that are inside a wait.
std::uint64_t countInsideWaits(const Profile &profile, const Piece &piece);

// The pieces of a capture of profiles of transactions (model::isOfTransactions), cut for V1: each
// profile is of one transaction (SPEC V1-12).
struct TransactionCut : Cut {
    std::uint64_t transactionsLeft = 0; // transactions without a piece, for lack of samples
};

// Cuts the chosen samples by the times of the transactions that their processes reported. A
// transaction that took longer than the longest piece gets several. A sample within several
// transactions is in a piece of each; samples within none are lost.
TransactionCut cutAtTransactions(const Profile &profile, const Selection &selection,
                                 const CutLimits &limits);

// Returns the transaction that a piece was cut for; else, of those that contain it, the one with
// most ends in common with it, then the shortest; invalid: none. Linear in the transactions where
// the piece does not name its own.
TransactionIndex transactionOf(const Profile &profile, const Piece &piece);

} // namespace ember::model::sentry
