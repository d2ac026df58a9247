// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/import/jsonoutline.h"

#include "model/json/jsoncursor.h"

#include <new>

namespace ember::model {

class JsonOutline::Walk {
public:
    Walk(JsonOutline &outline, JsonCursor &json) : m_outline(outline), m_json(json) { }

    void run()
    {
        if (m_outline.m_isArray)
            walkArray({});
        else
            m_json.object([&](std::string_view key) { walkMember(key); });
    }

private:
    void walkMember(std::string_view key)
    {
        note({}, {}, key);
        const auto type = m_json.type();
        if (type == JsonType::String && key == "$schema")
            m_outline.m_schema = m_json.string();
        else if (type == JsonType::Object)
            walkObject(std::string(key), ".");
        else if (type == JsonType::Array)
            walkArray(std::string(key));
        else
            m_json.skip();
    }

    void walkObject(const std::string &owner, std::string_view mark)
    {
        m_json.object([&](std::string_view key) {
            note(owner, mark, key);
            m_json.skip();
        });
    }

    void walkArray(const std::string &owner)
    {
        bool isKnown = false;
        m_json.array([&] {
            if (isKnown || m_json.type() != JsonType::Object) {
                m_json.skip();
                return;
            }
            isKnown = true;
            walkObject(owner, "[].");
        });
    }

    // Adds a name. The limits are far above what any known format has.
    void note(std::string_view owner, std::string_view mark, std::string_view key)
    {
        constexpr std::size_t longest = 64;
        constexpr std::size_t most = 4096;
        if (owner.size() + key.size() <= longest && m_outline.m_names.size() < most)
            m_outline.m_names.insert(std::string(owner).append(mark).append(key));
    }

    JsonOutline &m_outline;
    JsonCursor &m_json;
};

JsonOutline::JsonOutline(std::string_view text, const std::stop_token &stop)
{
    const auto start = text.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos || (text[start] != '{' && text[start] != '['))
        return;
    m_isArray = text[start] == '[';
    JsonCursor json(text, stop);
    try {
        Walk(*this, json).run();
        m_end = End::Whole;
    } catch (const BadJson &bad) {
        m_end = bad.offset < text.size() ? End::Damaged : End::Cut;
        m_fault = {bad.offset, bad.reason};
    } catch (const ReadingStopped &) {
        m_end = End::Cut;
    } catch (const std::bad_alloc &) {
        m_end = End::Damaged;
        m_fault = {json.place(), "not enough memory"};
    }
}

} // namespace ember::model
