// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/perfscript/perfrows.h"

#include "model/core/text.h"
#include "model/formats/import/valuechecks.h"

namespace ember::model::perfscript {

StringIndex PerfRows::string(std::string_view text)
{
    return m_builder.string(validUtf8(text));
}

std::vector<FrameIndex> PerfRows::frames(const std::vector<FrameLine> &lines)
{
    std::vector<FrameIndex> leafFirst(lines.size());
    std::string_view binary;
    for (auto place = lines.size(); place-- > 0;) {
        auto line = lines[place];
        if (line.isInlined)
            line.binary = binary;
        binary = line.binary;
        leafFirst[place] = frame(line);
    }
    return leafFirst;
}

FrameIndex PerfRows::frame(const FrameLine &line)
{
    Frame frame;
    frame.pc = line.address;
    frame.inlined = line.isInlined ? Inlined::Yes : Inlined::No;
    if (!line.binary.empty())
        frame.image = image(line.binary);
    if (line.symbol.empty() && !line.isUnknown) {
        frame.address = line.address;
    } else {
        // Where a binary lay is not said, so an address tells nothing that is the same next time.
        Function function;
        function.name = string(line.isUnknown ? unknownSymbol : line.symbol);
        if (!line.binary.empty())
            function.package = string(line.binary);
        if (!line.file.empty())
            function.file = string(line.file);
        frame.line = line.line;
        frame.function = m_builder.function(function);
    }
    return m_builder.frame(frame);
}

// perf prints addresses within the binary, or of the process, but not where a binary lay.
ImageIndex PerfRows::image(std::string_view path)
{
    const auto [place, isNew] = m_images.try_emplace(path);
    if (isNew) {
        Image image;
        image.codeFile = string(path);
        place->second = m_builder.addImage(std::move(image));
    }
    return place->second;
}

ProcessIndex PerfRows::process(std::string_view pid, std::string_view command)
{
    const auto [place, isNew] = m_processes.try_emplace(pid);
    if (isNew) {
        Process process;
        const auto number = parseProcessId(pid);
        m_oddIds += number || pid.empty() || pid == unknownId ? 0U : 1U;
        process.pid = number.value_or(0);
        process.name = string(command);
        place->second = m_builder.addProcess(process);
    }
    return place->second;
}

ThreadIndex PerfRows::thread(const SampleLine &sample)
{
    const auto [place, isNew] = m_threads.try_emplace({sample.pid, sample.tid});
    auto &known = place->second;
    const auto time = sample.time.value_or(Nanoseconds(0));
    const auto name = string(sample.command);
    const bool isUnknown = sample.tid == unknownId;
    m_unknown += isUnknown ? 1U : 0U;
    if (isNew) {
        Thread thread;
        thread.process = process(sample.pid, sample.command);
        if (!isUnknown)
            thread.id = string(sample.tid);
        thread.isMain = !sample.pid.empty() && sample.pid == sample.tid && !isUnknown;
        thread.name = name;
        known = {m_builder.addThread(std::move(thread)), time, false};
    }
    const auto before = m_builder.tables().threads[known.index].name;
    if (before != name) {
        if (!std::exchange(known.isRenamed, true))
            m_namings.push_back({known.index, known.start, before});
        m_namings.push_back({known.index, time, name});
        m_builder.thread(known.index).name = name;
    }
    return known.index;
}

void PerfRows::report(const FileNotes &notes) const
{
    notes.warn("perfscript-odd-ids", oddProcessId, m_oddIds);
    notes.note("perfscript-unknown-threads",
               "samples of threads that perf has no id of (-1): they are one thread without an "
               "id, or one of each process",
               m_unknown);
}

ValueTypeIndex PerfRows::valueType(std::string_view event)
{
    const auto [place, isNew] = m_types.try_emplace(event);
    if (isNew) {
        const auto base = event.substr(0, event.find(':'));
        const bool isTime = base == "cpu-clock" || base == "task-clock";
        place->second = m_builder.addValueType(
            {string(event), m_builder.string(isTime ? "nanoseconds" : "count")});
    }
    return place->second;
}

} // namespace ember::model::perfscript
