// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/perfscript/perfrows.h"

#include "model/core/validutf8.h"
#include "model/formats/textlines.h"

#include <limits>

namespace ember::model::perfscript {

StringIndex PerfRows::string(std::string_view text)
{
    return m_builder.string(validUtf8(text));
}

FrameIndex PerfRows::frame(const FrameLine &line)
{
    Frame frame;
    frame.pc = line.address;
    if (!line.binary.empty())
        frame.image = image(line.binary);
    if (line.symbol.empty()) {
        frame.address = line.address;
    } else {
        Function function;
        function.name = string(line.symbol);
        if (!line.binary.empty())
            function.package = string(line.binary);
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
        const auto number = parseUnsigned(pid);
        const bool isPid = number && *number <= std::numeric_limits<std::uint32_t>::max();
        m_oddIds += isPid || pid.empty() ? 0U : 1U;
        process.pid = isPid ? static_cast<std::uint32_t>(*number) : 0;
        process.name = string(command);
        place->second = m_builder.addProcess(process);
    }
    return place->second;
}

ThreadIndex PerfRows::thread(const SampleLine &sample)
{
    const auto [place, isNew] = m_threads.try_emplace({sample.pid, sample.tid});
    if (isNew) {
        Thread thread;
        thread.process = process(sample.pid, sample.command);
        thread.id = string(sample.tid);
        thread.isMain = !sample.pid.empty() && sample.pid == sample.tid;
        place->second = m_builder.addThread(std::move(thread));
    }
    const auto name = string(sample.command);
    if (m_builder.tables().threads[place->second].name != name)
        m_builder.thread(place->second).name = name;
    return place->second;
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
