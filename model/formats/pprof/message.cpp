// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/message.h"

#include <utility>

namespace ember::model::pprof {

void Message::endSample()
{
    samples.push_back({static_cast<std::uint32_t>(sampleLocations.size()),
                       static_cast<std::uint32_t>(sampleValues.size()),
                       static_cast<std::uint32_t>(sampleLabels.size())});
}

Text Message::add(std::string text)
{
    if (strings.empty())
        strings.emplace_back();
    if (text.empty())
        return 0;
    strings.push_back(made.emplace_back(std::move(text)));
    return static_cast<Text>(strings.size() - 1);
}

} // namespace ember::model::pprof
