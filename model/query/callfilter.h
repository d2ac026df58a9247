// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace ember::model {

// Whether a name is meant. For any thread.
class NamePattern {
public:
    virtual ~NamePattern() = default;
    virtual bool matches(std::string_view name) const = 0;
};

// Which calls a filter is about.
struct CallTest {
    enum class By : std::uint8_t {
        Function, // `text` is its functionIdentity()
        Module, // `text` is its moduleName()
        Name, // name or module contain `text`; letter case counts only if it has capitals (ASCII)
        Pattern, // name or module are such that `pattern` matches them; `text` is how it is written
        SystemCode, // of which the file says that it is not the user's own
        Everything,
    };

    By by = By::Everything;
    std::string text;
    std::shared_ptr<const NamePattern> pattern{};

    friend bool operator==(const CallTest &first, const CallTest &second)
    {
        return first.by == second.by && first.text == second.text;
    }
};

// Of that frame's function, or of its module.
CallTest functionTest(const Profile &profile, FrameIndex frame);
CallTest moduleTest(const Profile &profile, FrameIndex frame);

bool holds(const CallTest &test, const Profile &profile, FrameIndex frame);

// What a filter makes of the stacks that have such calls, and of those that have none.
enum class CallAction : std::uint8_t {
    Focus, // they begin with the outermost such call; stacks without one count no more
    Only, // they stay as they are; stacks without one count no more
    LeaveOut, // they count no more
    Merge, // these calls are no more: what they spent is their callers'
    CollapseCallees, // what such a call called is no more: what that spent is the call's
    CollapseNested, // such calls in a row are one, the outermost
    // From a call to another one of the same function further in, all is one call: the outer one.
    // So no such function calls itself, neither directly nor through others.
    CollapseRecursion,
};

struct CallFilter {
    CallAction action = CallAction::Focus;
    CallTest calls;

    friend bool operator==(const CallFilter &, const CallFilter &) = default;
};

} // namespace ember::model
