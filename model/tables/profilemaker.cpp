// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/profilemaker.h"

#include "model/tables/tablevalues.h"

#include <algorithm>
#include <set>

namespace ember::model::tables {

Keys::Keys(const Tables &tables)
    : sources(tables.sources.id),
      samples(tables.samples.id),
      locations(tables.locations.id),
      functions(tables.functions.id),
      processes(tables.processes.key),
      threads(tables.threads.key),
      mappings(tables.mappings.id),
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
    if (starts.size() == 1) // sources that started at different times have none in common
        m_builder.setStart(toTime(*starts.begin()));
}

// What a chunk says of its program stands among the attributes, where no x_processes says it.
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
        // A change renames its thread; the thread may have had a newer name.
        const auto thread = m_threads[*found];
        const Thread now = m_builder.tables().threads[thread];
        m_builder.addThreadChange(
            {thread, *time, text(rows.threadName[row]), toUnsigned(rows.priority[row])});
        m_builder.thread(thread) = now;
    }
}

} // namespace ember::model::tables
