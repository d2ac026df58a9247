// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/mergedstack.h"
#include "capture/runtimes/v8/v8copier.h"
#include "capture/runtimes/v8/v8decoder.h"
#include "capture/runtimes/v8/v8positions.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <vector>

using namespace ember::capture;
using namespace ember::capture::v8;
using ember::model::UnwindMethod;

namespace {

constexpr std::uint64_t heapAddress = 0x10'0000;
constexpr std::uint64_t stackAddress = 0x20'0000;
constexpr std::uint64_t imageAddress = 0x80'0000;
constexpr std::uint64_t returnAddress = imageAddress + 0x123;

constexpr std::uint64_t small(std::uint64_t value)
{
    return value << 32U;
}

V8Layout layout()
{
    V8Layout known;
    known.functionType = 2066;
    known.lastFunctionType = 2083;
    known.sharedType = 262;
    known.scopeType = 261;
    known.scriptType = 167;
    known.bytecodeType = 191;
    known.codeType = 245;
    known.streamType = 252;
    known.functionShared = 24;
    known.sharedName = 16;
    known.sharedScript = 32;
    known.scriptSource = 8;
    known.scriptName = 16;
    known.bytecodePositions = 32;
    known.bytecodeStart = 54;
    known.codeDeoptimization = 16;
    known.codePositions = 24;
    known.codeStart = 40;
    known.codeSize = 56;
    return known;
}

// A heap and a stack with one interpreted frame of a function `work`, in the second line of a.js.
class V8Memory : public StopReader {
public:
    V8Memory() : heap(512), stack(32)
    {
        function = object(2066, {0, 0, 0});
        const auto shared = object(262, {0, 0, 0, 0});
        const auto scope = object(261, {0, 0, 0, text("work"), small(3), small(9), 0, 0, 0, 0});
        const auto script = object(167, {text("let\nwork\n"), text("/src/a.js"), 0, 0, 0, 0, 0, 0});
        const auto positions = array({std::byte{0}, std::byte{0x14}}); // offset 0, character 4
        const auto bytecode = object(191, {small(16), 0, 0, positions, 0, 0, 0});
        at(function, 24) = shared;
        at(shared, 16) = scope;
        at(shared, 32) = script;
        const std::size_t frame = 10; // its word
        stack[frame - 5] = small(53); // offset 0
        stack[frame - 4] = bytecode;
        stack[frame - 3] = 1;
        stack[frame - 2] = function;
        stack[frame - 1] = function;
        stack[frame] = stackAddress + 8 * 20;
        stack[frame + 1] = returnAddress;
    }

    std::size_t read(std::span<const Piece> pieces) override
    {
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const auto bytes = std::as_bytes(std::span(heap));
            const auto offset = pieces[i].address - heapAddress;
            const auto into = pieces[i].into;
            if (pieces[i].address < heapAddress || offset > bytes.size()
                || into.size() > bytes.size() - offset)
                return i;
            std::memcpy(into.data(), bytes.data() + offset, into.size());
        }
        return pieces.size();
    }

    StoppedThread thread() const
    {
        StoppedThread stopped;
        stopped.registers.sp = stackAddress;
        stopped.registers.pc = imageAddress;
        stopped.stack = {stackAddress, std::as_bytes(std::span(stack))};
        return stopped;
    }

    std::uint64_t &at(std::uint64_t tagged, std::size_t offset)
    {
        return heap[(tagged - 1 - heapAddress + offset) / 8];
    }

    std::vector<std::uint64_t> heap;
    std::vector<std::uint64_t> stack;
    std::uint64_t function = 0;

private:
    std::uint64_t place(const std::vector<std::uint64_t> &words)
    {
        const auto tagged = heapAddress + 8 * m_next + 1;
        std::ranges::copy(words, heap.begin() + static_cast<std::ptrdiff_t>(m_next));
        m_next += words.size();
        return tagged;
    }

    std::uint64_t object(std::uint16_t type, const std::vector<std::uint64_t> &members)
    {
        const auto map = place({0, std::uint64_t(type) << 32U});
        const auto begin = place({map});
        place(members);
        return begin;
    }

    std::uint64_t withBytes(std::uint16_t type, std::uint64_t head,
                            std::span<const std::byte> bytes)
    {
        std::vector<std::uint64_t> members(1 + (bytes.size() + 7) / 8 + 1);
        members[0] = head;
        std::memcpy(members.data() + 1, bytes.data(), bytes.size());
        return object(type, members);
    }

    std::uint64_t text(std::string_view text)
    {
        return withBytes(8, small(text.size()), std::as_bytes(std::span(text)));
    }

    std::uint64_t array(const std::vector<std::byte> &bytes)
    {
        return withBytes(190, small(bytes.size()), bytes);
    }

    std::size_t m_next = 0;
};

class Functions : public ScriptFunctions {
public:
    ScriptFunctionSerial serial(const ScriptFunction &function) override
    {
        all.push_back(function);
        return ScriptFunctionSerial(all.size() - 1);
    }

    std::vector<ScriptFunction> all;
};

// Generated code called by the function at `caller`.
UnwoundStack nativeStack(std::uint64_t caller)
{
    UnwoundStack stack;
    stack.frames.push_back({imageAddress, UnwindMethod::Leaf});
    stack.frames.push_back({caller, UnwindMethod::FramePointer});
    return stack;
}

ScriptStack decoded(V8Decoder &decoder, const V8Memory &image, std::span<const std::byte> copy,
                    Functions &functions, const UnwoundStack &native)
{
    ScriptStack stack;
    const Registers registers;
    const std::array stacks{image.thread().stack};
    decoder.decode({copy, registers, stacks, native}, functions, stack);
    return stack;
}

V8Places places()
{
    return {layout(), imageAddress, imageAddress + 0x1000};
}

} // namespace

class TstV8Images : public QObject {
    Q_OBJECT

private slots:
    void frameIsNamedAndPlaced();
    void oldFrameIsNotShown();
    void discardedCopyIsGivenAnew();
    void tornMemoryIsSurvived();
    void cutCopyIsTorn();
    void positionsAndLines();
    void pathsAndModules();
    void framesReplaceTheirNativeOnes();
};

void TstV8Images::frameIsNamedAndPlaced()
{
    V8Memory image;
    V8Copier copier(places());
    V8Decoder decoder;
    Functions functions;
    for (int turn = 0; turn < 2; ++turn) {
        std::vector<std::byte> copy;
        copier.copy(image.thread(), image, copy);
        const auto stack = decoded(decoder, image, copy, functions, nativeStack(returnAddress));
        QCOMPARE(stack.frames.size(), std::size_t(1));
        QCOMPARE(stack.frames[0].line, 2U);
        QCOMPARE(stack.frames[0].nativeFrame, std::size_t(0));
    }
    QCOMPARE(functions.all.size(), std::size_t(1));
    QCOMPARE(functions.all[0].name, "work");
    QCOMPARE(functions.all[0].file, "/src/a.js");
    QCOMPARE(functions.all[0].module, "src:a");
    QCOMPARE(functions.all[0].firstLine, 1U);
}

void TstV8Images::oldFrameIsNotShown()
{
    V8Memory image;
    V8Copier copier(places());
    V8Decoder decoder;
    Functions functions;
    std::vector<std::byte> copy;
    copier.copy(image.thread(), image, copy);
    QVERIFY(
        decoded(decoder, image, copy, functions, nativeStack(returnAddress + 1)).frames.empty());
    // The caller has called twice: only one of the frames is what its frame pointers lead to.
    image.stack[2] = stackAddress + 8 * 25;
    image.stack[3] = returnAddress;
    image.stack[26] = returnAddress;
    auto twice = nativeStack(returnAddress);
    twice.frames.push_back({returnAddress, UnwindMethod::FramePointer});
    copy.clear();
    copier.copy(image.thread(), image, copy);
    QVERIFY(decoded(decoder, image, copy, functions, twice).frames.empty());
    auto ofC = nativeStack(returnAddress);
    ofC.frames[1].method = UnwindMethod::EhFrame;
    copy.clear();
    copier.copy(image.thread(), image, copy);
    QVERIFY(decoded(decoder, image, copy, functions, ofC).frames.empty());
}

void TstV8Images::discardedCopyIsGivenAnew()
{
    V8Memory image;
    V8Copier copier(places());
    V8Decoder decoder;
    Functions functions;
    std::vector<std::byte> copy;
    copier.copy(image.thread(), image, copy);
    copier.discardLast();
    copy.clear();
    copier.copy(image.thread(), image, copy);
    copier.discardLast();
    copy.clear();
    copier.copy(image.thread(), image, copy);
    QCOMPARE(decoded(decoder, image, copy, functions, nativeStack(returnAddress)).frames.size(),
             std::size_t(1));
}

// Words change at random: no more functions come out than there are.
void TstV8Images::tornMemoryIsSurvived()
{
    std::mt19937_64 random(7); // NOLINT: the same at each run
    for (int turn = 0; turn < 3000; ++turn) {
        V8Memory image;
        auto &words = turn % 2 == 0 ? image.heap : image.stack;
        for (int change = 0; change < 1 + turn % 3; ++change)
            words[random() % words.size()] =
                turn % 3 == 0 ? random() : words[random() % words.size()];
        V8Copier copier(places());
        V8Decoder decoder;
        Functions functions;
        std::vector<std::byte> copy;
        copier.copy(image.thread(), image, copy);
        QVERIFY(copy.size() < ScriptCopier::mostCopied);
        decoded(decoder, image, copy, functions, nativeStack(returnAddress));
        QVERIFY(functions.all.size() <= 1);
    }
}

void TstV8Images::cutCopyIsTorn()
{
    V8Memory image;
    V8Copier copier(places());
    std::vector<std::byte> copy;
    copier.copy(image.thread(), image, copy);
    for (std::size_t size = 1; size < copy.size(); ++size) {
        V8Decoder decoder;
        Functions functions;
        const auto stack = decoded(decoder, image, std::span(copy).first(size), functions,
                                   nativeStack(returnAddress));
        QVERIFY(stack.read == ScriptRead::Torn);
        QVERIFY(stack.frames.empty());
    }
}

void TstV8Images::positionsAndLines()
{
    LineStarts starts;
    const std::string_view source = "a\r\nbc\rd\n";
    starts.add(std::as_bytes(std::span(source)), false);
    const auto lines = unpackLineStarts(starts.take());
    QCOMPARE(lines, (std::vector<std::uint32_t>{0, 3, 6, 8}));
    QCOMPARE(lineOf(lines, 4).line, 2U);
    QCOMPARE(lineOf(lines, 4).column, 2U);
    QCOMPARE(lineOf(lines, -1).line, 0U);
    // Two entries: (0, 4), (5, 6), each with inlining −1.
    const std::array table{std::byte{0}, std::byte{20}, std::byte{10}, std::byte{8}};
    QCOMPARE(positionAt(table, 4)->character, 4);
    QCOMPARE(positionAt(table, 5)->character, 6);
    QVERIFY(!positionAt(std::span(table).first(1), 5));
    const auto packed = unpackPosition(std::uint64_t(3) << 31U | 11U << 1U);
    QCOMPARE(packed.character, 10);
    QCOMPARE(packed.inlined, 2);
}

void TstV8Images::pathsAndModules()
{
    QCOMPARE(pathOfScript("file:///a%20b/c.mjs"), "/a b/c.mjs");
    QCOMPARE(pathOfScript("file:///a%"), "/a%");
    QCOMPARE(moduleOfPath("/app/lib/x.js"), "app.lib:x");
    QCOMPARE(moduleOfPath("/app/node_modules/a/node_modules/b/lib/x.js"), "b.lib:x");
    QCOMPARE(moduleOfPath("node:internal/modules/cjs/loader"), "node:internal.modules.cjs:loader");
    QCOMPARE(moduleOfPath("node:fs"), "node:fs");
}

void TstV8Images::framesReplaceTheirNativeOnes()
{
    UnwoundStack native;
    for (const std::uint64_t pc : {1U, 2U, 3U})
        native.frames.push_back({pc, UnwindMethod::FramePointer});
    ScriptStack scripts;
    for (const std::size_t row : {0U, 1U}) {
        ScriptFrame frame;
        frame.function = ScriptFunctionSerial(row);
        frame.nativeFrame = 1;
        scripts.frames.push_back(frame);
    }
    QCOMPARE(replaceNativeFrames(scripts, native), std::size_t(0));
    QCOMPARE(native.frames.size(), std::size_t(4));
    QCOMPARE(native.frames[0].pc, std::uint64_t(1));
    QVERIFY(native.frames[1].method == UnwindMethod::Script);
    QVERIFY(native.frames[2].method == UnwindMethod::Script);
    QCOMPARE(native.frames[3].pc, std::uint64_t(3));
    scripts.frames[0].nativeFrame = 9;
    QCOMPARE(replaceNativeFrames(scripts, native), std::size_t(2));
}

EMBER_TEST(TstV8Images)
#include "tst_v8images.moc"
