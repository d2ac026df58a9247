// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/text.h"
#include "model/formats/bytes/bytesource.h"
#include "model/formats/database/database.h"
#include "model/formats/import/tablefindings.h"
#include "model/formats/sqlite/sqliteformat.h"
#include "model/tables/validate.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>

namespace ember::model::sqlite {

namespace {

using tables::Field;
using tables::Grade;
using tables::Reading;
using tables::Rule;
using tables::Tables;
using Type = Statement::Type;

constexpr std::string_view magic("SQLite format 3\0", 16);
// Byte 18 of the header: 1 for a rollback journal, 2 for a write-ahead log.
constexpr std::size_t journalByte = 18;

constexpr Type typeOf(const tables::Texts &)
{
    return Type::Text;
}

constexpr Type typeOf(const tables::Reals &)
{
    return Type::Real;
}

constexpr Type typeOf(const auto &)
{
    return Type::Integer;
}

const char *typeName(Type type)
{
    switch (type) {
    case Type::Integer: return "an integer";
    case Type::Real: return "a real number";
    case Type::Text: return "a text";
    case Type::Blob: return "a blob";
    case Type::Null: break;
    }
    return "NULL";
}

// Whether there is a table of that name. SQLite ignores the case of ASCII letters in names.
bool hasTable(const std::set<std::string> &stored, std::string_view name)
{
    return std::ranges::any_of(stored,
                               [&](const std::string &own) { return lowerCase(own) == name; });
}

class TableReader {
public:
    TableReader(const Database &database, std::size_t bytes, Reading &reading)
        : m_database(database),
          m_reading(reading),
          m_rowsLeft(bytes / smallestRow),
          m_strings(reading.tables.strings)
    {
    }

    Result<void> read();

private:
    // The fewest bytes that a row takes in a page. Limits the rows that are read by the file's
    // size, as pages of a damaged file may contain each other.
    static constexpr std::size_t smallestRow = 4;

    template<typename Table>
    Result<void> readTable(Table &table);
    template<typename Table>
    std::string selectSql(const std::vector<DeclaredColumn> &declared);
    template<typename Table>
    void leaveOutOthers(const std::vector<DeclaredColumn> &declared);
    void readCell(const Statement &row, int place, tables::Texts &column);
    void readCell(const Statement &row, int place, tables::Reals &column);
    void readCell(const Statement &row, int place, tables::Longs &column);
    void readCell(const Statement &row, int place, tables::Integers &column);

    // Adds the place to an error, as SQLite does not report one. Row 0: before the first row.
    Error stoppedAt(Error error, std::size_t row) const
    {
        if (!error.detail.empty())
            error.detail = std::string(m_table)
                + (row > 0 ? " row " + std::to_string(row) : std::string()) + ": " + error.detail;
        return error;
    }

    // Adds a finding: an error, but for extensions a warning, as they may be ignored.
    void find(Rule rule, std::size_t row, std::string detail)
    {
        addFinding(m_reading.findings,
                   {rule, m_isCore ? Grade::Error : Grade::Warning, std::string(m_table), row,
                    std::move(detail)});
    }

    // Adds a finding about a cell whose type its column cannot hold.
    void findType(const Statement &row, int place, std::size_t number, const char *expected)
    {
        find(Rule::T1, number,
             std::string(m_field) + " is " + typeName(row.type(place)) + ", not " + expected);
    }

    const Database &m_database;
    Reading &m_reading;
    std::size_t m_rowsLeft;
    StringInterner m_strings;
    std::string_view m_table; // table that is being read
    bool m_isCore = true; // whether m_table is one of the seven tables
    std::string_view m_field;
};

template<typename Table>
std::string TableReader::selectSql(const std::vector<DeclaredColumn> &declared)
{
    std::string list;
    std::size_t place = 0;
    Table types;
    forEachColumn(types, [&](const Field &field, const auto &column) {
        const auto found = std::ranges::find(declared, field.name,
                                             [](const auto &own) { return lowerCase(own.name); });
        const bool isThere = found != declared.end() && !found->isComputed;
        if (m_isCore && !isThere)
            find(Rule::T1, 0, "there is no column " + std::string(field.name));
        else if (m_isCore && found != declared.begin() + static_cast<std::ptrdiff_t>(place))
            find(Rule::T1, 0,
                 std::string(field.name) + " is not column " + std::to_string(place + 1));
        if (m_isCore && isThere && found->type != Type::Null && found->type != typeOf(column))
            find(Rule::T1, 0,
                 std::string(field.name) + " is declared as " + typeName(found->type) + ", not "
                     + typeName(typeOf(column)));
        list += list.empty() ? "" : ", ";
        list += isThere ? '"' + std::string(field.name) + '"' : "NULL";
        ++place;
    });
    return "SELECT " + list + " FROM \"" + std::string(Table::name) + '"';
}

template<typename Table>
void TableReader::leaveOutOthers(const std::vector<DeclaredColumn> &declared)
{
    for (const DeclaredColumn &column : declared) {
        bool isKnown = false;
        tables::forEachField<Table>(
            [&](const Field &field) { isKnown = isKnown || field.name == lowerCase(column.name); });
        if (!isKnown)
            leaveOut(m_reading, m_table, column.name);
    }
}

template<typename Table>
Result<void> TableReader::readTable(Table &table)
{
    const auto declared = declaredColumns(m_database, Table::name);
    if (!declared)
        return stoppedAt(declared.error(), 0);
    leaveOutOthers<Table>(*declared);
    auto rows = m_database.prepare(selectSql<Table>(*declared));
    if (!rows)
        return stoppedAt(rows.error(), 0);
    for (;;) {
        const auto hasRow = rows->next();
        if (!hasRow)
            return stoppedAt(hasRow.error(), rowCount(table) + 1);
        if (!*hasRow)
            return {};
        if (m_rowsLeft-- == 0)
            return Error{ErrorCode::SyntaxError,
                         {},
                         std::string(Table::name) + ": more rows than the file has room for"};
        int place = 0;
        forEachColumn(table, [&](const Field &field, auto &column) {
            m_field = field.name;
            readCell(*rows, place++, column);
        });
    }
}

void TableReader::readCell(const Statement &row, int place, tables::Texts &column)
{
    if (row.type(place) == Type::Text) {
        column.push_back(m_strings.intern(validUtf8(row.text(place))));
        return;
    }
    if (row.type(place) != Type::Null)
        findType(row, place, column.size() + 1, "a text");
    column.push_back(tables::naText);
}

void TableReader::readCell(const Statement &row, int place, tables::Reals &column)
{
    const bool isNumber = row.type(place) == Type::Real || row.type(place) == Type::Integer;
    if (!isNumber && row.type(place) != Type::Null)
        findType(row, place, column.size() + 1, "a number");
    column.push_back(isNumber ? row.real(place) : tables::naReal);
}

void TableReader::readCell(const Statement &row, int place, tables::Longs &column)
{
    if (row.type(place) != Type::Integer && row.type(place) != Type::Null)
        findType(row, place, column.size() + 1, "an integer");
    column.push_back(row.type(place) == Type::Integer ? row.integer(place) : tables::naLong);
}

void TableReader::readCell(const Statement &row, int place, tables::Integers &column)
{
    if (row.type(place) != Type::Integer) {
        if (row.type(place) != Type::Null)
            findType(row, place, column.size() + 1, "an integer");
        column.push_back(tables::naInteger);
        return;
    }
    const auto number = row.integer(place);
    // The smallest integer is R's NA.
    const bool fits = number > std::numeric_limits<std::int32_t>::min()
        && number <= std::numeric_limits<std::int32_t>::max();
    if (!fits)
        find(Rule::K1, column.size() + 1,
             std::string(m_field) + ' ' + std::to_string(number) + " has more than 32 bits");
    column.push_back(fits ? static_cast<std::int32_t>(number) : tables::naInteger);
}

Result<void> TableReader::read()
{
    m_table = "sqlite_schema";
    const auto stored = storedTables(m_database);
    if (!stored)
        return stoppedAt(stored.error(), 0);
    std::size_t known = 0;
    std::set<std::string, std::less<>> isOurs;
    Result<void> outcome;
    const auto readMember = [&](auto member, bool isCore) {
        auto &table = m_reading.tables.*member;
        m_table = std::remove_reference_t<decltype(table)>::name;
        m_isCore = isCore;
        const bool isThere = hasTable(*stored, m_table);
        isOurs.emplace(m_table);
        if (isCore && !isThere)
            find(Rule::T1, 0, "the table is missing");
        known += isCore && isThere ? 1U : 0U;
        if (isThere && outcome)
            outcome = readTable(table);
    };
    tables::forEachCoreMember([&](auto member) { readMember(member, true); });
    if (outcome && known == 0)
        return Error{ErrorCode::UnknownFormat, {}, "a database without the tables of a profile"};
    tables::forEachExtensionMember([&](auto member) { readMember(member, false); });
    for (const auto &name : *stored) {
        if (!isOurs.contains(lowerCase(name))
            && !name.starts_with("sqlite_")) // SQLite's own tables
            leaveOut(m_reading, name);
    }
    return outcome;
}

// Refuses version 1, which has other tables and is not stored in databases.
Result<void> checkVersion(const Tables &tables)
{
    for (std::size_t row = 0; row < rowCount(tables.meta); ++row) {
        const auto version = tables.text(tables.meta.value[row]);
        if (tables.text(tables.meta.key[row]) == tables::versionKey
            && (version == "1" || version.starts_with("1.")))
            return Error{ErrorCode::UnsupportedVersion,
                         {},
                         "meta says version \"" + std::string(version) + "\", not 2"};
    }
    return {};
}

std::size_t numberAt(std::string_view bytes, std::size_t place, std::size_t length)
{
    std::size_t number = 0;
    for (const char byte : bytes.substr(place, length))
        number = number << 8U | static_cast<unsigned char>(byte);
    return number;
}

// The size of the file by its header; 0 if that is not valid (§1.3 of SQLite's file format).
std::size_t sizeInHeader(std::string_view bytes)
{
    constexpr std::size_t pageSize = 16;
    constexpr std::size_t changes = 24;
    constexpr std::size_t pages = 28;
    constexpr std::size_t pagesValidFor = 92; // the value of `changes` for which `pages` is valid
    if (numberAt(bytes, changes, 4) != numberAt(bytes, pagesValidFor, 4))
        return 0;
    const auto size = numberAt(bytes, pageSize, 2);
    return numberAt(bytes, pages, 4) * (size == 1 ? 65536 : size);
}

} // namespace

bool looksLikeDatabase(std::string_view firstBytes)
{
    return firstBytes.starts_with(magic);
}

Result<void> checkFinished(const std::string &path)
{
    constexpr std::string_view unfinished = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
    const auto start = [&](const std::string &name) {
        auto bytes = Bytes::readStart(name, unfinished.size());
        return bytes ? std::string(bytes->view()) : std::string();
    };
    std::error_code isMissing;
    const auto file = std::filesystem::canonical(path, isMissing);
    const auto database = isMissing ? path : file.native();
    for (const std::string_view ending : {"-journal", "-wal"}) {
        const auto beside = database + std::string(ending);
        const auto bytes = start(beside);
        if (ending == "-wal" ? !bytes.empty() : bytes == unfinished)
            return Error{ErrorCode::FileInUse, path,
                         "beside it is " + beside
                             + ", with changes that are not finished: open the database once with "
                               "the program that wrote it, or with sqlite3"};
    }
    return {};
}

Result<tables::Reading> readTables(std::string_view bytes, std::function<bool()> isCancelled)
{
    if (!looksLikeDatabase(bytes))
        return Error{ErrorCode::UnknownFormat, {}, "byte 0: not an SQLite database"};
    constexpr std::size_t headerSize = 100;
    if (bytes.size() < headerSize)
        return Error{ErrorCode::Truncated, {}, "a database has a header of 100 bytes"};
    if (bytes[journalByte] == 2)
        return Error{ErrorCode::UnsupportedVersion,
                     {},
                     "byte 18: the database has a write-ahead log; set PRAGMA journal_mode=DELETE"};
    if (const auto wanted = sizeInHeader(bytes); bytes.size() < wanted)
        return Error{ErrorCode::Truncated,
                     {},
                     "byte " + std::to_string(bytes.size()) + ": the database has "
                         + std::to_string(wanted) + " bytes"};
    EMBER_ASSIGN_OR_RETURN(const auto database, Database::openBytes(bytes, std::move(isCancelled)));
    Reading reading;
    EMBER_RETURN_IF_ERROR(TableReader(database, bytes.size(), reading).read());
    EMBER_RETURN_IF_ERROR(checkVersion(reading.tables));
    makeJsonValid(reading.tables);
    settle(reading);
    std::ranges::move(tables::validate(reading.tables), std::back_inserter(reading.findings));
    return reading;
}

namespace {

Confidence sniff(const FileStart &start)
{
    return looksLikeDatabase(start.bytes()) ? Confidence::Certain : Confidence::No;
}

Result<std::vector<ProfilePointer>> readFile(const ImportFile &file, const ImportOptions &options,
                                             ImportLog &log)
{
    EMBER_RETURN_IF_ERROR(checkFinished(file.name));
    EMBER_ASSIGN_OR_RETURN(const auto reading, readTables(file.bytes.view(), [&] {
                               return options.stop.stop_requested();
                           }));
    EMBER_ASSIGN_OR_RETURN(auto profiles, tables::profilesOf(reading, file.bytes.size()));
    logNotes(reading, {"sqlite", file.name, log});
    return profiles;
}

} // namespace

constinit const FileFormat format{
    .name = "sqlite",
    .sniff = sniff,
    .read = readFile,
    .errorPrefix = "SQLite",
};

} // namespace ember::model::sqlite
