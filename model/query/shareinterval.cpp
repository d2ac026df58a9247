// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/shareinterval.h"

#include <algorithm>
#include <cmath>

namespace ember::model {

ShareInterval shareInterval(std::uint64_t hits, std::uint64_t samples)
{
    if (samples == 0)
        return {};
    constexpr double z = 1.959964; // 95 % of a normal distribution lie within ± z
    const auto n = static_cast<double>(samples);
    const auto share = static_cast<double>(std::min(hits, samples)) / n;
    const double spread = z * z / n;
    const double middle = (share + spread / 2) / (1 + spread);
    const double reach = z * std::sqrt(share * (1 - share) / n + spread / (4 * n)) / (1 + spread);
    // What was always or never seen is at the very end, whatever rounding says.
    return {hits == 0 ? 0 : std::max(0.0, middle - reach),
            hits >= samples ? 1 : std::min(1.0, middle + reach)};
}

} // namespace ember::model
