// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/bookmarks/bookmark.h"

namespace ember::views {

using namespace model;

namespace {

std::string_view profilerIdOf(const Profile &profile, const Thread &thread)
{
    if (!thread.process.isValid())
        return {};
    const StringIndex id = profile.process(thread.process).profilerId;
    return id.isValid() ? profile.text(id) : std::string_view();
}

bool wasThere(const Thread &thread, Timestamp time)
{
    return thread.start.value_or(time) <= time && time <= thread.end.value_or(time);
}

} // namespace

ThreadIndex threadOf(const Profile &profile, const Bookmark &bookmark)
{
    ThreadIndex found;
    if (bookmark.threadId.empty())
        return found;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const Thread &thread = profile.thread(ThreadIndex(row));
        if (profile.text(thread.id) != bookmark.threadId
            || profilerIdOf(profile, thread) != bookmark.profilerId)
            continue;
        if (wasThere(thread, bookmark.range.start))
            return ThreadIndex(row);
        if (!found.isValid())
            found = ThreadIndex(row);
    }
    return found;
}

void setThread(Bookmark &bookmark, const Profile &profile, ThreadIndex index)
{
    const Thread &thread = profile.thread(index);
    bookmark.threadId = profile.text(thread.id);
    bookmark.profilerId = profilerIdOf(profile, thread);
}

} // namespace ember::views
