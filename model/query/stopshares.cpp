// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/stopshares.h"

#include <algorithm>
#include <vector>

namespace ember::model {

namespace {

struct Piece {
    Nanoseconds held{};
    Nanoseconds whole{}; // of all threads
};

void add(const ThreadSamples &samples, TimeRange range, std::vector<Piece> &pieces)
{
    const double perNs =
        static_cast<double>(pieces.size()) / static_cast<double>(range.duration().count());
    for (std::size_t row = 0; row + 1 < samples.size(); ++row) {
        const SampleIndex sample(row);
        const auto time = samples.times[sample];
        const auto place =
            static_cast<std::size_t>(static_cast<double>((time - range.start).count()) * perNs);
        Piece &piece = pieces[std::min(place, pieces.size() - 1)];
        piece.whole += samples.times[SampleIndex(row + 1)] - time;
        if (samples.details.contains(sample))
            piece.held += Nanoseconds(samples.details[sample].stopNs);
    }
}

} // namespace

MeasurementValues stopShares(const Profile &profile, std::size_t count)
{
    const TimeRange range = profile.timeRange();
    if (range.isEmpty() || count == 0 || profile.tables().statistics.stopTotal.count() <= 0)
        return {};
    std::vector<Piece> pieces(count);
    for (std::size_t row = 0; row < profile.threadCount(); ++row)
        add(profile.samples(ThreadIndex(row)), range, pieces);
    MeasurementValues shares;
    const double width = static_cast<double>(range.duration().count()) / static_cast<double>(count);
    for (std::size_t place = 0; place < count; ++place) {
        if (pieces[place].whole.count() <= 0)
            continue;
        const auto middle =
            Nanoseconds(static_cast<std::int64_t>(width * (static_cast<double>(place) + 0.5)));
        const double share = static_cast<double>(pieces[place].held.count())
            / static_cast<double>(pieces[place].whole.count());
        shares.append({range.start + middle, 100 * std::min(share, 1.0)});
    }
    return shares;
}

} // namespace ember::model
