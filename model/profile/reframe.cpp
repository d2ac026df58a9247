// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/reframe.h"

#include "model/profile/gonames.h"
#include "model/profile/profile.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace ember::model {

namespace {

// A caller's pc is the address it returns to, which may already belong to the next line or the next
// function; the call itself ends one byte before.
enum class FramePosition : std::size_t { Leaf, Caller };

std::uint64_t addressOf(const Frame &frame)
{
    return frame.pc != 0 ? frame.pc : frame.address.value_or(0);
}

class Reframer {
public:
    Reframer(const Profile &profile, FrameResolver &resolver, LookUp which)
        : m_profile(profile),
          m_resolver(resolver),
          m_which(which),
          m_builder(profile.tables().origin),
          m_frames{FrameMap(profile.tables().frames.size()),
                   FrameMap(profile.tables().frames.size())},
          m_callers(profile.tables().stacks.size())
    {
        m_callers.front() = emptyStack;
    }

    ProfilePointer run()
    {
        copyTables();
        for (std::size_t row = 0; row < m_profile.threadCount(); ++row)
            copySamples(ThreadIndex(row));
        copyCutRoots();
        return m_builder.snapshot();
    }

private:
    // How a frame is named. AddressName is addressName(): chunks that this program wrote have it,
    // because Sentry names no native code.
    enum class Naming { None, AddressName, Name };

    // The new frames for each frame row, innermost first. Empty: not looked up yet.
    using FrameMap = std::vector<std::vector<FrameIndex>>;

    void copyTables();
    void copyThreads();
    void copySamples(ThreadIndex thread);
    void copyCutRoots();
    StackIndex callerStack(StackIndex node);
    StackIndex leafStack(StackIndex node);
    StackIndex withFrames(StackIndex caller, FrameIndex frame, FramePosition position);
    const std::vector<FrameIndex> &framesFor(FrameIndex frame, FramePosition position);
    std::vector<FrameIndex> named(const Frame &frame, FramePosition position);
    std::vector<FrameIndex> withLines(const Frame &frame, FramePosition position);
    std::vector<FrameIndex> renamed(const Frame &frame);
    Naming namingOf(const Frame &frame) const;
    ImageIndex imageAt(std::uint64_t address) const;

    const Profile &m_profile;
    FrameResolver &m_resolver;
    const LookUp m_which;
    ProfileBuilder m_builder;
    std::array<FrameMap, 2> m_frames; // by FramePosition
    // The new stack of each stack row as a caller; invalid: not made yet.
    std::vector<StackIndex> m_callers;
};

// Interns all strings in their old order, which gives them their old indices, so that rows can be
// copied as they are.
void Reframer::copyTables()
{
    const ProfileTables &tables = m_profile.tables();
    for (std::size_t row = 0; row < tables.strings.size(); ++row)
        m_builder.string(tables.strings[StringIndex(row)]);
    tables.functions.forEach(
        [&](std::size_t, const Function &function) { m_builder.function(function); });
    for (const Process &process : tables.processes)
        m_builder.addProcess(process);
    copyThreads();
    for (std::size_t row = 0; row < tables.images.size(); ++row) {
        Image image = tables.images[ImageIndex(row)];
        image.symbols = m_resolver.state(imageKey(m_profile, ImageIndex(row)));
        m_builder.addImage(std::move(image));
    }
    for (const Source &source : tables.sources)
        m_builder.addSource(source);
    for (const Measurement &series : tables.measurements)
        m_builder.addMeasurement(series);
    tables.tracingSpans.forEach(
        [&](std::size_t, const TracingSpan &span) { m_builder.addTracingSpan(span); });
    tables.transactions.forEach([&](std::size_t, const Transaction &transaction) {
        m_builder.addTransaction(transaction);
    });
    for (const ValueType &type : tables.valueTypes)
        m_builder.addValueType(type);
    m_builder.setMainValue(tables.mainValue);
    tables.events.forEach(
        [&](std::size_t, const CaptureEvent &event) { m_builder.addEvent(event); });
    tables.output.forEach([&](std::size_t, const OutputLine &line) { m_builder.addOutput(line); });
    m_builder.setStart(tables.start);
    m_builder.statistics() = tables.statistics;
}

void Reframer::copyThreads()
{
    const ProfileTables &tables = m_profile.tables();
    for (const Thread &thread : tables.threads)
        m_builder.addThread(thread);
    tables.threadChanges.forEach(
        [&](std::size_t, const ThreadChange &change) { m_builder.addThreadChange(change); });
    // addThreadChange() has renamed the thread, which may have got a newer name since.
    for (std::size_t row = 0; row < tables.threads.size(); ++row)
        m_builder.thread(ThreadIndex(row)) = tables.threads[ThreadIndex(row)];
}

void Reframer::copySamples(ThreadIndex thread)
{
    ThreadSamples samples = m_profile.samples(thread);
    Column<SampleIndex, StackIndex> stacks;
    samples.stacks.forEach([&](std::size_t, StackIndex node) { stacks.append(leafStack(node)); });
    samples.stacks = std::move(stacks);
    // Samples that share their times are taken for a later state of the same ones, with the same
    // stacks; see isContinued().
    Column<SampleIndex, Timestamp> times;
    samples.times.forEach([&](std::size_t, Timestamp time) { times.append(time); });
    samples.times = std::move(times);
    m_builder.setSamples(thread, std::move(samples));
}

// Copies each cut root both as a caller and as a leaf: the two may get different names.
void Reframer::copyCutRoots()
{
    for (const CutRoot &root : m_profile.tables().cutRoots) {
        const auto frame = m_profile.stack(root.stack).frame;
        for (const auto position : {FramePosition::Caller, FramePosition::Leaf}) {
            const auto outermost = framesFor(frame, position).back();
            const bool isCaller = position == FramePosition::Caller;
            m_builder.countCut(m_builder.stack(emptyStack, outermost), isCaller ? root.samples : 0);
        }
    }
}

StackIndex Reframer::callerStack(StackIndex node)
{
    // A loop from the nearest known caller inwards: stacks can be a hundred thousand deep.
    std::vector<StackIndex> unknown;
    for (; !m_callers[node.row()].isValid(); node = m_profile.stack(node).parent)
        unknown.push_back(node);
    StackIndex known = m_callers[node.row()];
    for (; !unknown.empty(); unknown.pop_back()) {
        known = withFrames(known, m_profile.stack(unknown.back()).frame, FramePosition::Caller);
        m_callers[unknown.back().row()] = known;
    }
    return known;
}

StackIndex Reframer::leafStack(StackIndex node)
{
    if (!node.isValid() || node == emptyStack)
        return node;
    const StackNode &leaf = m_profile.stack(node);
    return withFrames(callerStack(leaf.parent), leaf.frame, FramePosition::Leaf);
}

StackIndex Reframer::withFrames(StackIndex caller, FrameIndex frame, FramePosition position)
{
    const auto &frames = framesFor(frame, position);
    for (auto inner = frames.rbegin(); inner != frames.rend(); ++inner)
        caller = m_builder.stack(caller, *inner);
    return caller;
}

const std::vector<FrameIndex> &Reframer::framesFor(FrameIndex index, FramePosition position)
{
    auto &frames = m_frames[std::size_t(position)][index.row()];
    if (!frames.empty())
        return frames;
    Frame frame = m_profile.frame(index);
    if (!frame.image.isValid())
        frame.image = imageAt(addressOf(frame));
    switch (namingOf(frame)) {
    case Naming::Name:
        frame = m_profile.frame(index);
        frames = withLines(frame, position);
        break;
    case Naming::AddressName: frames = renamed(frame); break;
    case Naming::None: frames = named(frame, position); break;
    }
    if (frames.empty())
        frames.push_back(m_builder.frame(frame));
    return frames;
}

std::vector<FrameIndex> Reframer::named(const Frame &frame, FramePosition position)
{
    const auto address = addressOf(frame);
    if (address == 0 || !frame.image.isValid())
        return {};
    Frame unnamed = frame;
    unnamed.pc = address;
    const auto place = position == FramePosition::Caller ? address - 1 : address;
    const auto resolved = m_resolver.resolve(imageKey(m_profile, frame.image), place);
    return addResolvedFrames(m_builder, resolved, unnamed, m_profile.image(frame.image).codeFile);
}

// A frame that symbols named and that has no line, with what debug info knows of its address.
std::vector<FrameIndex> Reframer::withLines(const Frame &frame, FramePosition position)
{
    if (m_which != LookUp::LinesToo || frame.line != 0 || frame.pc == 0 || !frame.image.isValid())
        return {};
    const auto place = position == FramePosition::Caller ? frame.pc - 1 : frame.pc;
    const auto resolved = m_resolver.resolve(imageKey(m_profile, frame.image), place);
    const bool hasLines =
        std::ranges::any_of(resolved, [](const ResolvedFrame &known) { return known.line != 0; });
    if (!hasLines)
        return {};
    return addResolvedFrames(m_builder, resolved, frame, m_profile.image(frame.image).codeFile);
}

// Names a frame that has an address name. Its address is looked up as it is: it is the start of the
// function, unless that was not known.
std::vector<FrameIndex> Reframer::renamed(const Frame &frame)
{
    const auto resolved = m_resolver.resolve(imageKey(m_profile, frame.image), *frame.address);
    if (resolved.empty() || resolved.front().name.empty())
        return {};
    return addResolvedFrames(m_builder, resolved, frame, m_profile.image(frame.image).codeFile);
}

Reframer::Naming Reframer::namingOf(const Frame &frame) const
{
    if (!frame.function.isValid())
        return Naming::None;
    const auto name = m_profile.text(m_profile.function(frame.function).name);
    if (name.empty())
        return Naming::None;
    const bool isAddressName = name.find("+0x") != std::string_view::npos && frame.image.isValid()
        && frame.address && name == addressName(m_profile, frame.image, *frame.address);
    return isAddressName ? Naming::AddressName : Naming::Name;
}

ImageIndex Reframer::imageAt(std::uint64_t address) const
{
    const auto &images = m_profile.tables().images;
    for (std::size_t row = 0; row < images.size(); ++row) {
        const Image &image = images[ImageIndex(row)];
        if (address >= image.address && address - image.address < image.size)
            return ImageIndex(row);
    }
    return {};
}

Frame startingAt(Frame frame, std::uint64_t functionStart)
{
    frame.address.reset();
    if (functionStart != 0)
        frame.address = functionStart;
    return frame;
}

// Sentry's words for Go code: its package is the module, and what belongs to the standard library
// or lies in a folder of other people's code is not in-app.
void describeGoCode(ProfileBuilder &builder, const ResolvedFrame &known, Function &function,
                    Frame &frame)
{
    const auto package = goPackage(known.name);
    if (!package.empty())
        function.module = builder.string(package);
    frame.platform = builder.string("go");
    if (isGoCodeOfOthers(package, known.file))
        frame.inApp = InApp::No;
}

} // namespace

std::vector<FrameIndex> addResolvedFrames(ProfileBuilder &builder,
                                          std::span<const ResolvedFrame> resolved,
                                          const Frame &unnamed, StringIndex package)
{
    std::vector<FrameIndex> frames;
    for (const ResolvedFrame &known : resolved) {
        if (known.name.empty()) {
            frames.push_back(builder.frame(startingAt(unnamed, known.functionStart)));
            continue;
        }
        Function function;
        function.name = builder.string(known.name);
        if (!known.rawName.empty())
            function.rawName = builder.string(known.rawName);
        function.package = package;
        if (!known.file.empty()) {
            function.absPath = builder.string(known.file);
            function.file = function.absPath;
        }
        Frame frame = startingAt(unnamed, known.functionStart);
        if (isGoFunction(known.name, known.file))
            describeGoCode(builder, known, function, frame);
        frame.function = builder.function(function);
        frame.line = known.line;
        frame.column = known.column;
        frame.inlined = known.inlined;
        frames.push_back(builder.frame(frame));
    }
    return frames;
}

ImageKey imageKey(const Profile &profile, ImageIndex index)
{
    const Image &image = profile.image(index);
    return {profile.text(image.codeFile),
            profile.text(image.debugId),
            profile.text(image.codeId),
            image.address,
            image.size,
            image.bias};
}

ProfilePointer reframed(const Profile &profile, FrameResolver &resolver, LookUp which)
{
    return Reframer(profile, resolver, which).run();
}

} // namespace ember::model
