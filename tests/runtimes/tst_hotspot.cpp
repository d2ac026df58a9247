// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/hotspot/codecache.h"
#include "capture/runtimes/hotspot/compiledscopes.h"
#include "capture/runtimes/hotspot/javacopier.h"
#include "capture/runtimes/hotspot/javacopy.h"
#include "capture/runtimes/hotspot/javamethods.h"
#include "capture/runtimes/hotspot/packednumbers.h"
#include "capture/runtimes/hotspot/vmlayout.h"
#include "tests/runtimes/hotspotlayout.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

using namespace ember::capture;
using namespace ember::capture::hotspot;
using namespace ember::tests;

namespace {

std::vector<std::byte> bytesOf(std::initializer_list<int> values)
{
    std::vector<std::byte> bytes;
    for (const int value : values)
        bytes.push_back(static_cast<std::byte>(value));
    return bytes;
}

template<typename Value>
void append(std::vector<std::byte> &bytes, Value value)
{
    const auto more = std::as_bytes(std::span(&value, 1));
    bytes.insert(bytes.end(), more.begin(), more.end());
}

// Notes of code: from the start to 16 nothing, a call that returns to 32, and one to 48. `scopes`
// are what they point into: at 1 the compiled method, at 5 one inlined into it.
CompiledScopes notesWith(const std::vector<std::byte> &scopes)
{
    std::vector<std::byte> pcs;
    for (const auto &[offset, scope] :
         {std::pair(-1, 0), std::pair(16, 0), std::pair(32, 5), std::pair(48, 1)}) {
        append(pcs, std::int32_t(offset));
        append(pcs, std::int32_t(scope));
        append(pcs, std::int64_t(0));
    }
    std::vector<std::byte> methods;
    append(methods, std::uint64_t(0x1000));
    append(methods, std::uint64_t(0x2000));
    return {layoutOfJava17(), pcs, scopes, methods};
}

// Keeps what it is told of functions.
class KeptFunctions final : public ScriptFunctions {
public:
    std::vector<ScriptFunction> all;

    ScriptFunctionSerial serial(const ScriptFunction &function) override
    {
        all.push_back(function);
        return ScriptFunctionSerial(all.size() - 1);
    }
};

JavaMethod methodNamed(std::uint32_t number, const char *name)
{
    JavaMethod method;
    method.number = number;
    method.name = name;
    method.className = "com.example.Server$1";
    method.file = "Server.java";
    method.lines = {{0, 7}};
    return method;
}

ScriptStack decoded(JavaDecoder &decoder, std::span<const std::byte> copy,
                    ScriptFunctions &functions, const UnwoundStack &native = {})
{
    ScriptStack stack;
    decoder.decode({copy, {}, {}, native}, functions, stack);
    return stack;
}

// Memory of a process that a test makes up.
class MadeMemory final : public StopReader {
public:
    std::vector<std::uint64_t> asked; // addresses
    std::uint64_t unreadable = 0; // an address

    using StopReader::read;

    std::size_t read(std::span<const Piece> pieces) override
    {
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            asked.push_back(pieces[i].address);
            const auto from = bytesAt(pieces[i].address);
            if (from.size() < pieces[i].into.size() || pieces[i].address == unreadable)
                return i;
            std::memcpy(pieces[i].into.data(), from.data(), pieces[i].into.size());
        }
        return pieces.size();
    }

    void map(std::uint64_t address, std::size_t size) { m_parts[address].resize(size); }

    template<typename Value>
    void put(std::uint64_t address, Value value)
    {
        write(address, std::as_bytes(std::span(&value, 1)));
    }

    void putText(std::uint64_t address, std::string_view text)
    {
        write(address, std::as_bytes(std::span(text)));
    }

private:
    void write(std::uint64_t address, std::span<const std::byte> bytes)
    {
        const auto to = bytesAt(address);
        if (to.size() < bytes.size())
            qFatal("not mapped");
        std::memcpy(to.data(), bytes.data(), bytes.size());
    }

    std::span<std::byte> bytesAt(std::uint64_t address)
    {
        const auto behind = m_parts.upper_bound(address);
        if (behind == m_parts.begin())
            return {};
        auto &[start, bytes] = *std::prev(behind);
        return address - start < bytes.size() ? std::span(bytes).subspan(address - start)
                                              : std::span<std::byte>();
    }

    std::map<std::uint64_t, std::vector<std::byte>> m_parts; // by address
};

// Methods at 0x1000000 and every 64 bytes on that share all they point to: "run" of the class "run"
// with 16 384 entries of lines.
MadeMemory memoryWithMethods(std::size_t count)
{
    constexpr std::uint64_t constMethod = 0x20000;
    constexpr std::uint64_t pool = 0x30000;
    constexpr std::uint64_t type = 0x40000;
    constexpr std::uint64_t symbol = 0x50000;
    MadeMemory memory;
    memory.map(constMethod, 0x5000);
    memory.put(constMethod + 8, pool);
    memory.put(constMethod + 24, std::uint32_t(0x5000 / 8));
    memory.put(constMethod + 28, std::uint16_t(1));
    memory.put(constMethod + 34, std::uint16_t(1));
    for (std::uint64_t i = 0; i < 16384; ++i)
        memory.put(constMethod + 48 + i, std::uint8_t(1 << 3));
    memory.map(pool, 88);
    memory.put(pool + 24, type);
    memory.put(pool + 60, std::uint32_t(2));
    memory.put(pool + 80, symbol);
    memory.map(type, 240);
    memory.put(type + 24, symbol);
    memory.put(type + 232, pool);
    memory.map(symbol, 16);
    memory.put(symbol + 4, std::uint16_t(3));
    memory.putText(symbol + 6, "run");
    memory.map(0x1000000, count * 64);
    for (std::size_t i = 0; i < count; ++i)
        memory.put(0x1000000 + i * 64 + 8, constMethod);
    return memory;
}

// A code heap from 0x100000 on with a helper from 0x100090 to 0x100190 in it.
MadeMemory memoryWithCode()
{
    MadeMemory memory;
    memory.map(0x10000, 0x30);
    memory.put(0x10000, std::uint64_t(0x11000));
    memory.put(0x10008, std::uint64_t(0x100000));
    memory.put(0x10010, std::uint64_t(0x200000));
    memory.put(0x10020, std::uint64_t(0x100010));
    memory.map(0x11000, 0x108);
    memory.put(0x11000, std::uint32_t(1));
    memory.put(0x11008, std::uint64_t(0x11100));
    memory.put(0x11100, std::uint64_t(0x12000));
    memory.map(0x12000, 0x108);
    memory.put(0x12000 + 24, std::uint64_t(0x100000));
    memory.put(0x12000 + 32, std::uint64_t(0x200000));
    memory.put(0x12000 + 136, std::uint64_t(0x13000));
    memory.put(0x12000 + 144, std::uint64_t(0x15000));
    memory.put(0x12000 + 256, std::uint32_t(7));
    memory.map(0x13000, 0x1000);
    memory.put(0x13004, std::uint8_t(3)); // from 0x100200 back to 0x100080
    memory.map(0x14000, 64);
    memory.putText(0x14000, "StubRoutines");
    memory.map(0x100000, 0x1000);
    memory.put(0x100088, std::uint8_t(1));
    memory.put(0x100090 + 12, std::uint32_t(0x100));
    memory.put(0x100090 + 32, std::uint64_t(0x1000a0));
    memory.put(0x100090 + 40, std::uint64_t(0x100180));
    memory.put(0x100090 + 96, std::uint64_t(0x14000));
    return memory;
}

// The same as compiled code of a method from 0x100200 to 0x100280, whose notes lie from 0x100290 to
// 0x1002d0: there is one of a return to 0x100210.
MadeMemory memoryWithCompiledMethod()
{
    constexpr std::uint64_t blob = 0x100090;
    auto memory = memoryWithCode();
    memory.putText(0x14000, std::string_view("nmethod", 8));
    memory.put(blob + 12, std::uint32_t(0x300));
    memory.put(blob + 28, std::int32_t(4)); // words of the frame
    memory.put(blob + 32, std::uint64_t(0x100200));
    memory.put(blob + 40, std::uint64_t(0x100280));
    memory.put(blob + 112, std::uint64_t(0x1000000));
    memory.put(blob + 120, std::uint64_t(0x100298)); // scopes
    memory.put(blob + 260, std::uint32_t(0x100290 - blob)); // metadata
    memory.put(blob + 268, std::uint32_t(0x1002b0 - blob)); // pcs
    memory.put(blob + 272, std::uint32_t(0x1002d0 - blob));
    memory.put(0x1002b0, std::int32_t(-1));
    memory.put(0x1002c0, std::int32_t(16));
    return memory;
}

class TstHotSpot : public QObject {
    Q_OBJECT

private slots:
    void numbersAreUnpackedAsEachVersionPacksThem()
    {
        const auto bytes = bytesOf({191, 192, 0, 193, 1});
        PackedNumbers older(bytes, NumberCoding::AllBytes);
        QCOMPARE(older.number(), std::optional<std::uint32_t>(191));
        QCOMPARE(older.number(), std::optional<std::uint32_t>(192));
        QCOMPARE(older.signedNumber(), std::optional<std::int32_t>(-129));
        QVERIFY(!older.number());
        PackedNumbers newer(bytes, NumberCoding::NoZeroBytes);
        QCOMPARE(newer.number(), std::optional<std::uint32_t>(190));
        QVERIFY(!newer.number()); // a zero is no digit
    }

    void linesAreThoseOfTheNearestEntryBefore()
    {
        const auto packed = bytesOf({(0 << 3) | 5, (3 << 3) | 1, 255, 8, 3, (2 << 3) | 7, 0});
        const auto table = lineTable(packed, NumberCoding::AllBytes);
        QCOMPARE(table.size(), std::size_t(4));
        QCOMPARE(lineAt(table, 0), 5U);
        QCOMPARE(lineAt(table, 2), 5U);
        QCOMPARE(lineAt(table, 3), 6U);
        QCOMPARE(lineAt(table, 7), 4U); // two lines back
        QCOMPARE(lineAt(table, 100), 11U);
        QVERIFY(lineTable(bytesOf({5, 25}), NumberCoding::AllBytes).empty()); // no end
    }

    void inlinedMethodsComeBeforeThoseTheyAreInlinedInto()
    {
        const auto notes = notesWith(bytesOf({0, 0, 1, 8, 0, 1, 2, 4, 0}));
        QVERIFY(notes.returnsTo(32));
        QVERIFY(!notes.returnsTo(33));
        const auto scopes = notes.at(20); // the first note behind it
        QCOMPARE(scopes.size(), std::size_t(2));
        QCOMPARE(scopes[0].method, std::uint64_t(0x2000));
        QCOMPARE(scopes[0].bytecode, std::optional<std::uint32_t>(3));
        QCOMPARE(scopes[1].method, std::uint64_t(0x1000));
        QCOMPARE(scopes[1].bytecode, std::optional<std::uint32_t>(7));
        QVERIFY(notes.at(10).empty());
        QVERIFY(notes.at(49).empty());
    }

    void contradictingNotesNameNoMethod()
    {
        QVERIFY(notesWith(bytesOf({0, 0, 1, 8, 0, 5, 2, 4, 0})).at(20).empty()); // its own caller
        QVERIFY(notesWith(bytesOf({0, 0, 1, 8, 0, 1, 3, 4, 0})).at(20).empty()); // no such method
        QVERIFY(notesWith(bytesOf({0, 0, 1, 8, 0, 1})).at(20).empty()); // ends early
        QVERIFY(notesWith({}).at(20).empty());
    }

    void notesFarBeforeAreNotAsked()
    {
        // At 1 the compiled method with a bytecode, at 5 without one.
        const auto scopes = bytesOf({0, 0, 1, 8, 0, 0, 1, 0});
        std::vector<std::byte> pcs;
        for (int i = 0; i < 100; ++i) {
            append(pcs, std::int32_t(i));
            append(pcs, std::int32_t(i == 0 ? 1 : 5));
            append(pcs, std::int64_t(0));
        }
        std::vector<std::byte> methods;
        append(methods, std::uint64_t(0x1000));
        const CompiledScopes notes(layoutOfJava17(), pcs, scopes, methods);
        QCOMPARE(notes.outermostBefore(20), std::optional<std::uint32_t>(7));
        QVERIFY(!notes.outermostBefore(90));
    }

    void tooManyLinesAreNone()
    {
        std::vector<std::byte> packed(16384, std::byte(1 << 3));
        packed.push_back(std::byte(0));
        QCOMPARE(lineTable(packed, NumberCoding::AllBytes).size(), std::size_t(16384));
        packed.back() = std::byte(1 << 3);
        packed.push_back(std::byte(0));
        QVERIFY(lineTable(packed, NumberCoding::AllBytes).empty());
    }

    void methodsTakeLimitedMemory()
    {
        auto memory = memoryWithMethods(1000);
        const auto layout = layoutOfJava17();
        JavaMethods methods(layout);
        methods.beginStop();
        std::size_t known = 0;
        while (known < 1000 && methods.at(0x1000000 + known * 64, memory) != nullptr)
            ++known;
        QVERIFY(known > 400);
        QVERIFY(known < 600);
        // One that has changed leaves room for what is there now.
        memory.put(0x20000 + 24, std::uint32_t(0x4800 / 8));
        methods.beginStop();
        QVERIFY(methods.at(0x1000000, memory) != nullptr);
    }

    void codeThatGrowsDuringAStopStaysAsItWas()
    {
        auto memory = memoryWithCode();
        const auto layout = layoutOfJava17();
        CodeCache cache(layout);
        QVERIFY(cache.open(memory));
        cache.beginStop();
        const auto *first = cache.at(0x1000c0, memory);
        QVERIFY(first != nullptr);
        memory.put(0x100090 + 12, std::uint32_t(0x300));
        QVERIFY(cache.at(0x100200, memory) == nullptr);
        QVERIFY(cache.at(0x1000c0, memory) == first);
        cache.beginStop();
        const auto *grown = cache.at(0x100200, memory);
        QVERIFY(grown != nullptr);
        QCOMPARE(grown->end, std::uint64_t(0x100390));
    }

    // A stop reads its share only: a later one has more.
    void notesThatCouldNotBeReadAreAskedForAgain()
    {
        auto memory = memoryWithCompiledMethod();
        const auto layout = layoutOfJava17();
        CodeCache cache(layout);
        QVERIFY(cache.open(memory));
        cache.beginStop();
        memory.unreadable = 0x100290; // of the notes
        const auto *code = cache.at(0x100220, memory);
        QVERIFY(code != nullptr && code->kind == CodeKind::Compiled);
        QVERIFY(cache.notes(*code, memory) == nullptr);
        memory.unreadable = 0;
        cache.beginStop();
        QVERIFY(cache.at(0x100220, memory) == code);
        const auto *notes = cache.notes(*code, memory);
        QVERIFY(notes != nullptr && notes->returnsTo(16));
    }

    void theInterpreterIsReadOnceItCanBe()
    {
        auto memory = memoryWithCode();
        const auto layout = layoutOfJava17();
        CodeCache cache(layout);
        memory.put(0x10028, std::uint64_t(0x15000));
        QVERIFY(!cache.isMethodEntry(0x16010, memory));
        memory.map(0x15000, 24);
        memory.put(0x15008, std::uint64_t(0x16000));
        memory.put(0x15000 + 20, std::uint32_t(32));
        memory.map(0x16000, 32);
        memory.put(0x16000, std::uint64_t(0x17000));
        memory.put(0x16008, std::uint32_t(32));
        memory.map(0x17000, 64);
        memory.putText(0x17000, "method entry point");
        QVERIFY(cache.isMethodEntry(0x16010, memory));
        QVERIFY(!cache.isMethodEntry(0x16020, memory));
    }

    void namesAtTheEndOfAPageAreReadAtOnce()
    {
        // The words that the symbols hold. The tables of fields and constants are empty.
        const std::map<std::string, std::uint64_t, std::less<>> words{
            {"gHotSpotVMStructs", 0x3000},
            {"gHotSpotVMStructEntryTypeNameOffset", 0},
            {"gHotSpotVMStructEntryFieldNameOffset", 8},
            {"gHotSpotVMStructEntryIsStaticOffset", 16},
            {"gHotSpotVMStructEntryOffsetOffset", 24},
            {"gHotSpotVMStructEntryAddressOffset", 32},
            {"gHotSpotVMStructEntryArrayStride", 40},
            {"gHotSpotVMTypes", 0x4000},
            {"gHotSpotVMTypeEntryTypeNameOffset", 0},
            {"gHotSpotVMTypeEntrySizeOffset", 8},
            {"gHotSpotVMTypeEntryArrayStride", 16},
            {"gHotSpotVMIntConstants", 0x3000},
            {"gHotSpotVMIntConstantEntryNameOffset", 0},
            {"gHotSpotVMIntConstantEntryValueOffset", 8},
            {"gHotSpotVMIntConstantEntryArrayStride", 16},
        };
        MadeMemory memory;
        memory.map(0x1000, words.size() * 8);
        std::map<std::string, std::uint64_t, std::less<>> symbols;
        for (const auto &[name, word] : words) {
            const auto address = 0x1000 + symbols.size() * 8;
            symbols[name] = address;
            memory.put(address, word);
        }
        memory.map(0x3000, 40);
        memory.map(0x4000, 32);
        memory.put(0x4000, std::uint64_t(0x5ffa));
        memory.put(0x4008, std::uint64_t(208));
        memory.map(0x5ffa, 6);
        memory.putText(0x5ffa, "Klass");
        const auto tables = VmTables::read(
            [&](std::string_view name) -> std::optional<std::uint64_t> {
                const auto found = symbols.find(name);
                return found == symbols.end() ? std::nullopt : std::optional(found->second);
            },
            memory);
        QVERIFY(tables);
        QCOMPARE(tables->sizeOf("Klass"), std::optional<std::uint64_t>(208));
        const auto reads = std::count_if(memory.asked.begin(), memory.asked.end(),
                                         [](std::uint64_t address) { return address >= 0x5ffa; });
        QCOMPARE(reads, 2); // with those of the next page, and without
    }

    void unknownVersionsAndMissingFieldsAreRefused()
    {
        QVERIFY(!layoutOf({}, 17).refusal.empty());
        QVERIFY(!layoutOf({}, 23).refusal.empty());
        QVERIFY(!layoutOf({}, 11).refusal.empty());
    }

    void aStackIsDecodedAsItWasCopied()
    {
        const auto run = methodNamed(3, "run");
        const auto main = methodNamed(4, "main");
        std::vector<std::byte> copy;
        JavaCopyWriter writer(copy, 4096);
        writer.addMethod(run);
        writer.addMethod(main);
        writer.beginStack(0, 0);
        QVERIFY(writer.addFrame({&run, 9}));
        QVERIFY(writer.addFrame({&main, 12}));
        writer.endStack(true);
        JavaDecoder decoder(std::make_shared<CodeBounds>());
        KeptFunctions functions;
        const auto stack = decoded(decoder, copy, functions);
        QCOMPARE(stack.read, ScriptRead::Whole);
        QCOMPARE(stack.frames.size(), std::size_t(2));
        QCOMPARE(stack.frames[0].line, 9U);
        QCOMPARE(stack.frames[1].line, 12U);
        QCOMPARE(functions.all[stack.frames[1].function.row()],
                 (ScriptFunction{"main", "com.example.Server$1", "Server.java", 7}));
        // What is cut off shows nothing that is wrong.
        for (std::size_t size = 0; size < copy.size(); ++size) {
            JavaDecoder other(std::make_shared<CodeBounds>());
            QVERIFY(decoded(other, std::span(copy).first(size), functions).read
                    == ScriptRead::Torn);
        }
    }

    void methodsThatWereNotToldShowNothing()
    {
        const auto run = methodNamed(3, "run");
        std::vector<std::byte> copy;
        JavaCopyWriter writer(copy, 4096);
        writer.beginStack(0, 0);
        writer.addFrame({&run, 9});
        writer.endStack(true);
        JavaDecoder decoder(std::make_shared<CodeBounds>());
        KeptFunctions functions;
        QCOMPARE(decoded(decoder, copy, functions).read, ScriptRead::Torn);
    }

    void nativeUnwindingDecidesWhichCallWasMade()
    {
        const auto run = methodNamed(3, "run");
        const auto stop = methodNamed(4, "stop");
        std::vector<std::byte> copy;
        JavaCopyWriter writer(copy, 4096);
        writer.addMethod(run);
        writer.addMethod(stop);
        writer.beginStack(0x5010, 0x7000);
        writer.addFrame({&run, 9});
        writer.endStack(true);
        writer.beginStack(0x5020, 0x7020);
        writer.addFrame({&stop, 10});
        writer.endStack(true);
        const auto bounds = std::make_shared<CodeBounds>();
        bounds->low = 0x5000;
        bounds->high = 0x6000;
        JavaDecoder decoder(bounds);
        KeptFunctions functions;
        UnwoundStack native;
        native.frames = {{0x100}, {0x5020}, {0x5010}};
        const auto stack = decoded(decoder, copy, functions, native);
        QCOMPARE(stack.frames.size(), std::size_t(1));
        QCOMPARE(stack.frames[0].line, 10U);
        native.frames = {{0x100}};
        QCOMPARE(decoded(decoder, copy, functions, native).read, ScriptRead::Torn);
        // Two that begin at the same call: nobody knows which is the thread's.
        native.frames = {{0x100}, {0x5020}, {0x5010}};
        writer.beginStack(0x5020, 0x7040);
        writer.addFrame({&run, 9});
        writer.endStack(true);
        QCOMPARE(decoded(decoder, copy, functions, native).read, ScriptRead::Torn);
    }

    void aCopyKeepsToItsLimit()
    {
        const auto run = methodNamed(3, "run");
        std::vector<std::byte> copy;
        JavaCopyWriter writer(copy, 200);
        QVERIFY(writer.hasRoomFor(run));
        writer.addMethod(run);
        writer.beginStack(0, 0);
        while (writer.addFrame({&run, 9})) { }
        writer.endStack(false);
        QVERIFY(copy.size() <= 200);
        JavaDecoder decoder(std::make_shared<CodeBounds>());
        KeptFunctions functions;
        QCOMPARE(decoded(decoder, copy, functions).read, ScriptRead::Partial);
    }

    void severalStacksKeepToOneLimit()
    {
        constexpr std::size_t stacks = 16;
        const auto run = methodNamed(3, "run");
        std::vector<std::byte> copy;
        JavaCopyWriter writer(copy, 500, stacks);
        writer.addMethod(run);
        for (std::size_t stack = 0; stack < stacks; ++stack) {
            writer.beginStack(0x5010, 0x7000);
            while (writer.addFrame({&run, 9})) { }
            writer.endStack(false);
        }
        QVERIFY(copy.size() <= 500);
    }
};

} // namespace

EMBER_TEST(TstHotSpot)

#include "tst_hotspot.moc"
