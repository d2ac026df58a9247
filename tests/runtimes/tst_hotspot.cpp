// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/hotspot/compiledscopes.h"
#include "capture/runtimes/hotspot/javacopy.h"
#include "capture/runtimes/hotspot/javadecoder.h"
#include "capture/runtimes/hotspot/packednumbers.h"
#include "tests/runtimes/hotspotlayout.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <cstring>
#include <initializer_list>
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
};

} // namespace

EMBER_TEST(TstHotSpot)

#include "tst_hotspot.moc"
