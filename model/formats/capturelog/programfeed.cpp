// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/programfeed.h"

#include "model/core/text.h"
#include "model/profile/debugid.h"

#include <string_view>

namespace ember::model::capturelog {

namespace {

std::string_view baseName(std::string_view path)
{
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

} // namespace

void ProgramFeed::take(const ProcessRecord &record)
{
    if (m_processes.contains(record.serial))
        return; // said again at the start of a segment
    m_stacks.addProcess(record);
    model::Process process;
    process.pid = record.pid;
    process.parent = processIndex(record.parent);
    process.name = m_builder.string(validUtf8(baseName(record.executable)));
    process.command = m_builder.string(validUtf8(record.command));
    process.executable = m_builder.string(validUtf8(record.executable));
    process.workingDirectory = m_builder.string(validUtf8(record.workingDirectory));
    process.profilerId = m_builder.string(validUtf8(record.profilerId));
    process.platform = m_builder.string("native");
    process.sdkName = m_builder.string("emberchart");
    process.sdkVersion = m_builder.string(EMBER_VERSION);
    process.start = record.start;
    process.launched = record.launched;
    const auto index = m_builder.addProcess(process);
    m_processes.emplace(record.serial,
                        KnownProcess{index, record.pid, record.executable, record.launched});
    if (record.launched && !m_launched.isValid())
        m_launched = index;
}

ProcessIndex ProgramFeed::processIndex(ProcessSerial serial) const
{
    const auto known = m_processes.find(serial);
    return known == m_processes.end() ? ProcessIndex() : known->second.index;
}

void ProgramFeed::take(const ProcessEndRecord &end)
{
    const auto index = processIndex(end.process);
    if (!index.isValid())
        return;
    m_builder.process(index).end = end.time;
    m_builder.process(index).exit = end.exit;
}

void ProgramFeed::take(const ThreadRecord &record)
{
    if (m_threads.contains(record.serial))
        return;
    model::Thread thread;
    thread.process = processIndex(record.process);
    thread.id = m_builder.string(std::to_string(record.tid));
    if (!record.name.empty())
        thread.name = m_builder.string(validUtf8(record.name));
    thread.priority = record.priority;
    thread.start = record.start;
    thread.isMain = record.isMain;
    m_threads.emplace(record.serial, m_builder.addThread(thread));
}

void ProgramFeed::take(const ThreadChangeRecord &change)
{
    const auto thread = m_threads.find(change.thread);
    if (thread == m_threads.end())
        return;
    const auto name =
        change.name.empty() ? StringIndex() : m_builder.string(validUtf8(change.name));
    // What it was from its start on would be overwritten.
    const auto index = thread->second;
    if (m_changed.insert(index).second) {
        const auto &was = m_builder.tables().threads[index];
        m_builder.addThreadChange({index, was.start.value_or(change.time), was.name, was.priority});
    }
    m_builder.addThreadChange({index, change.time, name, change.priority});
}

void ProgramFeed::take(const ThreadEndRecord &end)
{
    if (const auto thread = m_threads.find(end.thread); thread != m_threads.end())
        m_builder.thread(thread->second).end = end.time;
}

void ProgramFeed::take(const ImageRecord &record)
{
    if (m_images.contains(record.serial))
        return;
    const auto process = m_processes.find(record.process);
    model::Image image;
    image.process = processIndex(record.process);
    image.type = m_builder.string("symbolic");
    image.codeFile = m_builder.string(validUtf8(record.path));
    if (!record.buildId.empty()) {
        image.codeId = m_builder.string(validUtf8(record.buildId));
        image.debugId = m_builder.string(debugIdFromBuildId(record.buildId));
    }
    image.address = record.address;
    image.size = record.size;
    image.bias = record.bias;
    image.loaded = record.loaded;
    const auto index = m_builder.addImage(std::move(image));
    m_images.emplace(record.serial, index);
    if (m_builder.tables().strings[m_builder.tables().images[index].codeFile] != record.path)
        m_rawPaths.emplace(record.serial, record.path);

    InApp inApp = InApp::Unset;
    if (m_inApp != nullptr && process != m_processes.end()) {
        const auto &known = process->second;
        inApp = m_inApp->of(record.path, known.launched ? known.executable : std::string());
    }
    m_stacks.addImage(record, index, inApp);
    if (m_imageLoaded && process != m_processes.end())
        m_imageLoaded(process->second.pid, record);
}

void ProgramFeed::take(const ImageUnloadRecord &unload)
{
    if (const auto image = m_images.find(unload.image); image != m_images.end())
        m_builder.image(image->second).unloaded = unload.time;
}

ThreadIndex ProgramFeed::thread(ThreadSerial serial) const
{
    const auto known = m_threads.find(serial);
    return known == m_threads.end() ? ThreadIndex() : known->second;
}

void ProgramFeed::markSymbols(const FrameNames &names)
{
    const auto &tables = m_builder.tables();
    for (const auto &[serial, index] : m_images) {
        const auto &image = tables.images[index];
        const auto raw = m_rawPaths.find(serial);
        const std::string_view path =
            raw != m_rawPaths.end() ? raw->second : tables.strings[image.codeFile];
        const auto state =
            names.state({path, tables.strings[image.debugId], tables.strings[image.codeId],
                         image.address, image.size, image.bias});
        if (state != image.symbols)
            m_builder.image(index).symbols = state;
    }
}

} // namespace ember::model::capturelog
