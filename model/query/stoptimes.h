// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/profile/threads.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ember::model {

// How long a thread was held for its samples. Samples that were taken, or credited, without a stop
// do not count.
struct StopTimes {
    Nanoseconds total{};
    Nanoseconds longest{};
    std::uint64_t stops = 0;

    // Adds the stop time of one sample; 0: it was not stopped.
    void add(Nanoseconds stop);
    void add(const StopTimes &more);
};

// The stop times of the samples [first, end). Linear in them.
StopTimes stopTimes(const ThreadSamples &samples, SampleIndex first, SampleIndex end);

// Computes how much of the threads' time the recorder held them, over time. While a profile grows,
// only the new samples of its later snapshots are read.
class StopShares {
public:
    // Divides the time into equal pieces, at most `most` (2 or more). They are as long as `finest`,
    // or that times a power of two.
    StopShares(Nanoseconds finest, std::size_t most) : m_finest(finest), m_most(most) { }

    // Returns shares in percent, a value for the middle of each piece of the profile's time, or for
    // the end of one that has just begun; none for pieces without samples. Empty if no thread was
    // held.
    MeasurementValues read(const Profile &profile);

private:
    struct Piece {
        Nanoseconds held{};
        Nanoseconds whole{}; // time of all threads in the piece

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
    Nanoseconds m_width{}; // length of a piece
    std::vector<Piece> m_pieces;
    // The samples at the last read, by thread.
    std::vector<std::shared_ptr<const ThreadSamples>> m_samples;
};

} // namespace ember::model
