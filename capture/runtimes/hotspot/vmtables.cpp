// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/hotspot/vmtables.h"

#include "capture/procfs/procreader.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace ember::capture::hotspot {

namespace {

// Limits on what a table may hold; Java 17 has about 790 fields, 770 types and 460 constants.
constexpr std::size_t mostEntries = 2048;
constexpr std::uint64_t longestStride = 256;
constexpr std::size_t blockBytes = std::size_t(64) << 10U;
constexpr std::size_t longestName = 128;

template<typename Value>
Value valueAt(std::span<const std::byte> bytes, std::uint64_t offset)
{
    Value value{};
    if (offset <= bytes.size() && bytes.size() - offset >= sizeof(value))
        std::memcpy(&value, bytes.data() + offset, sizeof(value));
    return value;
}

// One of the tables: a row ends it whose name is a null pointer.
class TableReader {
public:
    TableReader(const VmTables::FindSymbol &symbol, StopReader &reader)
        : m_symbol(symbol),
          m_reader(reader)
    {
    }

    // The word that an exported symbol holds.
    std::uint64_t word(const std::string &name)
    {
        std::uint64_t value = 0;
        const auto address = m_symbol(name);
        if (!address || !m_reader.readValue(*address, value))
            m_isWhole = false;
        return value;
    }

    // The rows, each of the stride's size.
    std::vector<std::vector<std::byte>> rows(const std::string &table, const std::string &entry,
                                             std::uint64_t nameOffset)
    {
        std::vector<std::vector<std::byte>> rows;
        auto address = word(table);
        const auto stride = word(entry + "ArrayStride");
        if (!m_isWhole || address == 0 || stride < sizeof(address) || stride > longestStride) {
            m_isWhole = false;
            return rows;
        }
        while (m_isWhole && rows.size() < mostEntries) {
            const auto bytes = block(address, stride);
            for (std::size_t at = 0; at + stride <= bytes.size(); at += stride) {
                const auto row = std::span(bytes).subspan(at, stride);
                if (valueAt<std::uint64_t>(row, nameOffset) == 0)
                    return rows;
                rows.emplace_back(row.begin(), row.end());
            }
            address += bytes.size();
        }
        m_isWhole = false; // it does not end
        return rows;
    }

    // Reads the texts at these addresses; "" for address 0.
    std::vector<std::string> texts(std::span<const std::uint64_t> addresses)
    {
        std::vector<std::array<char, longestName>> bytes(addresses.size());
        std::vector<StopReader::Piece> pieces;
        std::vector<std::string> texts(addresses.size());
        for (std::size_t i = 0; i < addresses.size(); ++i)
            pieces.push_back({addresses[i], std::as_writable_bytes(std::span(bytes[i]))});
        for (std::size_t done = 0; done < pieces.size();) {
            const auto count = std::min(pieces.size() - done, StopReader::mostPieces);
            const auto read = m_reader.read(std::span(pieces).subspan(done, count));
            for (std::size_t i = done; i < done + read; ++i)
                texts[i] = textIn(bytes[i]);
            done += read;
            if (read < count) { // null, or a text near the end of what is mapped
                texts[done] = shortText(addresses[done]);
                ++done;
            }
        }
        return texts;
    }

    bool isWhole() const { return m_isWhole; }

private:
    static std::string textIn(std::span<const char> bytes)
    {
        return {bytes.begin(), std::find(bytes.begin(), bytes.end(), '\0')};
    }

    // What lies before the end of the page: more could not be read.
    std::string shortText(std::uint64_t address)
    {
        std::array<char, longestName> bytes{};
        const auto size = std::min<std::uint64_t>(longestName, pageSize - address % pageSize);
        const auto text = std::span(bytes).first(static_cast<std::size_t>(size));
        const bool isRead = address != 0 && m_reader.read(address, std::as_writable_bytes(text));
        return isRead ? textIn(text) : std::string();
    }

    // As many whole rows as can be read at once: the table may lie near the end of its mapping.
    std::vector<std::byte> block(std::uint64_t address, std::uint64_t stride)
    {
        for (auto size = blockBytes / stride * stride; size >= stride;
             size = size / 2 / stride * stride) {
            std::vector<std::byte> bytes(size);
            if (m_reader.read(address, bytes))
                return bytes;
        }
        m_isWhole = false;
        return {};
    }

    const VmTables::FindSymbol &m_symbol;
    StopReader &m_reader;
    bool m_isWhole = true;
};

void readFields(TableReader &reader, VmTables &tables)
{
    const std::string entry = "gHotSpotVMStructEntry";
    const auto type = reader.word(entry + "TypeNameOffset");
    const auto field = reader.word(entry + "FieldNameOffset");
    const auto isStatic = reader.word(entry + "IsStaticOffset");
    const auto offset = reader.word(entry + "OffsetOffset");
    const auto address = reader.word(entry + "AddressOffset");
    const auto rows = reader.rows("gHotSpotVMStructs", entry, type);
    std::vector<std::uint64_t> names;
    for (const auto &row : rows) {
        names.push_back(valueAt<std::uint64_t>(row, type));
        names.push_back(valueAt<std::uint64_t>(row, field));
    }
    const auto texts = reader.texts(names);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool hasAddress = valueAt<std::int32_t>(rows[i], isStatic) != 0;
        tables.addField(
            texts[2 * i], texts[2 * i + 1],
            {valueAt<std::uint64_t>(rows[i], hasAddress ? address : offset), hasAddress});
    }
}

// Calls use(name, row) for each row of a table; `nameOffset` is where a row has its name.
template<typename Use>
void forEachNamed(TableReader &reader, const std::string &table, const std::string &entry,
                  std::uint64_t nameOffset, Use use)
{
    const auto rows = reader.rows(table, entry, nameOffset);
    std::vector<std::uint64_t> names;
    names.reserve(rows.size());
    for (const auto &row : rows)
        names.push_back(valueAt<std::uint64_t>(row, nameOffset));
    const auto texts = reader.texts(names);
    for (std::size_t i = 0; i < rows.size(); ++i)
        use(texts[i], rows[i]);
}

void readSizes(TableReader &reader, VmTables &tables)
{
    const std::string entry = "gHotSpotVMTypeEntry";
    const auto name = reader.word(entry + "TypeNameOffset");
    const auto size = reader.word(entry + "SizeOffset");
    forEachNamed(reader, "gHotSpotVMTypes", entry, name, [&](const auto &text, const auto &row) {
        tables.addSize(text, valueAt<std::uint64_t>(row, size));
    });
}

void readConstants(TableReader &reader, VmTables &tables)
{
    const std::string entry = "gHotSpotVMIntConstantEntry";
    const auto name = reader.word(entry + "NameOffset");
    const auto value = reader.word(entry + "ValueOffset");
    forEachNamed(reader, "gHotSpotVMIntConstants", entry, name,
                 [&](const auto &text, const auto &row) {
                     tables.addConstant(text, valueAt<std::int32_t>(row, value));
                 });
}

} // namespace

std::optional<VmTables> VmTables::read(const FindSymbol &symbol, StopReader &reader)
{
    TableReader table(symbol, reader);
    VmTables tables;
    readFields(table, tables);
    readSizes(table, tables);
    readConstants(table, tables);
    return table.isWhole() ? std::optional(std::move(tables)) : std::nullopt;
}

std::optional<VmTables::Field> VmTables::field(std::string_view type, std::string_view name) const
{
    const auto found = m_fields.find(std::pair(std::string(type), std::string(name)));
    return found == m_fields.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint64_t> VmTables::sizeOf(std::string_view type) const
{
    const auto found = m_sizes.find(type);
    return found == m_sizes.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::int64_t> VmTables::constant(std::string_view name) const
{
    const auto found = m_constants.find(name);
    return found == m_constants.end() ? std::nullopt : std::optional(found->second);
}

void VmTables::addField(std::string type, std::string name, Field field)
{
    m_fields.insert_or_assign(std::pair(std::move(type), std::move(name)), field);
}

void VmTables::addSize(std::string type, std::uint64_t size)
{
    m_sizes.insert_or_assign(std::move(type), size);
}

void VmTables::addConstant(std::string name, std::int64_t value)
{
    m_constants.insert_or_assign(std::move(name), value);
}

} // namespace ember::capture::hotspot
