// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/codetables.h"

#include "model/tables/names.h"

#include <algorithm>
#include <map>
#include <string>

namespace ember::model::tables {

namespace {

std::int32_t inAppCell(InApp inApp, std::int32_t notSaid)
{
    switch (inApp) {
    case InApp::Unset: return notSaid;
    case InApp::No: return 0;
    case InApp::Yes: return 1;
    }
    return notSaid;
}

class CodeWriter {
public:
    CodeWriter(const Profile &profile, ProfileTexts &texts, Tables &tables)
        : m_profile(profile),
          m_texts(texts),
          m_tables(tables),
          m_isOfR(std::ranges::all_of(
                      profile.tables().sources,
                      [&](const Source &source) { return profile.text(source.type) == "rprof"; })
                  && !profile.tables().sources.isEmpty())
    {
    }

    void write()
    {
        m_profile.tables().functions.forEach([&](std::size_t row, const Function &function) {
            if (!m_profile.text(function.name).empty())
                functionId(FunctionIndex(row), m_texts(function.name));
        });
        m_profile.tables().frames.forEach(
            [&](std::size_t row, const Frame &frame) { writeFrame(idOf(row), frame); });
    }

private:
    // The package's readers call R's functions by what is a name in other languages, too.
    StringIndex portableName(StringIndex name)
    {
        const auto raw = m_tables.text(name);
        if (!m_isOfR)
            return name;
        std::string portable(raw == "<GC>" ? "gc" : raw);
        std::ranges::replace(portable, '.', '_');
        return m_texts.intern(portable);
    }

    // A function without a name is one for each address it is seen at: what it is called here.
    StringIndex shownName(const Frame &frame, const Function &function)
    {
        if (!m_profile.text(function.name).empty())
            return m_texts(function.name);
        if (frame.address || frame.pc != 0)
            return m_texts.address(frame.address.value_or(frame.pc));
        if (!m_profile.text(function.file).empty())
            return m_texts(function.file);
        return m_texts.intern(unknownFunction);
    }

    std::int32_t functionId(FunctionIndex index, StringIndex name);
    void writeFrame(std::int32_t id, const Frame &frame);

    const Profile &m_profile;
    ProfileTexts &m_texts;
    Tables &m_tables;
    bool m_isOfR;
    std::map<std::pair<FunctionIndex, StringIndex>, std::int32_t> m_functions; // by shown name
};

std::int32_t CodeWriter::functionId(FunctionIndex index, StringIndex name)
{
    auto &rows = m_tables.functions;
    const auto [known, isNew] = m_functions.try_emplace({index, name}, idOf(rowCount(rows)));
    if (!isNew)
        return known->second;
    const Function &function = m_profile.function(index);
    const bool hasRawName = !m_profile.text(function.rawName).empty();
    const bool hasAbsPath = !m_profile.text(function.absPath).empty();
    appendRow(rows, known->second, portableName(name),
              hasRawName ? m_texts(function.rawName) : name,
              m_texts(hasAbsPath ? function.absPath : function.file),
              std::max(0, toInteger(function.startLine)));
    appendRow(m_tables.functionAttrs, known->second, m_texts(function.name),
              m_texts(function.rawName), m_texts(function.module), m_texts(function.package),
              m_texts(function.file), m_texts(function.absPath), toWide(function.startLine));
    return known->second;
}

void CodeWriter::writeFrame(std::int32_t id, const Frame &frame)
{
    const auto function = frame.function.isValid()
        ? functionId(frame.function, shownName(frame, m_profile.function(frame.function)))
        : naInteger;
    appendRow(m_tables.locations, id, function,
              frame.line == 0 ? naInteger : toInteger(frame.line));
    Frame plain;
    plain.function = frame.function;
    plain.line = frame.line;
    if (frame == plain && isNa(toWide(frame.line)))
        return;
    appendRow(m_tables.locationAttrs, id, frame.column == 0 ? naInteger : toInteger(frame.column),
              frame.address ? m_texts.address(*frame.address) : naText, idOf(frame.image),
              naInteger, frame.inlined == Inlined::Yes ? 1 : naInteger, naInteger,
              m_texts(frame.attributes), frame.pc != 0 ? m_texts.address(frame.pc) : naText,
              inAppCell(frame.inApp, naInteger), m_texts(frame.platform),
              frame.inAppOfFile ? inAppCell(*frame.inAppOfFile, inAppNotSaid) : naInteger,
              toWide(frame.line), toWide(frame.column));
}

void writeImage(const Profile &profile, ImageIndex index, ProfileTexts &texts, Tables &tables)
{
    const Image &image = profile.image(index);
    const auto source = idOf(std::size_t(0));
    appendRow(tables.mappings, idOf(index), source, texts.address(image.address),
              texts.address(image.address + image.size), naText, texts(image.codeFile),
              texts(image.codeId), 0, naText, idOf(image.process), texts(image.type),
              texts(image.debugFile), texts(image.debugId), texts.address(image.bias),
              toLong(image.loaded), toLong(image.unloaded),
              static_cast<std::int32_t>(image.symbols));
    std::int32_t ordinal = 0;
    for (const Attribute &attribute : image.attributes)
        appendRow(tables.mappingAttrs, idOf(index), ++ordinal, texts(attribute.key),
                  texts(attribute.json));
}

} // namespace

void addCode(const Profile &profile, ProfileTexts &texts, Tables &tables)
{
    for (std::size_t row = 0; row < profile.tables().images.size(); ++row)
        writeImage(profile, ImageIndex(row), texts, tables);
    CodeWriter(profile, texts, tables).write();
}

} // namespace ember::model::tables
