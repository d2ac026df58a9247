// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/heapamount.h"

#include <cmath>

namespace ember::model::pprof {

HeapAmount unsampled(HeapAmount amount, std::int64_t rate)
{
    if (amount.count == 0 || amount.bytes == 0)
        return {};
    if (rate <= 1)
        return amount;
    const auto count = static_cast<double>(amount.count);
    const auto bytes = static_cast<double>(amount.bytes);
    const auto scale = 1 / (1 - std::exp(-(bytes / count) / static_cast<double>(rate)));
    constexpr double most = 9e18;
    if (!(std::abs(bytes * scale) < most) || !(std::abs(count * scale) < most))
        return amount;
    return {static_cast<std::int64_t>(count * scale), static_cast<std::int64_t>(bytes * scale)};
}

} // namespace ember::model::pprof
