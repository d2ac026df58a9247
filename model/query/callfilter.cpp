// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/callfilter.h"

#include "model/core/text.h"
#include "model/query/functionstatistics.h"

#include <algorithm>
#include <string_view>

namespace ember::model {

namespace {

bool contains(std::string_view text, std::string_view part)
{
    const bool hasCapitals = std::ranges::any_of(part, [](char c) { return lowerCase(c) != c; });
    const auto isSame = [&](char a, char b) { return hasCapitals ? a == b : lowerCase(a) == b; };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), isSame) != text.end();
}

} // namespace

CallTest functionTest(const Profile &profile, FrameIndex frame)
{
    return {CallTest::By::Function, functionIdentity(profile, frame)};
}

CallTest moduleTest(const Profile &profile, FrameIndex frame)
{
    return {CallTest::By::Module, std::string(moduleName(profile, frame))};
}

bool holds(const CallTest &test, const Profile &profile, FrameIndex frame)
{
    switch (test.by) {
    case CallTest::By::Function: return functionIdentity(profile, frame) == test.text;
    case CallTest::By::Module: return moduleName(profile, frame) == test.text;
    case CallTest::By::Name:
        return contains(frameName(profile, frame), test.text)
            || contains(moduleName(profile, frame), test.text);
    case CallTest::By::Pattern:
        return test.pattern
            && (test.pattern->matches(frameName(profile, frame))
                || test.pattern->matches(moduleName(profile, frame)));
    case CallTest::By::SystemCode: return profile.frame(frame).inApp == InApp::No;
    case CallTest::By::Everything:
    case CallTest::By::Label: return true;
    }
    return false;
}

} // namespace ember::model
