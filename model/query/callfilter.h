// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace ember::model {

// A pattern that names may match. For any thread.
class NamePattern {
public:
    virtual ~NamePattern() = default;
    virtual bool matches(std::string_view name) const = 0;
};

// The calls that a filter is about.
struct CallTest {
    enum class By : std::uint8_t {
        Function, // `text` is its functionIdentity()
        Module, // `text` is its moduleName()
        Name, // name or module contain `text`; letter case counts only if it has capitals (ASCII)
        Pattern, // `pattern` matches name or module; `text` is how it is written
        SystemCode, // all calls that are marked as not in-app
        Everything,
        // Tests no calls but the labels of a sample: whether one has the labelText() `text`. Such a
        // filter is applied to samples, by selectedPieces(); stacks stay as they are. Focus and
        // Only leave out samples without the label, LeaveOut those with it; other actions do
        // nothing.
        Label,
    };

    By by = By::Everything;
    std::string text;
    std::shared_ptr<const NamePattern> pattern{};

    friend bool operator==(const CallTest &first, const CallTest &second)
    {
        return first.by == second.by && first.text == second.text;
    }
};

// Return the test for calls of the frame's function, and that for calls of its module.
CallTest functionTest(const Profile &profile, FrameIndex frame);
CallTest moduleTest(const Profile &profile, FrameIndex frame);

bool holds(const CallTest &test, const Profile &profile, FrameIndex frame);

// The effect of a filter on stacks that contain matching calls, and on the others.
enum class CallAction : std::uint8_t {
    Focus, // stacks begin with the outermost matching call; those without one are left out
    Only, // stacks stay as they are; those without a matching call are left out
    LeaveOut, // stacks with a matching call are left out
    Merge, // matching calls are removed; their time is their callers'
    CollapseCallees, // what matching calls called is removed; its time is theirs
    CollapseNested, // consecutive matching calls become one, the outermost
    // A matching call and the next call of the same function deeper in the stack become one, the
    // outer one, with all calls between. So the function calls itself neither directly nor through
    // others.
    CollapseRecursion,
};

struct CallFilter {
    CallAction action = CallAction::Focus;
    CallTest calls;

    bool isOfSamples() const { return calls.by == CallTest::By::Label; }

    friend bool operator==(const CallFilter &, const CallFilter &) = default;
};

} // namespace ember::model
