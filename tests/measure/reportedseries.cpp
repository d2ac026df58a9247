// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/measure/reportedseries.h"

namespace ember::tests {

using namespace model;

Series seriesOf(const Profile &profile, ProcessIndex process)
{
    Series found;
    for (const Measurement &series : profile.tables().measurements) {
        if (series.process != process)
            continue;
        const std::string name(profile.text(series.name));
        const std::string unit(profile.text(series.unit));
        auto &values = found[name + '|' + unit];
        series.values.forEach(
            [&](std::size_t, const MeasurementValue &value) { values.push_back(value.value); });
    }
    return found;
}

std::uint64_t lostReports(const Profile &profile, std::string_view text)
{
    std::uint64_t count = 0;
    profile.tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        const auto said = event.text.isValid() ? profile.text(event.text) : std::string_view();
        if (event.kind == CaptureEventKind::ReportsLost && said == text)
            count += event.count;
    });
    return count;
}

} // namespace ember::tests
