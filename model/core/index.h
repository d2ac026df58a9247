// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace ember::model {

// The row number of a table. Each table has a tag of its own, so that a frame's row cannot be used
// to look up a stack. Four bytes; a default-constructed index is "none".
template<typename Tag>
class Index {
public:
    constexpr Index() = default;

    constexpr explicit Index(std::size_t row) : m_row(static_cast<std::uint32_t>(row)) { }

    constexpr bool isValid() const { return m_row != none; }

    constexpr std::size_t row() const { return m_row; }

    constexpr std::uint32_t raw() const { return m_row; }

    // Written out, because clang 14 would warn of a null pointer in a defaulted one.
    friend constexpr std::strong_ordering operator<=>(Index left, Index right)
    {
        return left.m_row <=> right.m_row;
    }

    friend constexpr bool operator==(Index, Index) = default;

private:
    static constexpr std::uint32_t none = 0xffffffffU;
    std::uint32_t m_row = none;
};

using StringIndex = Index<struct StringTag>;
using FunctionIndex = Index<struct FunctionTag>;
using FrameIndex = Index<struct FrameTag>;
using StackIndex = Index<struct StackTag>;
using ThreadIndex = Index<struct ThreadTag>;
using ProcessIndex = Index<struct ProcessTag>;
using ImageIndex = Index<struct ImageTag>;
using SourceIndex = Index<struct SourceTag>;
using MeasurementIndex = Index<struct MeasurementTag>;
using ValueTypeIndex = Index<struct ValueTypeTag>;
// The place of a sample in its thread's time order.
using SampleIndex = Index<struct SampleTag>;

} // namespace ember::model

template<typename Tag>
struct std::hash<ember::model::Index<Tag>> {
    std::size_t operator()(ember::model::Index<Tag> index) const noexcept
    {
        return std::hash<std::uint32_t>{}(index.raw());
    }
};
