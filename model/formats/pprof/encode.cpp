// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/encode.h"

#include "model/formats/pprof/fields.h"
#include "model/formats/pprof/wire.h"

namespace ember::model::pprof {

namespace {

class Encoder {
public:
    explicit Encoder(const Message &message) : m_message(message) { }

    std::string run()
    {
        for (const auto &type : m_message.sampleTypes)
            valueKind(profilefield::SampleType, type);
        for (std::size_t row = 0; row < m_message.samples.size(); ++row)
            sample(row);
        for (const auto &row : m_message.mappings)
            mapping(row);
        for (std::size_t row = 0; row < m_message.locations.size(); ++row)
            location(row);
        for (const auto &row : m_message.functions)
            function(row);
        for (const auto text : m_message.strings)
            m_profile.bytes(profilefield::StringTable, text);
        header();
        return m_profile.message();
    }

private:
    void text(WireWriter &writer, std::uint64_t field, Text row)
    {
        writer.number(field, std::uint64_t(row));
    }

    void valueKind(std::uint64_t field, const ValueKindText &kind)
    {
        m_inner.clear();
        text(m_inner, valuetypefield::Type, kind.type);
        text(m_inner, valuetypefield::Unit, kind.unit);
        m_profile.bytes(field, m_inner.message());
    }

    template<typename Number>
    void packed(WireWriter &writer, std::uint64_t field, std::span<const Number> numbers)
    {
        if (numbers.empty())
            return;
        m_packed.clear();
        for (const auto number : numbers)
            m_packed.varint(static_cast<std::uint64_t>(number));
        writer.bytes(field, m_packed.message());
    }

    void sample(std::size_t row);
    void mapping(const Mapping &mapping);
    void location(std::size_t row);
    void function(const Function &function);
    void header();

    const Message &m_message;
    WireWriter m_profile;
    WireWriter m_inner;
    WireWriter m_packed; // within m_inner
};

void Encoder::sample(std::size_t row)
{
    m_inner.clear();
    packed(m_inner, samplefield::LocationId, m_message.locationsOf(row));
    packed(m_inner, samplefield::Value, m_message.valuesOf(row));
    for (const auto &label : m_message.labelsOf(row)) {
        m_packed.clear();
        text(m_packed, labelfield::Key, label.key);
        text(m_packed, labelfield::Text, label.text);
        m_packed.number(labelfield::Number, label.number);
        text(m_packed, labelfield::Unit, label.unit);
        m_inner.bytes(samplefield::Label, m_packed.message());
    }
    m_profile.bytes(profilefield::Sample, m_inner.message());
}

void Encoder::mapping(const Mapping &mapping)
{
    const auto flag = [&](std::uint64_t field, bool isSet) {
        m_inner.number(field, std::uint64_t(isSet ? 1 : 0));
    };
    m_inner.clear();
    m_inner.number(mappingfield::Id, mapping.id);
    m_inner.number(mappingfield::Start, mapping.start);
    m_inner.number(mappingfield::Limit, mapping.limit);
    m_inner.number(mappingfield::Offset, mapping.offset);
    text(m_inner, mappingfield::File, mapping.file);
    text(m_inner, mappingfield::BuildId, mapping.buildId);
    flag(mappingfield::HasFunctions, mapping.hasFunctions);
    flag(mappingfield::HasFilenames, mapping.hasFilenames);
    flag(mappingfield::HasLineNumbers, mapping.hasLineNumbers);
    flag(mappingfield::HasInlineFrames, mapping.hasInlineFrames);
    m_profile.bytes(profilefield::Mapping, m_inner.message());
}

void Encoder::location(std::size_t row)
{
    const auto &location = m_message.locations[row];
    m_inner.clear();
    m_inner.number(locationfield::Id, location.id);
    m_inner.number(locationfield::Mapping, location.mapping);
    m_inner.number(locationfield::Address, location.address);
    for (const auto &line : m_message.linesOf(row)) {
        m_packed.clear();
        m_packed.number(linefield::Function, line.function);
        m_packed.number(linefield::Line, line.line);
        m_packed.number(linefield::Column, line.column);
        m_inner.bytes(locationfield::Line, m_packed.message());
    }
    m_inner.number(locationfield::IsFolded, std::uint64_t(location.isFolded ? 1 : 0));
    m_profile.bytes(profilefield::Location, m_inner.message());
}

void Encoder::function(const Function &function)
{
    m_inner.clear();
    m_inner.number(functionfield::Id, function.id);
    text(m_inner, functionfield::Name, function.name);
    text(m_inner, functionfield::SystemName, function.systemName);
    text(m_inner, functionfield::File, function.file);
    m_inner.number(functionfield::StartLine, function.startLine);
    m_profile.bytes(profilefield::Function, m_inner.message());
}

void Encoder::header()
{
    text(m_profile, profilefield::DropFrames, m_message.dropFrames);
    text(m_profile, profilefield::KeepFrames, m_message.keepFrames);
    m_profile.number(profilefield::TimeNanos, m_message.timeNanos);
    m_profile.number(profilefield::DurationNanos, m_message.durationNanos);
    if (m_message.periodType.type != 0 || m_message.periodType.unit != 0)
        valueKind(profilefield::PeriodType, m_message.periodType);
    m_profile.number(profilefield::Period, m_message.period);
    packed(m_profile, profilefield::Comment, std::span<const Text>(m_message.comments));
    text(m_profile, profilefield::DefaultSampleType, m_message.defaultSampleType);
    text(m_profile, profilefield::DocUrl, m_message.docUrl);
}

} // namespace

std::string encode(const Message &message)
{
    return Encoder(message).run();
}

} // namespace ember::model::pprof
