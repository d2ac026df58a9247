// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/hiddenthreads.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace ember::model::sentry {

namespace {

using ThreadJson = nlohmann::json;

// The member of an object; nullptr if it has none, or is no object.
ThreadJson *memberOf(ThreadJson *json, const char *key)
{
    if (json == nullptr || !json->is_object())
        return nullptr;
    const auto member = json->find(key);
    return member == json->end() ? nullptr : &*member;
}

// A text, or a number as it is spelled; "" for anything else.
std::string spelled(const ThreadJson *json)
{
    if (json == nullptr)
        return {};
    return json->is_string() ? json->get<std::string>()
        : json->is_number()  ? json->dump()
                             : std::string();
}

} // namespace

HiddenThreads::HiddenThreads(const Profile &profile, const RedactionRules &rules,
                             const RedactedNames *known)
    : m_rules(rules)
{
    if (rules.threads.empty())
        return;
    if (known != nullptr)
        m_ids = known->threads;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const Thread &thread = profile.thread(ThreadIndex(row));
        const auto id = profile.text(thread.id);
        if (!id.empty() && contains(id, profile.text(thread.name)))
            m_ids.emplace(id);
    }
}

bool HiddenThreads::contains(std::string_view id, std::string_view name) const
{
    return matchesOneOf(m_rules.threads, name) || matchesOneOf(m_rules.threads, id)
        || (name.empty() && m_ids.contains(id));
}

std::string HiddenThreads::takenOutOf(std::string event) const
{
    if (m_rules.threads.empty())
        return event;
    auto json = ThreadJson::parse(event, nullptr, false);
    const auto isOfOne = [this](ThreadJson *data) {
        return contains(spelled(memberOf(data, "thread.id")),
                        spelled(memberOf(data, "thread.name")));
    };
    bool isChanged = false;
    if (auto *const spans = memberOf(&json, "spans"); spans != nullptr && spans->is_array()) {
        auto others = ThreadJson::array();
        for (ThreadJson &span : *spans) {
            if (!isOfOne(memberOf(&span, "data")))
                others.push_back(std::move(span));
        }
        isChanged = others.size() != spans->size();
        *spans = std::move(others);
    }
    auto *const trace = memberOf(memberOf(memberOf(&json, "contexts"), "trace"), "data");
    if (trace != nullptr && isOfOne(trace)) {
        trace->erase("thread.id");
        trace->erase("thread.name");
        isChanged = true;
    }
    return isChanged ? json.dump(-1, ' ', false, ThreadJson::error_handler_t::replace)
                     : std::move(event);
}

} // namespace ember::model::sentry
