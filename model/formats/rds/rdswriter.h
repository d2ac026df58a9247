// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/export/exporter.h"
#include "model/tables/columns.h"
#include "model/tables/tables.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace ember::model::rds {

// Class of 64-bit integers, which are stored in doubles.
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
    // Begins a text vector whose elements follow one by one.
    void beginTexts(std::size_t count);
    void text(std::string_view text);
    void naText();

    // Begins a list. `count` values follow, then its end, with the names and, for a table, the
    // rows.
    void beginList(std::size_t count);
    void endList(std::span<const std::string_view> names,
                 std::span<const std::string_view> classes);
    void endTable(std::span<const std::string_view> names,
                  std::span<const std::string_view> classes, std::size_t rows);
    // Writes 64-bit integers as bit64 does, the package by which R's databases read such columns:
    // as the bits of a double, with the class integer64. The smallest one is NA.
    void longs(std::span<const std::int64_t> numbers);
    // Begin a list without a class. A list without names (beginPlainList) has no end.
    void beginNamedList(std::size_t count);
    void endNamedList(std::span<const std::string_view> names);
    // End a named list that has attributes of its own, by names(), attribute() and a value for
    // each, endAttributes().
    void names(std::span<const std::string_view> names);
    void attribute(std::string_view name);
    void endAttributes();
    void beginPlainList(std::size_t count);

    std::uint64_t zeroBytes() const { return m_zeroBytes; } // zero bytes that were replaced

    std::string take() { return std::move(m_bytes); }

private:
    void word(std::uint32_t word);
    void length(std::size_t length);
    void nameAttributes(std::span<const std::string_view> names,
                        std::span<const std::string_view> classes);

    std::string m_bytes;
    std::map<std::string, std::uint32_t, std::less<>> m_symbols; // numbers of symbols, from 1
    std::uint64_t m_zeroBytes = 0;
};

enum class Schema : std::uint8_t {
    V1, // a list of class profile_data, five tibbles, equal stacks as one row
    V2, // a list of seven data frames; the extensions are an attribute of it
};

// Returns the bytes of an .rds file, gzipped, and which parts of the tables it cannot hold. The
// tables must keep the rules. Errors: FormatCannotHold, for a number of samples beyond R's
// integers; FileTooBig.
Result<Export> writtenTables(const tables::Tables &tables, Schema schema);

} // namespace ember::model::rds
