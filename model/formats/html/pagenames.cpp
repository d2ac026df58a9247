// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/html/pagenames.h"

#include "model/core/text.h"

namespace ember::model::html {

std::string shownText(std::string_view text)
{
    constexpr std::size_t longest = 1000; // bytes
    if (text.size() <= longest)
        return validUtf8(text);
    auto end = longest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U)
        --end; // not within a character
    return validUtf8(text.substr(0, end)) + "…";
}

std::uint32_t PageNames::of(FrameIndex frame)
{
    const auto [known, isNew] = m_byFrame.try_emplace(frame.raw(), 0);
    if (!isNew)
        return known->second;
    Name name{.name = shownText(frameName(m_profile, frame)),
              .module = shownText(moduleName(m_profile, frame)),
              .file = {},
              .isOwn = m_profile.frame(frame).inApp == InApp::Yes};
    if (const auto function = m_profile.frame(frame).function; function.isValid())
        name.file = shownText(m_profile.text(m_profile.function(function).file));
    const auto text = name.name + '\0' + name.module + '\0' + name.file;
    known->second =
        m_byText.try_emplace(text, static_cast<std::uint32_t>(m_names.size())).first->second;
    if (known->second == m_names.size())
        m_names.push_back(std::move(name));
    return known->second;
}

void PageNames::write(JsonWriter &json) const
{
    json.beginArray();
    for (const Name &name : m_names) {
        json.beginArray();
        json.value(name.name);
        json.value(name.module);
        json.value(name.file);
        json.value(name.isOwn ? 1 : 0);
        json.end();
    }
    json.end();
}

} // namespace ember::model::html
