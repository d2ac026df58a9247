// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/sameselection.h"

#include "model/query/counterparts.h"
#include "model/query/weights.h"

#include <set>
#include <string>

namespace ember::model {

Result<Selection> sameSelection(const Profile &profile, const Selection &selection,
                                const Profile &other)
{
    Selection same = selection;
    same.range = TimeRange::everything();
    same.threads.clear();
    std::set<ThreadNames> names;
    for (const ThreadIndex thread : selection.threads)
        names.insert(threadNames(profile, thread));
    for (std::size_t row = 0; !names.empty() && row < other.threadCount(); ++row) {
        if (names.contains(threadNames(other, ThreadIndex(row))))
            same.threads.emplace_back(row);
    }
    if (!names.empty() && same.threads.empty())
        return Error{ErrorCode::NothingToShow, std::string(names.begin()->second),
                     "no thread of this name"};
    if (!selection.weight.isValid())
        return same;
    const ValueType &type = profile.tables().valueTypes[selection.weight];
    const auto name =
        std::string(profile.text(type.type)) + '/' + std::string(profile.text(type.unit));
    same.weight = findValueType(other, name);
    if (!same.weight.isValid())
        return Error{ErrorCode::InvalidArgument, name, "no values of this type"};
    return same;
}

} // namespace ember::model
