// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "views/state/timescale.h"

#include <optional>
#include <vector>

namespace ember::views {

// A curve through the values of a series in time order. Keeps the lowest and highest value of
// longer and longer stretches, so that the cost of painting depends on the pixels, not on the
// values.
class Curve {
public:
    struct Extent {
        double low = 0;
        double high = 0;

        void include(const Extent &other);

        friend bool operator==(const Extent &, const Extent &) = default;
    };

    // Appends the values that are new in a later snapshot of the series; those that are not numbers
    // are left out.
    void update(const model::Measurement &series);

    // Continues the line of the last value until `end`; by default it ends at the value.
    void holdUntil(model::Timestamp end) { m_heldUntil = end; }

    std::size_t size() const { return m_values.size(); }

    // Returns the value that applies at `time`: the last one up to then.
    std::optional<model::MeasurementValue> valueAt(model::Timestamp time) const;

    // Returns the extent of the line in each of `count` equal columns of the scale; empty before
    // the first value, and after the last one or its continuation.
    void envelope(const TimeScale &scale, int count,
                  std::vector<std::optional<Extent>> &columns) const;

private:
    static constexpr unsigned fanOutBits = 4;

    void append(const model::MeasurementValue &value);
    void sort();
    // Returns the first value, from `from` on, that is not before `time`.
    std::size_t firstFrom(std::size_t from, model::Timestamp time) const;
    void includeValues(std::size_t first, std::size_t end, std::optional<Extent> &extent) const;
    void includeLine(std::size_t next, model::Timestamp time, std::optional<Extent> &extent) const;

    std::vector<model::MeasurementValue> m_values;
    std::vector<std::vector<Extent>> m_levels; // row n of level l: values [n, n + 1) · 16^(l + 1)
    std::size_t m_read = 0; // rows of the series that were read
    std::optional<model::Timestamp> m_heldUntil;
};

} // namespace ember::views
