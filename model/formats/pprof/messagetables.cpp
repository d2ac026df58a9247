// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/messagetables.h"

#include "model/core/text.h"
#include "model/formats/export/losses.h"
#include "model/query/weights.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ember::model::pprof {

namespace {

using Json = nlohmann::json;

class AttributeList {
public:
    explicit AttributeList(ProfileBuilder &builder) : m_builder(builder) { }

    void add(const char *key, const Json &value)
    {
        m_list.push_back({m_builder.string(key), m_builder.string(value.dump())});
    }

    void addIfNot0(const char *key, std::int64_t value)
    {
        if (value != 0)
            add(key, value);
    }

    void addIfThere(const char *key, std::string_view text)
    {
        if (!text.empty())
            add(key, validUtf8(text));
    }

    std::vector<Attribute> take() { return std::move(m_list); }

private:
    ProfileBuilder &m_builder;
    std::vector<Attribute> m_list;
};

// Returns the value, or 0 if it is no integer: other tools may write any type.
std::int64_t integer(const Json &value)
{
    return value.is_number_integer() ? value.get<std::int64_t>() : 0;
}

std::string textOf(const Json &value)
{
    return value.is_string() ? value.get<std::string>() : std::string();
}

template<typename Use>
void forEach(const Profile &profile, const std::vector<Attribute> &attributes, Use use)
{
    for (const auto &attribute : attributes) {
        const auto value = Json::parse(profile.text(attribute.json), nullptr, false);
        if (!value.is_discarded())
            use(profile.text(attribute.key), value);
    }
}

// Copies what attributesOf() has stored in the attributes of an image back; ignores others.
void takeAttributes(const Profile &profile, const Image &image, Mapping &mapping)
{
    forEach(profile, image.attributes, [&](std::string_view key, const Json &value) {
        if (key == "file_offset")
            mapping.offset = static_cast<std::uint64_t>(integer(value));
        else if (key == "has_functions")
            mapping.hasFunctions = integer(value) != 0;
        else if (key == "has_filenames")
            mapping.hasFilenames = integer(value) != 0;
        else if (key == "has_line_numbers")
            mapping.hasLineNumbers = integer(value) != 0;
        else if (key == "has_inline_frames")
            mapping.hasInlineFrames = integer(value) != 0;
    });
}

} // namespace

std::vector<Attribute> metadataOf(const Message &message, ProfileBuilder &builder)
{
    const auto text = [&](Text row) { return message.strings[row]; };
    AttributeList list(builder);
    if (message.periodType.type != 0 || message.periodType.unit != 0)
        list.add("period_type",
                 Json::array({validUtf8(text(message.periodType.type)),
                              validUtf8(text(message.periodType.unit))}));
    list.addIfNot0("period", message.period);
    list.addIfNot0("time_nanos", message.timeNanos);
    list.addIfNot0("duration_nanos", message.durationNanos);
    list.addIfThere("drop_frames", text(message.dropFrames));
    list.addIfThere("keep_frames", text(message.keepFrames));
    list.addIfThere("default_sample_type", text(message.defaultSampleType));
    list.addIfThere("doc_url", text(message.docUrl));
    if (!message.comments.empty()) {
        auto comments = Json::array();
        for (const auto comment : message.comments)
            comments.push_back(validUtf8(text(comment)));
        list.add("comments", comments);
    }
    return list.take();
}

std::vector<Attribute> attributesOf(const Mapping &mapping, ProfileBuilder &builder)
{
    AttributeList list(builder);
    list.addIfNot0("file_offset", static_cast<std::int64_t>(mapping.offset));
    list.addIfNot0("has_functions", mapping.hasFunctions ? 1 : 0);
    list.addIfNot0("has_filenames", mapping.hasFilenames ? 1 : 0);
    list.addIfNot0("has_line_numbers", mapping.hasLineNumbers ? 1 : 0);
    list.addIfNot0("has_inline_frames", mapping.hasInlineFrames ? 1 : 0);
    return list.take();
}

void takeMetadata(const Profile &profile, const Source &source, Message &message)
{
    forEach(profile, source.attributes, [&](std::string_view key, const Json &value) {
        if (key == "period_type" && value.is_array() && value.size() == 2)
            message.periodType = {message.add(textOf(value[0])), message.add(textOf(value[1]))};
        else if (key == "period")
            message.period = integer(value);
        else if (key == "time_nanos")
            message.timeNanos = integer(value);
        else if (key == "duration_nanos")
            message.durationNanos = integer(value);
        else if (key == "drop_frames")
            message.dropFrames = message.add(textOf(value));
        else if (key == "keep_frames")
            message.keepFrames = message.add(textOf(value));
        else if (key == "doc_url")
            message.docUrl = message.add(textOf(value));
        else if (key == "comments" && value.is_array())
            for (const auto &comment : value)
                message.comments.push_back(message.add(textOf(comment)));
    });
}

std::size_t mainType(const Message &message)
{
    const auto wanted = message.strings[message.defaultSampleType];
    const auto found = std::ranges::find_if(message.sampleTypes, [&](const auto &type) {
        return message.strings[type.type] == wanted;
    });
    if (wanted.empty() || found == message.sampleTypes.end())
        return message.sampleTypes.size() - 1;
    return static_cast<std::size_t>(found - message.sampleTypes.begin());
}

namespace {

std::string_view fileOf(const Profile &profile, const model::Function &function)
{
    return profile.text(function.file.isValid() ? function.file : function.absPath);
}

// Whether the path is the kernel's or a library's.
bool isNoProgram(std::string_view path)
{
    const auto base = fileNameOf(path);
    return path.starts_with('[') || base.ends_with(".so")
        || base.find(".so.") != std::string_view::npos;
}

// Whether a process is named after this program; the kernel cuts names to 15 bytes.
bool isProgramOfProcess(const Profile &profile, std::string_view path)
{
    constexpr std::size_t shortened = 15;
    const auto base = fileNameOf(path);
    return !base.empty()
        && std::ranges::any_of(profile.tables().processes, [&](const Process &process) {
               const auto name = profile.text(process.name);
               return name == base || (name.size() == shortened && base.starts_with(name));
           });
}

// Returns the program's image. Files with addresses of images list it first; perf lists images in
// the order of its stacks.
std::optional<ImageIndex> programOf(const Profile &profile)
{
    const auto &images = profile.tables().images;
    if (images.size() == 0)
        return std::nullopt;
    const auto pathOf = [&](std::size_t row) {
        return profile.text(profile.image(ImageIndex(row)).codeFile);
    };
    const auto first = [&](auto isWanted) {
        for (std::size_t row = 0; row < images.size(); ++row) {
            if (isWanted(pathOf(row)))
                return std::optional(ImageIndex(row));
        }
        return std::optional<ImageIndex>();
    };
    if (profile.image(ImageIndex(0)).size > 0 || !isNoProgram(pathOf(0)))
        return ImageIndex(0);
    auto program = first([&](std::string_view path) { return isProgramOfProcess(profile, path); });
    if (!program)
        program = first([](std::string_view path) { return !path.empty() && !isNoProgram(path); });
    return program.value_or(ImageIndex(0));
}

void addSaturating(std::int64_t &sum, std::int64_t value)
{
    if (__builtin_add_overflow(sum, value, &sum))
        sum = value > 0 ? std::numeric_limits<std::int64_t>::max()
                        : std::numeric_limits<std::int64_t>::min();
}

bool isSeconds(std::string_view unit)
{
    return unit == "seconds" || unit == "second" || unit == "s";
}

bool knowsCpuTime(const Profile &profile)
{
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        if (!profile.samples(ThreadIndex(row)).details.isEmpty())
            return true;
    }
    return false;
}

bool isOf(const Profile &profile, std::string_view format)
{
    return std::ranges::any_of(profile.tables().sources, [&](const Source &source) {
        return profile.text(source.type) == format;
    });
}

// Rounds towards 0; counts NaN and values out of range.
std::int64_t wholePart(double value, Rounding &rounding)
{
    if (std::isnan(value)) {
        ++rounding.absent;
        return 0;
    }
    constexpr double limit = 9223372036854774784.0; // the largest double below 2^63
    if (std::abs(value) > limit) {
        ++rounding.outOfRange;
        return std::signbit(value) ? std::numeric_limits<std::int64_t>::min()
                                   : std::numeric_limits<std::int64_t>::max();
    }
    return static_cast<std::int64_t>(value);
}

double fractionOf(double value)
{
    return std::isfinite(value) ? value - std::trunc(value) : 0;
}

} // namespace

bool isLine(const Profile &profile, const Frame &frame)
{
    if (!frame.function.isValid())
        return false;
    const auto &function = profile.function(frame.function);
    const bool hasAddress = frame.pc != 0 || frame.address;
    return !profile.text(function.name).empty() || !fileOf(profile, function).empty()
        || (frame.line != 0 && !hasAddress);
}

TextTable::TextTable(Message &message) : m_message(message)
{
    m_known.emplace(std::string_view(), m_message.add({}));
}

Text TextTable::text(std::string_view text)
{
    if (const auto known = m_known.find(text); known != m_known.end())
        return known->second;
    const auto row = m_message.add(std::string(text));
    m_known.emplace(m_message.strings[row], row);
    return row;
}

CodeTables::CodeTables(const Profile &profile, Message &message, TextTable &texts)
    : m_profile(profile),
      m_message(message),
      m_texts(texts),
      m_single(profile.tables().frames.size()),
      m_functions(profile.tables().functions.size()),
      m_mappings(profile.tables().images.size())
{
    // pprof takes the first mapping for the program.
    if (const auto program = programOf(profile))
        mapping(*program);
}

void CodeTables::appendStack(StackIndex stack, std::vector<Id> &locations)
{
    m_open.clear();
    for (; stack != emptyStack; stack = m_profile.stack(stack).parent) {
        const auto &node = m_profile.stack(stack);
        m_open.push_back(node.frame);
        const bool isWithin = m_profile.frame(node.frame).inlined == Inlined::Yes;
        if (isWithin && node.parent != emptyStack)
            continue;
        locations.push_back(location(m_open));
        m_open.clear();
    }
}

Id CodeTables::location(const Frames &frames)
{
    const auto outermost = frames.back();
    auto &known = frames.size() == 1 ? m_single[outermost.row()] : m_inlined[frames];
    if (known != 0)
        return known;
    const Frame &frame = m_profile.frame(outermost);
    Location location;
    location.id = m_message.locations.size() + 1;
    location.address = frame.pc != 0 ? frame.pc : frame.address.value_or(0);
    location.mapping = frame.image.isValid() ? mapping(frame.image) : 0;
    location.isFolded = m_profile.text(frame.attributes) == foldedAttributes;
    for (const auto index : frames) {
        const Frame &inner = m_profile.frame(index);
        if (isLine(m_profile, inner))
            m_message.lines.push_back({function(inner.function), inner.line, inner.column});
    }
    location.linesEnd = static_cast<std::uint32_t>(m_message.lines.size());
    m_message.locations.push_back(location);
    known = location.id;
    return known;
}

Id CodeTables::function(FunctionIndex index)
{
    auto &known = m_functions[index.row()];
    if (known != 0)
        return known;
    const auto &function = m_profile.function(index);
    const auto name = m_profile.text(function.name);
    Function row;
    row.id = m_message.functions.size() + 1;
    row.name = m_texts.text(name == namelessFunction ? std::string_view() : name);
    row.systemName = m_texts.text(m_profile.text(function.rawName));
    row.file = m_texts.text(fileOf(m_profile, function));
    row.startLine = function.startLine;
    m_message.functions.push_back(row);
    known = row.id;
    return known;
}

Id CodeTables::mapping(ImageIndex index)
{
    auto &known = m_mappings[index.row()];
    if (known != 0)
        return known;
    const Image &image = m_profile.image(index);
    Mapping mapping;
    mapping.id = m_message.mappings.size() + 1;
    mapping.start = image.address;
    mapping.limit = image.address + std::min(image.size, ~image.address);
    mapping.file = m_texts.text(m_profile.text(image.codeFile));
    mapping.buildId = m_texts.text(m_profile.text(image.codeId));
    // Tells pprof that names are known already.
    mapping.hasFunctions = image.symbols >= SymbolState::DynamicOnly;
    mapping.hasFilenames = image.symbols == SymbolState::Debug;
    mapping.hasLineNumbers = mapping.hasFilenames;
    mapping.hasInlineFrames = mapping.hasFilenames;
    takeAttributes(m_profile, image, mapping);
    m_message.mappings.push_back(mapping);
    known = mapping.id;
    return known;
}

std::int64_t roundedValue(double value, Rounding &rounding)
{
    const auto whole = wholePart(value, rounding);
    const auto fraction = fractionOf(value);
    rounding.fractions += fraction != 0 ? 1U : 0U;
    return whole + std::llround(fraction);
}

void SampleSums::add(std::size_t place, std::int64_t whole)
{
    addSaturating(m_values[place], whole);
}

void SampleSums::add(std::size_t place, double value, double scale)
{
    const auto scaled = value * scale;
    add(place, wholePart(scaled, m_rounding));
    const auto fraction = fractionOf(scaled);
    if (fraction == 0)
        return;
    auto &rest = m_rests[place];
    rest.sum += fraction;
    rest.isLoss = rest.isLoss || scale == 1;
}

void SampleSums::round()
{
    for (const auto &[place, rest] : m_rests) {
        const auto rounded = std::llround(rest.sum);
        m_rounding.fractions += rest.isLoss && static_cast<double>(rounded) != rest.sum ? 1U : 0U;
        add(place, rounded);
    }
    m_rests.clear();
}

std::size_t SampleTypes::column(std::string_view type, std::string_view unit)
{
    const ValueKindText wanted{m_texts.text(type), m_texts.text(unit)};
    auto &types = m_message.sampleTypes;
    const auto found = std::ranges::find_if(types, [&](const auto &known) {
        return known.type == wanted.type && known.unit == wanted.unit;
    });
    const auto column = static_cast<std::size_t>(found - types.begin());
    if (found == types.end())
        types.push_back(wanted);
    return column;
}

SampleColumns::SampleColumns(const Profile &profile, SampleTypes &types)
{
    const auto &tables = profile.tables();
    // Profiles from pprof are written back unchanged.
    const bool hasTimes = tables.origin != TimeOrigin::None && !isOf(profile, "pprof");
    const bool hasOwnCount = findValueType(profile, "samples/count").isValid();
    if ((hasTimes || tables.valueTypes.isEmpty()) && !hasOwnCount)
        m_samples = types.column("samples", "count");
    for (std::size_t row = 0; row < tables.valueTypes.size(); ++row) {
        const ValueTypeIndex index(row);
        const auto &type = tables.valueTypes[index];
        if (type.kind != ValueKind::Sum)
            continue;
        const auto unit = profile.text(type.unit);
        const double scale = isSeconds(unit) ? 1e9 : 1;
        const auto column =
            types.column(profile.text(type.type), scale != 1 ? "nanoseconds" : unit);
        m_own.push_back({index, column, scale});
        if (index == tables.mainValue)
            m_main = column;
    }
    if (hasTimes) {
        m_wall = types.column("wall", "nanoseconds");
        // perf takes samples at events: between two samples of a thread others may have run.
        m_main = isOf(profile, "perfscript") && !m_own.empty() ? mostSampled(profile) : *m_wall;
        if (knowsCpuTime(profile))
            m_cpu = types.column("cpu", "nanoseconds");
    }
    if (!m_main && m_samples)
        m_main = m_samples;
}

// Returns the column of the profile's own type that most samples have.
std::size_t SampleColumns::mostSampled(const Profile &profile) const
{
    const auto samplesWith = [&](const Own &own) {
        std::uint64_t count = 0;
        for (std::size_t row = 0; row < profile.threadCount(); ++row) {
            const auto &values = profile.samples(ThreadIndex(row)).values;
            const auto column = std::ranges::find(values, own.type, &ValueColumn::type);
            count += column != values.end() ? valueCount(*column) : 0;
        }
        return count;
    };
    return std::ranges::max_element(m_own, {}, samplesWith)->column;
}

bool SampleColumns::isEndOnly(const ThreadSamples &samples, SampleIndex sample,
                              Nanoseconds last) const
{
    const bool isLast = sample.row() > 0 && sample.row() + 1 == samples.size();
    if (!m_wall || !isLast || samples.stacks[sample] != emptyStack || last.count() > 0
        || samples.details.contains(sample))
        return false;
    return std::ranges::all_of(samples.values, [&](const ValueColumn &column) {
        return std::isnan(column.values[sample]);
    });
}

void SampleColumns::add(const ThreadSamples &samples, SampleIndex sample, Nanoseconds last,
                        SampleSums &sums, std::size_t place) const
{
    if (m_samples)
        sums.add(place + *m_samples, 1);
    for (const auto &own : m_own) {
        const auto column = std::ranges::find(samples.values, own.type, &ValueColumn::type);
        if (column != samples.values.end())
            sums.add(place + own.column, column->values[sample], own.scale);
    }
    const SampleIndex next(sample.row() + 1);
    if (m_wall) {
        const auto duration =
            samples.times.contains(next) ? samples.times[next] - samples.times[sample] : last;
        sums.add(place + *m_wall, duration.count());
    }
    if (m_cpu && samples.details.contains(sample))
        sums.add(place + *m_cpu, samples.details[sample].cpuNs);
}

} // namespace ember::model::pprof
