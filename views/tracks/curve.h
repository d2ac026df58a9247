// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "views/state/timescale.h"

#include <optional>
#include <vector>

namespace ember::views {

// The values of a series in time order, a line from each to the next, with the lowest and highest
// of longer and longer stretches: its picture costs the pixels, not the values.
class Curve {
public:
    struct Extent {
        double low = 0;
        double high = 0;

        void include(const Extent &other);

        friend bool operator==(const Extent &, const Extent &) = default;
    };

    // Takes what is new in a later snapshot of the series; values that are no numbers are left out.
    void update(const model::Measurement &series);

    // The last value holds until then; by default its line ends with it.
    void holdUntil(model::Timestamp end) { m_heldUntil = end; }

    std::size_t size() const { return m_values.size(); }

    // The value that holds at `time`: the last one before it.
    std::optional<model::MeasurementValue> valueAt(model::Timestamp time) const;

    // What the line covers in each of `count` equal columns of the scale; nothing before its first
    // and behind its last value, or the end of what that holds.
    void envelope(const TimeScale &scale, int count,
                  std::vector<std::optional<Extent>> &columns) const;

private:
    static constexpr unsigned fanOutBits = 4;

    void append(const model::MeasurementValue &value);
    void sort();
    // The first value that is not before `time`, of those from `from` on.
    std::size_t firstFrom(std::size_t from, model::Timestamp time) const;
    void includeValues(std::size_t first, std::size_t end, std::optional<Extent> &extent) const;
    void includeLine(std::size_t next, model::Timestamp time, std::optional<Extent> &extent) const;

    std::vector<model::MeasurementValue> m_values;
    std::vector<std::vector<Extent>> m_levels; // row n of level l: values [n, n + 1) · 16^(l + 1)
    std::size_t m_read = 0; // rows of the series
    std::optional<model::Timestamp> m_heldUntil;
};

} // namespace ember::views
