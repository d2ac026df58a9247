// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/profilemaker.h"

#include "model/tables/tablevalues.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace ember::model::tables {

Keys::Keys(const Tables &tables)
    : sources(tables.sources.id),
      samples(tables.samples.id),
      locations(tables.locations.id),
      functions(tables.functions.id),
      processes(tables.processes.key),
      threads(tables.threads.key),
      mappings(tables.mappings.id),
      transactions(tables.transactions.key),
      sourceDetails(tables.sourceDetails.source),
      sampleThreads(tables.sampleThreads.sample),
      sampleDetails(tables.sampleDetails.sample),
      locationAttrs(tables.locationAttrs.location),
      functionAttrs(tables.functionAttrs.function)
{
}

ProfileMaker::ProfileMaker(const Tables &tables, const Keys &keys, TimeOrigin origin,
                           const std::vector<bool> &isMember)
    : m_tables(tables),
      m_keys(keys),
      m_isMember(isMember),
      m_builder(origin),
      m_strings(tables.strings.size()),
      m_sources(rowCount(tables.sources)),
      m_sourceProcesses(m_sources.size()),
      m_sourceThreads(m_sources.size()),
      m_processes(rowCount(tables.processes)),
      m_threads(rowCount(tables.threads)),
      m_images(rowCount(tables.mappings)),
      m_transactions(rowCount(tables.transactions)),
      m_frames(rowCount(tables.locations)),
      m_functions(rowCount(tables.functions))
{
}

ProfilePointer ProfileMaker::make()
{
    addProcesses();
    addSources();
    addThreads();
    addThreadChanges();
    addImages();
    addValueTypes();
    addSamples();
    addCutRoots();
    chooseMainValue();
    addMeasurements();
    addEvents();
    addOutput();
    addTransactions();
    addSpans();
    addStatistics();
    const auto profile = m_builder.snapshot();
    return markGaps(*profile) ? m_builder.snapshot() : profile;
}

StringIndex ProfileMaker::text(StringIndex index)
{
    if (isNa(index))
        return {};
    auto &known = m_strings[index.row()];
    if (!known.isValid())
        known = m_builder.string(m_tables.text(index));
    return known;
}

std::optional<std::size_t> ProfileMaker::member(std::int32_t source) const
{
    const auto row = m_keys.sources.find(source);
    return row && m_isMember[*row] ? row : std::nullopt;
}

ProcessIndex ProfileMaker::process(std::int32_t key) const
{
    const auto row = m_keys.processes.find(key);
    return row ? m_processes[*row] : ProcessIndex();
}

ThreadIndex ProfileMaker::thread(std::int32_t key) const
{
    const auto row = m_keys.threads.find(key);
    return row ? m_threads[*row] : ThreadIndex();
}

void ProfileMaker::addProcesses()
{
    const auto &rows = m_tables.processes;
    for (std::size_t row = 0; row < rowCount(rows); ++row) {
        if (!member(rows.source[row]))
            continue;
        Process process;
        process.pid = toUnsigned(rows.pid[row]).value_or(0);
        process.name = text(rows.processName[row]);
        process.command = text(rows.command[row]);
        process.executable = text(rows.executable[row]);
        process.profilerId = text(rows.profilerId[row]);
        process.platform = text(rows.platform[row]);
        process.release = text(rows.release[row]);
        process.environment = text(rows.environment[row]);
        process.dist = text(rows.dist[row]);
        process.sdkName = text(rows.sdkName[row]);
        process.sdkVersion = text(rows.sdkVersion[row]);
        process.start = toTime(rows.start[row]);
        process.end = toTime(rows.end[row]);
        process.launched = rows.launched[row] == 1;
        process.workingDirectory = text(rows.workingDirectory[row]);
        const auto how = m_tables.text(rows.exitHow[row]);
        if (!how.empty() && !isNa(rows.exitCode[row]))
            process.exit = ExitStatus{rows.exitCode[row], how != "exited", how == "dumped"};
        m_processes[row] = m_builder.addProcess(process);
    }
    for (std::size_t row = 0; row < rowCount(rows); ++row) {
        if (m_processes[row].isValid())
            m_builder.process(m_processes[row]).parent = process(rows.parent[row]);
    }
}

void ProfileMaker::addSources()
{
    std::vector<Source> sources(m_sources.size());
    std::set<std::int64_t> starts;
    const auto &attributes = m_tables.sourceAttrs;
    for (std::size_t row = 0; row < rowCount(attributes); ++row) {
        if (const auto source = member(attributes.source[row]))
            sources[*source].attributes.push_back(
                {text(attributes.key[row]), text(attributes.value[row])});
    }
    for (std::size_t row = 0; row < m_sources.size(); ++row) {
        if (!m_isMember[row])
            continue;
        Source &source = sources[row];
        source.type = text(m_tables.sources.type[row]);
        source.uri = text(m_tables.sources.uri[row]);
        if (const auto found = m_keys.sourceDetails.find(m_tables.sources.id[row])) {
            const auto &details = m_tables.sourceDetails;
            source.process = process(details.process[*found]);
            source.chunkId = text(details.chunkId[*found]);
            source.bytes = toCount(details.bytes[*found]);
            source.samples = toCount(details.samples[*found]);
            starts.insert(details.origin[*found]);
            source.range = {toTime(details.start[*found]).value_or(Timestamp()),
                            toTime(details.end[*found]).value_or(Timestamp())};
        }
        if (!source.process.isValid() && m_processes.empty())
            source.process = processOf(row, source.attributes);
        m_sourceProcesses[row] = source.process;
        m_sources[row] = m_builder.addSource(std::move(source));
    }
    if (starts.size() == 1) // sources that started at different times have no common start
        m_builder.setStart(toTime(*starts.begin()));
}

// Makes the process of a chunk's source, whose attributes describe the program, if there is no
// x_processes.
ProcessIndex ProfileMaker::processOf(std::size_t source, const std::vector<Attribute> &attributes)
{
    Process process;
    process.name = text(m_tables.sources.uri[source]);
    process.launched = true;
    const std::array fields{
        std::pair("profiler_id", &Process::profilerId),
        std::pair("platform", &Process::platform),
        std::pair("release", &Process::release),
        std::pair("environment", &Process::environment),
        std::pair("dist", &Process::dist),
        std::pair("client_sdk.name", &Process::sdkName),
        std::pair("client_sdk.version", &Process::sdkVersion),
    };
    for (const auto &[key, json] : attributes) {
        const auto name = m_builder.tables().strings[key];
        const auto value = m_builder.tables().strings[json];
        const auto field =
            std::ranges::find(fields, name, [](const auto &entry) { return entry.first; });
        if (field != fields.end() && isPlainJsonString(value))
            process.*field->second =
                m_builder.string(std::string(value.substr(1, value.size() - 2)));
    }
    return m_builder.addProcess(std::move(process));
}

void ProfileMaker::addThreads()
{
    const auto &rows = m_tables.threads;
    for (std::size_t row = 0; row < rowCount(rows); ++row) {
        const auto source = member(rows.source[row]);
        if (!source)
            continue;
        Thread thread;
        thread.process = process(rows.process[row]);
        if (isNa(rows.process[row]) && m_processes.empty())
            thread.process = m_sourceProcesses[*source];
        thread.id = text(rows.id[row]);
        thread.name = text(rows.threadName[row]);
        thread.priority = toUnsigned(rows.priority[row]);
        thread.start = toTime(rows.start[row]);
        thread.end = toTime(rows.end[row]);
        thread.isMain = rows.isMain[row] == 1;
        m_threads[row] = m_builder.addThread(thread);
    }
}

void ProfileMaker::addThreadChanges()
{
    const auto &rows = m_tables.threadChanges;
    for (std::size_t row = 0; row < rowCount(rows); ++row) {
        const auto found = m_keys.threads.find(rows.thread[row]);
        const auto time = toTime(rows.time[row]);
        if (!found || !m_threads[*found].isValid() || !time)
            continue;
        // addThreadChange() also renames the thread, whose present name may be newer: it is
        // restored.
        const auto thread = m_threads[*found];
        const Thread now = m_builder.tables().threads[thread];
        m_builder.addThreadChange(
            {thread, *time, text(rows.threadName[row]), toUnsigned(rows.priority[row])});
        m_builder.thread(thread) = now;
    }
}

namespace {

InApp inAppOf(std::int32_t cell)
{
    if (isNa(cell) || cell == inAppNotSaid)
        return InApp::Unset;
    return cell == 1 ? InApp::Yes : InApp::No;
}

} // namespace

void ProfileMaker::addImages()
{
    const auto &rows = m_tables.mappings;
    const auto address = [&](StringIndex cell) {
        return toAddress(m_tables.text(cell)).value_or(0);
    };
    std::vector<Image> images(m_images.size());
    const auto &attributes = m_tables.mappingAttrs;
    for (std::size_t row = 0; row < rowCount(attributes); ++row) {
        if (const auto found = m_keys.mappings.find(attributes.mapping[row]))
            images[*found].attributes.push_back(
                {text(attributes.key[row]), text(attributes.value[row])});
    }
    for (std::size_t row = 0; row < images.size(); ++row) {
        const auto source = member(rows.source[row]);
        if (!source)
            continue;
        Image &image = images[row];
        image.process = process(rows.process[row]);
        if (isNa(rows.process[row]) && m_processes.empty())
            image.process = m_sourceProcesses[*source];
        image.type = text(rows.type[row]);
        image.codeFile = text(rows.filename[row]);
        image.debugFile = text(rows.debugFile[row]);
        image.debugId = text(rows.debugId[row]);
        image.codeId = text(rows.buildId[row]);
        image.address = address(rows.start[row]);
        image.size = address(rows.limit[row]) - image.address; // modulo 2⁶⁴, as it was written
        image.bias = address(rows.bias[row]);
        image.loaded = toTime(rows.loaded[row]);
        image.unloaded = toTime(rows.unloaded[row]);
        const auto symbols = rows.symbols[row];
        if (symbols > 0 && symbols <= static_cast<int>(SymbolState::Debug))
            image.symbols = static_cast<SymbolState>(symbols);
        m_images[row] = m_builder.addImage(std::move(image));
    }
}

FunctionIndex ProfileMaker::function(std::size_t row)
{
    auto &known = m_functions[row];
    if (known.isValid())
        return known;
    const auto &rows = m_tables.functions;
    Function function;
    function.startLine = toLine(rows.startLine[row]);
    if (const auto found = m_keys.functionAttrs.find(rows.id[row])) {
        const auto &attributes = m_tables.functionAttrs;
        function.startLine = toLine(rows.startLine[row], attributes.wideStartLine[*found]);
        function.name = text(attributes.functionName[*found]);
        function.rawName = text(attributes.rawName[*found]);
        function.module = text(attributes.module[*found]);
        function.package = text(attributes.package[*found]);
        function.file = text(attributes.file[*found]);
        function.absPath = text(attributes.absPath[*found]);
    } else {
        if (m_tables.text(rows.functionName[row]) != unknownFunction)
            function.name = text(rows.functionName[row]);
        if (rows.systemName[row] != rows.functionName[row])
            function.rawName = text(rows.systemName[row]);
        function.file = text(rows.filename[row]);
    }
    known = m_builder.function(function);
    return known;
}

FrameIndex ProfileMaker::frame(std::size_t location)
{
    auto &known = m_frames[location];
    if (known.isValid())
        return known;
    const auto &rows = m_tables.locations;
    Frame frame;
    if (const auto row = m_keys.functions.find(rows.function[location]))
        frame.function = function(*row);
    frame.line = toLine(rows.line[location]);
    if (const auto found = m_keys.locationAttrs.find(rows.id[location])) {
        const auto &attributes = m_tables.locationAttrs;
        const auto row = *found;
        frame.line = toLine(rows.line[location], attributes.wideLine[row]);
        frame.column = toLine(attributes.column[row], attributes.wideColumn[row]);
        frame.address = toAddress(m_tables.text(attributes.address[row]));
        frame.pc = toAddress(m_tables.text(attributes.pc[row])).value_or(0);
        if (const auto mapping = m_keys.mappings.find(attributes.mapping[row]))
            frame.image = m_images[*mapping];
        frame.inlined = attributes.inlined[row] == 1 ? Inlined::Yes : Inlined::No;
        frame.attributes = text(attributes.frameJson[row]);
        frame.inApp = inAppOf(attributes.inApp[row]);
        if (!isNa(attributes.inAppOfFile[row]))
            frame.inAppOfFile = inAppOf(attributes.inAppOfFile[row]);
        frame.platform = text(attributes.platform[row]);
    }
    known = m_builder.frame(frame);
    return known;
}

void ProfileMaker::addMeasurements()
{
    using Series = std::tuple<ProcessIndex, StringIndex, StringIndex>;
    std::map<Series, MeasurementIndex> known;
    const auto &rows = m_tables.measurements;
    for (std::size_t row = 0; row < rowCount(rows); ++row) {
        const auto source = member(rows.source[row]);
        if (!source)
            continue;
        auto owner = process(rows.process[row]);
        if (isNa(rows.process[row]) && m_processes.empty())
            owner = m_sourceProcesses[*source];
        const auto name = text(rows.series[row]);
        const auto unit = text(rows.unit[row]);
        const auto [series, isNew] = known.try_emplace({owner, name, unit});
        if (isNew)
            series->second = m_builder.addMeasurement({owner, name, unit, {}});
        auto time = toTime(rows.time[row]);
        if (!time && !isNa(rows.timestamp[row]))
            time = toTime(nanosecondsOf(rows.timestamp[row]));
        if (time)
            m_builder.addMeasurementValue(series->second, {*time, rows.value[row]});
    }
}

void ProfileMaker::addEvents()
{
    const auto &rows = m_tables.events;
    constexpr auto lastKind = static_cast<int>(CaptureEventKind::ReportsLost);
    for (std::size_t row = 0; row < rowCount(rows); ++row) {
        const auto time = toTime(rows.time[row]);
        const auto kind = rows.kind[row];
        if (member(rows.source[row]) && time && kind >= 0 && kind <= lastKind)
            m_builder.addEvent({*time, static_cast<CaptureEventKind>(kind),
                                toCount(rows.count[row]), text(rows.text[row])});
    }
}

// Counts cut stacks whose location is in samples of this profile.
void ProfileMaker::addCutRoots()
{
    const auto &rows = m_tables.cutRoots;
    for (std::size_t row = 0; row < rowCount(rows); ++row) {
        const auto location = m_keys.locations.find(rows.location[row]);
        if (location && m_frames[*location].isValid())
            m_builder.countCut(m_builder.stack(emptyStack, m_frames[*location]),
                               static_cast<std::uint64_t>(rows.samples[row]));
    }
}

void ProfileMaker::addOutput()
{
    const auto &rows = m_tables.output;
    for (std::size_t row = 0; row < rowCount(rows); ++row) {
        const auto time = toTime(rows.time[row]);
        if (member(rows.source[row]) && time)
            m_builder.addOutput(
                {*time, rows.stream[row] == 2 ? OutputStream::Error : OutputStream::Standard,
                 text(rows.text[row])});
    }
}

void ProfileMaker::addTransactions()
{
    const auto &rows = m_tables.transactions;
    for (std::size_t row = 0; row < rowCount(rows); ++row) {
        const auto start = toTime(rows.start[row]);
        const auto end = toTime(rows.end[row]);
        if (!member(rows.source[row]) || !start || !end || *end < *start)
            continue;
        m_transactions[row] = m_builder.addTransaction(
            {process(rows.process[row]), thread(rows.thread[row]), text(rows.transactionName[row]),
             text(rows.op[row]), text(rows.traceId[row]), text(rows.spanId[row]),
             text(rows.parent[row]), text(rows.status[row]), text(rows.profilerId[row]), *start,
             *end, text(rows.event[row])});
    }
}

void ProfileMaker::addSpans()
{
    const auto &rows = m_tables.spans;
    for (std::size_t row = 0; row < rowCount(rows); ++row) {
        const auto start = toTime(rows.start[row]);
        const auto end = toTime(rows.end[row]);
        if (!member(rows.source[row]) || !start || !end || *end < *start)
            continue;
        const auto found = m_keys.transactions.find(rows.transaction[row]);
        const auto transaction = found ? m_transactions[*found] : TransactionIndex();
        m_builder.addTracingSpan({process(rows.process[row]), thread(rows.thread[row]),
                                  text(rows.spanName[row]), *start, *end, text(rows.op[row]),
                                  text(rows.id[row]), text(rows.parent[row]),
                                  text(rows.status[row]), transaction});
    }
}

// Takes the statistics if only one capture has some: shares and quantiles of several cannot be
// added.
void ProfileMaker::addStatistics()
{
    const auto &rows = m_tables.statistics;
    std::map<std::string_view, double> figures;
    std::optional<std::size_t> source;
    for (std::size_t row = 0; row < rowCount(rows); ++row) {
        const auto own = member(rows.source[row]);
        if (!own)
            continue;
        if (source && *source != *own)
            return;
        source = own;
        figures[m_tables.text(rows.key[row])] = rows.value[row];
    }
    const auto figure = [&](std::string_view key) {
        constexpr double exact = 9007199254740992.0; // 2^53
        const auto found = figures.find(key);
        const bool isFigure =
            found != figures.end() && found->second >= 0 && found->second <= exact;
        return isFigure ? found->second : 0.0;
    };
    auto &statistics = m_builder.statistics();
    const auto set = [&](std::string_view key, auto &value) {
        using Value = std::remove_reference_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, Nanoseconds>)
            value = Nanoseconds(static_cast<std::int64_t>(figure(key)));
        else
            value = static_cast<Value>(figure(key));
    };
    std::apply([&](const auto &...known) { (set(known.first, statistics.*known.second), ...); },
               captureFigures);
    for (std::size_t method = 0; method < unwindMethodNames.size(); ++method)
        set(unwindMethodNames.at(method), statistics.framesByMethod.at(method));
}

} // namespace ember::model::tables
