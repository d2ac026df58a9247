// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/profile/threads.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ember::model {

// How long a thread was held for its samples; nothing for those that were taken, or credited,
// without a stop.
struct StopTimes {
    Nanoseconds total{};
    Nanoseconds longest{};
    std::uint64_t stops = 0;

    // Of one sample; of none if there was no stop.
    void add(Nanoseconds stop);
    void add(const StopTimes &more);
};

// Of the samples from `first` up to, not with, `end`. Costs these samples.
StopTimes stopTimes(const ThreadSamples &samples, SampleIndex first, SampleIndex end);

// How much of the threads' time went by while the recorder held them. For one who asks again and
// again while a profile grows: of its later snapshots only the samples that are new are read.
class StopShares {
public:
    // At most `most` pieces, two at least, equally long: `finest`, or that times a power of two.
    StopShares(Nanoseconds finest, std::size_t most) : m_finest(finest), m_most(most) { }

    // In percent, a value for the middle of each piece of the profile's time, or for the end of one
    // that has just begun; none for pieces without samples. Empty where nobody was held.
    MeasurementValues read(const Profile &profile);

private:
    struct Piece {
        Nanoseconds held{};
        Nanoseconds whole{}; // of all threads

        void add(const Piece &other)
        {
            held += other.held;
            whole += other.whole;
        }
    };

    bool isContinuedBy(const Profile &profile) const;
    void makeRoom(Nanoseconds duration);
    void add(const ThreadSamples &samples, std::size_t first);
    MeasurementValues values() const;

    Nanoseconds m_finest;
    std::size_t m_most;
    Timestamp m_start;
    Timestamp m_end;
    Nanoseconds m_width{}; // of a piece
    std::vector<Piece> m_pieces;
    std::vector<std::shared_ptr<const ThreadSamples>> m_samples; // by thread, when last read
};

} // namespace ember::model
