// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/columns.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace ember::model::rds {

// The class of doubles that are 64-bit integers.
constexpr std::string_view longClass = "integer64";
// The attribute of version 2 data that holds the extension tables.
constexpr std::string_view extensionsAttribute = "extensions";

// Writes values as R's serialization, version 2 in XDR, which every R since 1.4 reads. Texts must
// be UTF-8; zero bytes in them, which R's texts cannot have, become U+FFFD.
class Serializer {
public:
    Serializer();

    void integers(std::span<const std::int32_t> numbers);
    void reals(std::span<const double> numbers); // NaN becomes NA
    void texts(std::span<const std::string_view> texts);
    // Of a text vector, element by element.
    void beginTexts(std::size_t count);
    void text(std::string_view text);
    void naText();

    // `count` values follow, then the end that says their names and, of a table, the rows.
    void beginList(std::size_t count);
    void endList(std::span<const std::string_view> names,
                 std::span<const std::string_view> classes);
    void endTable(std::span<const std::string_view> names,
                  std::span<const std::string_view> classes, std::size_t rows);
    // As bit64 has them, the package by which R's databases read such columns: the bits of a
    // double, class integer64. The smallest one is NA.
    void longs(std::span<const std::int64_t> numbers);
    // A list without a class; one without names has no end.
    void beginNamedList(std::size_t count);
    void endNamedList(std::span<const std::string_view> names);
    // The same with attributes of our own: names(), attribute() and a value for each, the end.
    void names(std::span<const std::string_view> names);
    void attribute(std::string_view name);
    void endAttributes();
    void beginPlainList(std::size_t count);

    std::uint64_t zeroBytes() const { return m_zeroBytes; } // that were replaced

    std::string take() { return std::move(m_bytes); }

private:
    void word(std::uint32_t word);
    void length(std::size_t length);
    void nameAttributes(std::span<const std::string_view> names,
                        std::span<const std::string_view> classes);

    std::string m_bytes;
    std::map<std::string, std::uint32_t, std::less<>> m_symbols; // numbers from 1
    std::uint64_t m_zeroBytes = 0;
};

} // namespace ember::model::rds
