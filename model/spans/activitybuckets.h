// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/core/time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ember::model {

enum class Activity : std::uint8_t;

// The number of values of Activity.
constexpr std::size_t activityCount = 8;

// Times by Activity.
using ActivityTimes = std::array<Nanoseconds, activityCount>;

// Parts of a time by Activity: 255 is all of it, and whatever happened is at least 1.
using ActivityShares = std::array<std::uint8_t, activityCount>;

// What a thread did in equal times ("buckets"), for pictures in which several of its runs share a
// column. Each level has times of a power of two, twice as long as those of the level before;
// bucket n begins at n times their length. A level has at most about as many buckets as the thread
// has runs: finer ones are dropped. Grows with the runs; a copy is a snapshot, as with Column.
class ActivityBuckets {
public:
    using Bucket = Index<struct ActivityBucketTag>;

    // A level's complete buckets.
    struct Level {
        int exponent = 0; // a bucket lasts 2^exponent ns
        std::int64_t first = 0; // number of the first bucket
        Column<Bucket, ActivityShares> shares;

        std::int64_t end() const { return first + static_cast<std::int64_t>(shares.size()); }
        const ActivityShares &operator[](std::int64_t number) const
        {
            return shares[Bucket(static_cast<std::size_t>(number - first))];
        }
    };

    // Adds a run that begins where the last one has ended; `runs`: how many there are with it.
    void add(Activity activity, TimeRange range, std::size_t runs);

    // Returns the level of the longest buckets that are not longer than this; null if all are.
    const Level *levelFor(Nanoseconds longest) const;

private:
    void complete();
    void dropFinest();
    void addLevelAbove();
    static void append(Level &above, const Level &below, std::int64_t number);

    std::vector<Level> m_levels; // finest first
    ActivityTimes m_open{}; // in the finest level's next bucket, which is not complete
};

} // namespace ember::model
