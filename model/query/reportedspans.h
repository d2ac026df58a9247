// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ember::model {

using TracingSpanIndex = Index<struct TracingSpanTag>;

// A transaction or a span that a program reported; one of the two indices is valid. Both tables
// only grow, so the indices are the same in later snapshots of a profile.
struct ReportedSpan {
    TimeRange range; // may be empty
    TransactionIndex transaction;
    TracingSpanIndex span;

    friend bool operator==(const ReportedSpan &, const ReportedSpan &) = default;
};

// What is known of a reported span, whichever table it is in. Invalid: not known.
struct SpanFacts {
    ProcessIndex process;
    ThreadIndex thread;
    StringIndex name;
    StringIndex op;
    StringIndex status;
    StringIndex traceId;
    StringIndex id;
    StringIndex parent;
};

SpanFacts factsOf(const Profile &profile, const ReportedSpan &span);

// Whether the program said that the work failed, by a status that Sentry counts as a failure.
bool hasFailed(const Profile &profile, const ReportedSpan &span);

// The reported spans of a thread, in rows. A span is in the first row that is free, but below its
// parent, if this is of the same thread; where no parent is known, below its transaction.
struct SpanLane {
    ThreadIndex thread; // invalid: not known
    ProcessIndex process;
    std::vector<std::vector<ReportedSpan>> rows; // none empty; in time order, without overlap
    std::size_t spans = 0; // number of spans in all rows
    std::size_t crowdedOut = 0; // spans that have no row, since too many last at the same time
};

// The most rows of a lane.
inline constexpr std::size_t mostSpanRows = 128;

// Returns the lanes of all threads with spans, by thread; last those of unknown threads, by
// process.
std::vector<SpanLane> spanLanes(const Profile &profile);

// A reported span in the tree of all, which is a list of rows.
struct SpanNode {
    ReportedSpan span;
    std::optional<std::size_t> parent; // an earlier row

    friend bool operator==(const SpanNode &, const SpanNode &) = default;
};

// Returns all reported spans by start. The parent of a span is the one that it names, else its
// transaction, else the innermost one of its thread that encloses it. A span that would be deeper
// than mostSpanRows gets the parent of its parent.
std::vector<SpanNode> spanTree(const Profile &profile);

} // namespace ember::model
