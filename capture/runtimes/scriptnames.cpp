// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/scriptnames.h"

#include "model/core/rowset.h"

#include <utility>

namespace ember::capture {

std::size_t ScriptNames::KeyHash::operator()(const Key &key) const
{
    const std::hash<std::string_view> hash;
    auto mixed = model::mixHash(hash(key.function.name), hash(key.function.file));
    mixed = model::mixHash(mixed, hash(key.function.module));
    return model::mixHash(mixed, key.function.firstLine);
}

ScriptFunctionSerial ScriptNames::serial(std::string_view platform, const ScriptFunction &function)
{
    Key key{std::string(platform), function};
    if (const auto known = m_serials.find(key); known != m_serials.end())
        return known->second;
    if (m_serials.size() < mostFunctions && m_bytes < mostBytes)
        return add(std::move(key));
    if (!m_others.isValid())
        m_others = add({std::string(platform), {"[further functions]", {}, {}, 0}});
    return m_others;
}

ScriptFunctionSerial ScriptNames::add(Key key)
{
    const ScriptFunctionSerial serial(m_serials.size());
    const auto &function = key.function;
    m_bytes += sizeof(key) + function.name.size() + function.module.size() + function.file.size();
    m_new.push_back({serial, key.platform, function});
    m_serials.emplace(std::move(key), serial);
    return serial;
}

} // namespace ember::capture
