// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

// Helpers for the bytes that a runtime's ScriptCopier hands to its ScriptDecoder. Both are in one
// process, so structures are copied as they are.
namespace ember::capture {

// Appends a structure to a copy.
template<typename Value>
void append(std::vector<std::byte> &to, const Value &value)
{
    static_assert(std::is_trivially_copyable_v<Value>);
    const auto bytes = std::as_bytes(std::span(&value, 1));
    to.insert(to.end(), bytes.begin(), bytes.end());
}

// Returns the member at `offset` of a structure that these bytes hold; zeros if it is beyond them.
template<typename Value>
Value memberAt(std::span<const std::byte> bytes, std::size_t offset)
{
    static_assert(std::is_trivially_copyable_v<Value>);
    Value value{};
    if (offset <= bytes.size() && sizeof(value) <= bytes.size() - offset)
        std::memcpy(&value, bytes.data() + offset, sizeof(value));
    return value;
}

// Reads the values of a copy one after the other. take() returns false if too few bytes are left.
class CopyReader {
public:
    explicit CopyReader(std::span<const std::byte> bytes) : m_bytes(bytes) { }

    template<typename Value>
    bool take(Value &value)
    {
        static_assert(std::is_trivially_copyable_v<Value>);
        std::span<const std::byte> bytes;
        if (!take(sizeof(value), bytes))
            return false;
        std::memcpy(&value, bytes.data(), sizeof(value));
        return true;
    }

    bool take(std::size_t size, std::span<const std::byte> &bytes)
    {
        if (size > m_bytes.size())
            return false;
        bytes = m_bytes.first(size);
        m_bytes = m_bytes.subspan(size);
        return true;
    }

    std::span<const std::byte> rest() const { return m_bytes; }

private:
    std::span<const std::byte> m_bytes;
};

} // namespace ember::capture
