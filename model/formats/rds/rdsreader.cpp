// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rds/rdsreader.h"

#include "model/formats/import/tablefindings.h"
#include "model/formats/rds/object.h"
#include "model/formats/rds/rdswriter.h"
#include "model/formats/rds/rulesv1.h"
#include "model/formats/rds/tablesv2.h"
#include "model/formats/rds/unserialize.h"
#include "model/tables/validate.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace ember::model::rds {

namespace {

using tables::Reading;
using tables::TableFinding;
using tables::Texts;

bool isProfileData(const Objects &objects, const Member &variable)
{
    return NamedList(objects, objects[variable.value])[tables::Meta::name].kind == Kind::List;
}

// The first variable of an .RData file that looks like profile data, else the first variable.
const Object &profileData(const Objects &objects, ObjectIndex root)
{
    const auto *const variables = contentOf<Members>(objects[root]);
    if (variables == nullptr || variables->empty())
        return objects[root];
    const auto found = std::ranges::find_if(
        *variables, [&](const Member &variable) { return isProfileData(objects, variable); });
    return objects[(found != variables->end() ? found : variables->begin())->value];
}

// Reports further profiles in an .RData file, as only the first is read.
void leaveOutFurtherProfiles(const Objects &objects, ObjectIndex root, Reading &reading)
{
    const auto *const variables = contentOf<Members>(objects[root]);
    if (variables == nullptr)
        return;
    std::string read;
    for (const Member &variable : *variables) {
        if (!isProfileData(objects, variable))
            continue;
        const std::string name(objects.text(variable.tag));
        if (read.empty()) {
            read = name;
            continue;
        }
        reading.leftOut.push_back("the profile " + name + " (read is " + read + ')');
        reading.findings.push_back({tables::Rule::W, tables::Grade::Warning, name, 0,
                                    "it is left out: of the file's profiles " + read + " is read"});
    }
}

// The version in the table meta; "" if there is none.
std::string_view versionOf(const Objects &objects, const Object &data)
{
    const NamedList meta(objects, NamedList(objects, data)[tables::Meta::name]);
    const auto *const keys = contentOf<Texts>(meta["key"]);
    const auto *const values = contentOf<Texts>(meta["value"]);
    if (keys == nullptr || values == nullptr)
        return {};
    for (std::size_t row = 0; row < std::min(keys->size(), values->size()); ++row) {
        if (objects.text((*keys)[row]) == tables::versionKey)
            return objects.text((*values)[row]);
    }
    return {};
}

bool isVersion2(const Objects &objects, const Object &data)
{
    const auto version = versionOf(objects, data);
    const auto isMajor = [&](char major) {
        return version.starts_with(major) && (version.size() == 1 || version[1] == '.');
    };
    if (isMajor('1') || isMajor('2'))
        return isMajor('2');
    return NamedList(objects, data)[tables::Sources::name].kind != Kind::Null;
}

bool hasAnyTable(const Objects &objects, const Object &data)
{
    const NamedList components(objects, data);
    const auto isThere = [&](std::string_view name) {
        return objects.inherits(components[name], "data.frame");
    };
    return data.kind == Kind::List
        && (isThere(tables::Meta::name) || isThere(tables::Samples::name)
            || isThere(tables::Locations::name) || isThere(tables::Functions::name));
}

std::string_view typeName(Item type)
{
    switch (type) {
    case Item::Null: return "NULL";
    case Item::Symbol: return "symbol";
    case Item::Pairlist: return "pairlist";
    case Item::Closure:
    case Item::Special:
    case Item::Builtin: return "function";
    case Item::Environment:
    case Item::GlobalEnvironment:
    case Item::BaseEnvironment:
    case Item::EmptyEnvironment:
    case Item::Namespace: return "environment";
    case Item::Language: return "language";
    case Item::Logicals: return "logical";
    case Item::Integers: return "integer";
    case Item::Reals: return "double";
    case Item::Complexes: return "complex";
    case Item::Texts: return "character";
    case Item::List: return "list";
    case Item::Expressions: return "expression";
    case Item::Pointer: return "externalptr";
    case Item::Raws: return "raw";
    case Item::Structure: return "S4";
    default: return "vector";
    }
}

bool hasErrors(const std::vector<TableFinding> &findings)
{
    return !tables::errorSummary(findings).empty();
}

using Shapes = std::map<std::string_view, std::vector<std::string_view>>; // columns of tables

Shapes shapesOfVersion1()
{
    Shapes shapes;
    for (const TableShape &shape : shapesV1())
        shapes.emplace(shape.name, shape.columns);
    return shapes;
}

Shapes shapesOfVersion2()
{
    Shapes shapes;
    tables::forEachMember([&](auto member) {
        using Table = std::remove_cvref_t<decltype(tables::Tables().*member)>;
        tables::forEachField<Table>(
            [&](const tables::Field &field) { shapes[Table::name].push_back(field.name); });
    });
    return shapes;
}

void leaveOutOthers(const Objects &objects, const Object &list, const Shapes &shapes,
                    Reading &reading)
{
    const NamedList components(objects, list);
    for (std::size_t place = 0; place < components.names().size(); ++place) {
        const auto name = components.names()[place];
        const auto shape = shapes.find(name);
        if (shape == shapes.end()) {
            leaveOut(reading, name);
            continue;
        }
        for (const auto column : objects.names(components[place])) {
            if (std::ranges::find(shape->second, column) == shape->second.end())
                leaveOut(reading, name, column);
        }
    }
}

// Whether a finding is only a consequence of a part that could not be read, for which T1 has a
// finding.
bool isEcho(const TableFinding &finding, const std::set<std::string_view> &unread)
{
    constexpr std::array references{std::pair("source_id", tables::Sources::name),
                                    std::pair("sample_id", tables::Samples::name),
                                    std::pair("location_id", tables::Locations::name),
                                    std::pair("function_id", tables::Functions::name)};
    switch (finding.rule) {
    case tables::Rule::F1:
    case tables::Rule::F2:
        if (std::ranges::any_of(references, [&](const auto &reference) {
                return finding.detail.starts_with(reference.first)
                    && unread.contains(reference.second);
            }))
            return true;
        break;
    case tables::Rule::V3: // about rows that no other table refers to
    case tables::Rule::W: return !unread.empty();
    default: break;
    }
    return unread.contains(finding.table);
}

// Reads version 2 data. Version 1 data that are marked as 2 have hardly a table in common with it:
// they get one finding, as those of the other rules would be noise.
Reading readVersion2(const Objects &objects, const Object &data, std::size_t fileBytes)
{
    Reading reading;
    std::set<std::string_view> unread;
    reading.tables = tablesV2(objects, data, reading.findings, unread);
    if (hasErrors(reading.findings) && !hasErrors(checkV1(objects, data))) {
        reading.findings.push_back({tables::Rule::W, tables::Grade::Warning, "meta", 0,
                                    "but for its version, the rules of version 1 are kept"});
        return reading;
    }
    constexpr unsigned share = 2; // of the memory for all tables and the profile
    readExtensions(objects, data, memoryBudget(fileBytes) / share, reading);
    makeJsonValid(reading.tables);
    settle(reading);
    const auto shapes = shapesOfVersion2();
    leaveOutOthers(objects, data, shapes, reading);
    leaveOutOthers(objects, objects.attribute(data, extensionsAttribute), shapes, reading);
    for (auto &finding : tables::validate(reading.tables)) {
        if (!isEcho(finding, unread))
            reading.findings.push_back(std::move(finding));
    }
    return reading;
}

// The type of an object in R's words: "class data.frame", "type environment".
std::string kindOf(const Objects &objects, const Object &object, Item type)
{
    const auto *const classes = contentOf<Texts>(objects.attribute(object, "class"));
    if (classes != nullptr && !classes->empty())
        return "class " + std::string(objects.text(classes->front()));
    switch (object.kind) {
    case Kind::Logicals: return "type logical";
    case Kind::Integers: return "type integer";
    case Kind::Reals: return "type double";
    case Kind::Texts: return "type character";
    case Kind::List: return "type list";
    default: return "type " + std::string(typeName(type));
    }
}

} // namespace

Result<tables::Reading> readTables(std::string_view bytes, const std::stop_token &stop,
                                   std::optional<std::uint64_t> budget)
{
    EMBER_ASSIGN_OR_RETURN(const auto file, unserialize(bytes, stop));
    const Objects &objects = file.objects;
    const Object &data = profileData(objects, file.root);
    if (isVersion2(objects, data)) {
        auto reading = readVersion2(objects, data, bytes.size());
        leaveOutFurtherProfiles(objects, file.root, reading);
        return reading;
    }
    Reading reading{{}, checkV1(objects, data)};
    leaveOutFurtherProfiles(objects, file.root, reading);
    if (hasErrors(reading.findings))
        return reading;
    leaveOutOthers(objects, data, shapesOfVersion1(), reading);
    EMBER_ASSIGN_OR_RETURN(reading.tables,
                           tablesV1(objects, data, budget.value_or(memoryBudget(bytes.size()))));
    std::ranges::move(tables::validate(reading.tables), std::back_inserter(reading.findings));
    return reading;
}

std::optional<std::string> otherObject(std::string_view bytes, const std::stop_token &stop)
{
    const auto file = unserialize(bytes, stop);
    if (!file)
        return std::nullopt;
    const Objects &objects = file->objects;
    const Object &root = objects[file->root];
    const Object &data = profileData(objects, file->root);
    if (hasAnyTable(objects, data) || objects.inherits(data, "profile_data"))
        return std::nullopt;
    const auto *const variables = contentOf<Members>(root);
    const auto what = &data == &root || variables == nullptr
        ? "an object of " + kindOf(objects, root, file->rootType)
        : std::to_string(variables->size()) + " variable(s), the first of "
            + kindOf(objects, data, Item::Null);
    return "R data, but no profile data: " + what
        + "; expected a list of the data frames meta, samples, locations, functions and others";
}

namespace {

Confidence sniff(const FileStart &start)
{
    return looksSerialized(start.bytes()) ? Confidence::Certain : Confidence::No;
}

Result<std::vector<ProfilePointer>> readFile(const ImportFile &file, const ImportOptions &options,
                                             ImportLog &log)
{
    EMBER_ASSIGN_OR_RETURN(const auto reading, readTables(file.bytes.view(), options.stop));
    auto profiles = tables::profilesOf(reading, file.bytes.size());
    if (!profiles) {
        if (auto other = otherObject(file.bytes.view(), options.stop))
            return Error{ErrorCode::UnknownFormat, {}, std::move(*other)};
        return profiles;
    }
    logNotes(reading, {"rds", file.name, log});
    return profiles;
}

constexpr std::array<std::string_view, 1> patterns{"*.rds"};

} // namespace

constinit const FileFormat format{
    .name = "rds",
    .patterns = patterns,
    .sniff = sniff,
    .read = readFile,
    .errorPrefix = "rds",
};

} // namespace ember::model::rds
