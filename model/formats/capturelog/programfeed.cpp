// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/programfeed.h"

#include "model/core/rowset.h"
#include "model/core/text.h"
#include "model/formats/capturelog/logsymbols.h"
#include "model/formats/capturelog/stackcodec.h"
#include "model/profile/debugid.h"
#include "model/profile/reframe.h"
#include "model/profile/scripts.h"

#include <string_view>

namespace ember::model::capturelog {

void SegmentStacks::startSegment()
{
    m_scripts.startSegment();
    m_frames.clear();
    m_stacks.assign(firstStackId, {});
    m_stacks[unknownCallers.row()].rootReached = false;
}

void SegmentStacks::addImage(const ImageRecord &image, ImageIndex row, InApp inApp)
{
    m_images.insert_or_assign(image.serial, KnownImage{row, image.path, inApp, image.address});
}

void SegmentStacks::addProcess(const ProcessRecord &process)
{
    if (process.profilerId.empty())
        return;
    m_processes.insert_or_assign(process.serial,
                                 KnownProcess{jitCodePath(process.pid), process.profilerId,
                                              process.workingDirectory, process.pid,
                                              process.start});
}

void SegmentStacks::takeFrames(ByteReader &from)
{
    while (!from.atEnd()) {
        auto frame = decodeFrame(from);
        if (!from.hasFailed() && frame.method == UnwindMethod::Script) {
            const auto place = m_scripts.numberOf(frame.offset);
            frame.offset = place.value_or(0);
            if (!place)
                from.fail();
        }
        if (!from.hasFailed())
            m_frames.push_back(frame);
    }
}

void SegmentStacks::takeStacks(ByteReader &from, Nanoseconds seen)
{
    m_seen = seen;
    FrameId lastFrame(0);
    while (!from.atEnd()) {
        const auto record = decodeStack(from, StackId(m_stacks.size()), lastFrame);
        if (!from.hasFailed() && record.frame.row() >= m_frames.size())
            from.fail();
        if (from.hasFailed())
            return;
        lastFrame = record.frame;
        const auto &frame = m_frames[record.frame.row()];
        KnownStack stack = m_stacks[record.caller.row()];
        ++stack.framesByMethod[static_cast<std::size_t>(frame.method)];
        const auto &frames = framesOf(frame);
        for (auto outer = frames.rbegin(); outer != frames.rend(); ++outer)
            takeFrame(stack, *outer);
        m_stacks.push_back(stack);
    }
}

void SegmentStacks::takeFrame(KnownStack &stack, FrameIndex frame)
{
    stack.index = m_builder.stack(stack.index, frame);
    if (stack.root == emptyStack)
        stack.root = stack.index;
}

std::size_t SegmentStacks::FrameHash::operator()(const FrameRecord &frame) const
{
    const auto hash = mixHash(frame.offset, frame.image.raw());
    return mixHash(hash, std::uint64_t(frame.method) << 32U | frame.process.raw());
}

const SegmentStacks::Frames &SegmentStacks::framesOf(const FrameRecord &frame)
{
    const auto [place, isNew] = m_named.try_emplace(frame);
    if (isNew)
        place->second = name(frame);
    return place->second;
}

SegmentStacks::Frames SegmentStacks::name(const FrameRecord &record)
{
    if (record.method == UnwindMethod::Script)
        return nameScript(record);
    const auto image = m_images.find(record.image);
    if (record.image.isValid() && image != m_images.end())
        return nameInImage(record, image->second);
    const auto process = m_processes.find(record.process);
    if (!record.image.isValid() && process != m_processes.end())
        return nameJitCode(record, process->second);
    Frame frame;
    frame.pc = record.offset;
    frame.address = record.offset;
    return {m_builder.frame(frame)};
}

SegmentStacks::Frames SegmentStacks::nameInImage(const FrameRecord &record, const KnownImage &image)
{
    Frame frame;
    frame.pc = image.address + record.offset;
    frame.address = frame.pc;
    frame.image = image.row;
    frame.inApp = image.inApp;
    const auto &tables = m_builder.tables();
    const auto &row = tables.images[image.row];
    const ImageKey key{
        image.path, tables.strings[row.debugId], tables.strings[row.codeId], row.address, row.size,
        row.bias};
    const auto resolved = m_names.lookUp(key, lookedUpAt(record.method, frame.pc));
    if (resolved.empty())
        return {m_builder.frame(frame)};
    return addResolvedFrames(m_builder, resolved, frame, row.codeFile);
}

// Names code that a process generated. It is in-app if its source file is. Without names it is one
// function (madeCodeName).
SegmentStacks::Frames SegmentStacks::nameJitCode(const FrameRecord &record,
                                                 const KnownProcess &process)
{
    Frame frame;
    frame.pc = record.offset;
    frame.address = record.offset;
    ImageKey key;
    key.codeFile = process.codeFile;
    key.codeId = process.profilerId;
    key.maker = CodeMaker{process.pid, process.started, process.workingDirectory, m_seen};
    const auto package = m_builder.string(madeCodePackage);
    const auto resolved = m_names.lookUp(key, lookedUpAt(record.method, frame.pc));
    if (resolved.empty()) {
        Function nameless;
        nameless.package = package;
        frame.function = m_builder.function(nameless);
        frame.address.reset();
        return {m_builder.frame(frame)};
    }
    if (m_inApp != nullptr)
        frame.inApp = m_inApp->of(resolved.back().file, {});
    return addResolvedFrames(m_builder, resolved, frame, package);
}

SegmentStacks::Frames SegmentStacks::nameScript(const FrameRecord &record)
{
    const auto &place = m_scripts.place(static_cast<std::uint32_t>(record.offset));
    const auto &known = m_scripts.function(place);
    const auto &strings = m_builder.tables().strings;
    const auto text = [&](StringIndex index) {
        return index.isValid() ? std::string(strings[index]) : std::string();
    };
    const auto platform = text(known.platform);
    const auto file = text(known.file);
    Function function;
    function.name = known.name;
    function.module = known.module;
    function.startLine = known.firstLine;
    Frame frame;
    if (!file.empty()) {
        const bool hasPath = hasScriptPaths(platform);
        const auto path = hasPath ? absolutePath(file, record.process) : file;
        if (hasPath)
            function.absPath = m_builder.string(path);
        function.file = m_builder.string(scriptFileName(platform, path, text(known.module)));
        if (m_inApp != nullptr)
            frame.inApp = m_inApp->ofScript(platform, path, text(known.module));
    }
    frame.function = m_builder.function(function);
    frame.platform = known.platform;
    frame.line = place.place.line;
    frame.column = place.place.column;
    return {m_builder.frame(frame)};
}

// Returns the path of a script, with the folder in which its process was started before it if it is
// relative and the result is not too long. "<string>", "node:fs" and the like are no paths.
std::string SegmentStacks::absolutePath(std::string_view file, ProcessSerial process) const
{
    constexpr std::size_t longestPath =
        4096; // PATH_MAX; without a limit each function could bring a long path
    const auto maker = m_processes.find(process);
    if (isScriptWithoutFile(file) || file.starts_with('/') || maker == m_processes.end()
        || maker->second.workingDirectory.empty()
        || maker->second.workingDirectory.size() + file.size() >= longestPath)
        return std::string(file);
    return validUtf8(maker->second.workingDirectory) + '/' + std::string(file);
}

void ProgramFeed::take(const ProcessRecord &record)
{
    if (m_processes.contains(record.serial))
        return; // repeated at the start of a segment
    m_stacks.addProcess(record);
    model::Process process;
    process.pid = record.pid;
    process.parent = processIndex(record.parent);
    process.name = m_builder.string(validUtf8(fileNameOf(record.executable)));
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
    // The first change must also keep the name and priority that the thread had from its start.
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

void ProgramFeed::markSymbols(const LogSymbols &names)
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
