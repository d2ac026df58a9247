// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/framecodec.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace ember::capture;

namespace {

using FrameWalk = FrameEncoder::Walk;

class FrameFunctions : public ScriptFunctions {
public:
    ScriptFunctionSerial serial(const ScriptFunction &function) override
    {
        names.push_back(function.name);
        return ScriptFunctionSerial(names.size() - 1);
    }

    std::vector<std::string> names;
};

std::uint32_t placeAsLine(std::span<const std::byte> /*lines*/, std::uint32_t firstLine,
                          std::uint32_t place)
{
    return firstLine + place;
}

// A room of which only the functions matter: each has its key as name, and `version` as identity.
class FrameCapture {
public:
    std::vector<std::byte> copy(std::size_t count, FrameWalk walk = FrameWalk::Whole)
    {
        copies.begin();
        for (std::uint64_t key = 1; key <= count; ++key) {
            copies.add({key, 2, 1});
            const FrameEncoder::Identity identity{version};
            if (!copies.isWanted(key, identity))
                continue;
            ScriptFunction function;
            function.name = std::to_string(key) + '/' + std::to_string(version);
            function.firstLine = static_cast<std::uint32_t>(key);
            copies.describe(key, identity, function, std::vector<std::byte>(lineBytes));
        }
        std::vector<std::byte> bytes;
        copies.write(walk, bytes);
        return bytes;
    }

    // The names of the functions; "" where the decoder has none yet.
    std::vector<std::string> names(std::span<const std::byte> copy)
    {
        const UnwoundStack native;
        m_decoder.decode({copy, {}, {}, native}, m_all, stack);
        std::vector<std::string> names;
        for (const auto &frame : stack.frames)
            names.push_back(m_all.names.at(frame.function.row()));
        return names;
    }

    FrameEncoder copies;
    ScriptStack stack;
    std::uint64_t version = 1;
    std::size_t lineBytes = 0;

private:
    FrameDecoder m_decoder{placeAsLine};
    FrameFunctions m_all;
};

} // namespace

class TstFrameCodec : public QObject {
    Q_OBJECT

private slots:
    void largeDescriptionsAreSpreadOverStops()
    {
        constexpr std::size_t count = 200;
        FrameCapture capture;
        capture.lineBytes = 60'000;
        std::ptrdiff_t nameless = count;
        for (int stop = 0; stop < 50 && nameless > 0; ++stop) {
            const auto copy = capture.copy(count);
            QVERIFY(copy.size() <= ScriptCopier::mostCopied);
            const auto names = capture.names(copy);
            QCOMPARE(names.size(), count);
            const auto left = std::ranges::count(names, std::string());
            QVERIFY(left < nameless);
            nameless = left;
        }
        QCOMPARE(nameless, std::ptrdiff_t(0));
        QCOMPARE(capture.stack.frames[4].line, 7U);
    }

    void reusedAddressNeverHasTheOldName()
    {
        FrameCapture capture;
        QCOMPARE(capture.names(capture.copy(1)), std::vector<std::string>{"1/1"});
        capture.version = 2;
        capture.lineBytes = ScriptCopier::mostCopied; // there is no room for it
        QCOMPARE(capture.names(capture.copy(1)), std::vector<std::string>{""});
        capture.lineBytes = 0;
        QCOMPARE(capture.names(capture.copy(1)), std::vector<std::string>{"1/2"});
    }

    void discardedStartIsRepeated()
    {
        FrameCapture capture;
        const std::vector<std::string> both{"1/1", "2/1"};
        QCOMPARE(capture.names(capture.copy(2)), both);
        capture.copies.startOver();
        capture.copy(2);
        capture.copies.discardLast();
        const auto copy = capture.copy(2);
        FrameCopyHead head;
        QVERIFY(CopyReader(copy).take(head));
        QVERIFY((head.flags & FrameCopyHead::StartsOver) != 0);
        QCOMPARE(capture.names(copy), both);
        QCOMPARE(capture.names(capture.copy(2)), both);
    }

    void whatATornCopyHadIsDescribedAgain()
    {
        FrameCapture capture;
        QVERIFY(capture.names(capture.copy(1, FrameWalk::Torn)).empty());
        QCOMPARE(capture.stack.read, ScriptRead::Torn);
        QCOMPARE(capture.names(capture.copy(1)), std::vector<std::string>{"1/1"});
        QCOMPARE(capture.stack.read, ScriptRead::Whole);
    }

    void anyBytesAreTorn()
    {
        FrameCapture capture;
        const auto copy = capture.copy(3);
        for (std::size_t size = 0; size < copy.size(); ++size) {
            QVERIFY(capture.names(std::span(copy).first(size)).empty());
            QCOMPARE(capture.stack.read, ScriptRead::Torn);
        }
    }
};

EMBER_TEST(TstFrameCodec)
#include "tst_framecodec.moc"
