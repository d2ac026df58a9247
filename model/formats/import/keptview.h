// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ember::model {

// Whether a thread or a group is folded to a lane. ByItself: the views decide, as the user has not.
enum class KeptFold : std::uint8_t { ByItself, Folded, Unfolded };

// Identifies a thread by id and start, because an id may have been reused.
struct KeptThread {
    std::string profilerId; // of its process
    std::string threadId;
    Timestamp start;
    bool isHidden = false;
    bool isPinned = false;
    KeptFold fold = KeptFold::ByItself;
    KeptFold groupFold = KeptFold::ByItself; // fold of the group whose first thread this is

    friend bool operator==(const KeptThread &, const KeptThread &) = default;
};

enum class KeptOrder : std::uint8_t { Activity, Name, Start, Listed };
enum class OtherThreads : std::uint8_t { Shown, Hidden };

// Limit of words read from a file: a hundred filters of three words each.
constexpr std::size_t mostKeptWords = 300;

// The last view of a profile, in files that store it.
struct KeptView {
    std::optional<TimeRange> range;
    std::vector<std::string> filters; // words, as the views write them
    KeptOrder order = KeptOrder::Activity;
    OtherThreads others = OtherThreads::Shown; // threads that are not listed
    std::vector<KeptThread> threads;
    bool isLanesOnly = false; // everything is folded to lanes

    friend bool operator==(const KeptView &, const KeptView &) = default;
};

} // namespace ember::model
