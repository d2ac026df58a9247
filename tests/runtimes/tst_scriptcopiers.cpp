// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/processruntimes.h"
#include "capture/runtimes/scriptstacks.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

using namespace ember;
using namespace ember::capture;
using namespace std::chrono_literals;

namespace {

struct CopierCalls {
    bool holdsTrue = true;
    int discarded = 0;
    int decoded = 0;
};

class OneByteCopier : public ScriptCopier {
public:
    explicit OneByteCopier(CopierCalls &calls) : m_calls(calls) { }

    void copy(const StoppedThread & /*thread*/, StopReader & /*reader*/,
              std::vector<std::byte> &to) override
    {
        to.push_back(std::byte(1));
    }

    bool confirm(StopReader & /*reader*/) override { return m_calls.holdsTrue; }

    void discardLast() override { ++m_calls.discarded; }

    void startOver() override { }

    void forget(pid_t /*thread*/) override { }

private:
    CopierCalls &m_calls;
};

class OneFrameDecoder : public ScriptDecoder {
public:
    explicit OneFrameDecoder(CopierCalls &calls) : m_calls(calls) { }

    void decode(const ScriptSample & /*sample*/, ScriptFunctions &functions,
                ScriptStack &stack) override
    {
        ++m_calls.decoded;
        stack.frames.assign(1, {functions.serial({"work", "", "", 1})});
        stack.read = ScriptRead::Whole;
    }

private:
    CopierCalls &m_calls;
};

class OneFrameRuntime : public ScriptRuntime {
public:
    explicit OneFrameRuntime(CopierCalls &calls) : m_calls(calls) { }

    std::string_view platform() const override { return "python"; }

    std::string title() const override { return "Python"; }

    ScriptPlacing placing() const override { return ScriptPlacing::FromScriptCode; }

    bool isScriptCode(std::uint64_t /*pc*/) const override { return true; }

    std::unique_ptr<ScriptCopier> makeCopier() const override
    {
        return std::make_unique<OneByteCopier>(m_calls);
    }

    std::unique_ptr<ScriptDecoder> makeDecoder() const override
    {
        return std::make_unique<OneFrameDecoder>(m_calls);
    }

private:
    CopierCalls &m_calls;
};

class NoReader : public StopReader {
    std::size_t read(std::span<const Piece> /*pieces*/) override { return 0; }
};

} // namespace

class TstScriptCopiers : public QObject {
    Q_OBJECT

private slots:
    void copyThatDidNotHoldTrueIsTorn();
    void runtimesThatBeginLateAreFound_data();
    void runtimesThatBeginLateAreFound();
    void shortProcessesAreRefused();
    void filesThatCannotBeOpenedAreLookedIntoElsewhere();
};

void TstScriptCopiers::copyThatDidNotHoldTrueIsTorn()
{
    CopierCalls calls;
    const auto found = std::make_shared<ProcessRuntimes>();
    found->add(std::make_shared<OneFrameRuntime>(calls), 0x1000);
    RuntimeFinder finder([](const RuntimeCandidate &) { return RuntimeSearch(); });
    ScriptNames names;
    ScriptStacks stacks(1, found, finder, names);
    ScriptCopiers copiers;
    NoReader memory;
    for (const bool holdsTrue : {true, false, true}) {
        calls = {holdsTrue, 0, 0};
        const auto before = stacks.counts().torn;
        std::vector<std::byte> bytes;
        auto copies = copiers.copy(*found, {}, memory, bytes);
        copiers.confirm(memory, copies);
        UnwoundStack native;
        native.frames.push_back({});
        stacks.decode(copies, bytes, {}, {}, native);
        QCOMPARE(calls.discarded, holdsTrue ? 0 : 1);
        QCOMPARE(calls.decoded, holdsTrue ? 1 : 0);
        QCOMPARE(stacks.counts().torn - before, holdsTrue ? 0U : 1U);
    }
    QCOMPARE(stacks.counts().stacks, 3U);
}

// An image is looked into again until its runtime has begun, a minute long, ever more rarely. A
// process that has hardly begun may look like one of a version that is not known: it is refused
// only if it does so later.
void TstScriptCopiers::runtimesThatBeginLateAreFound_data()
{
    QTest::addColumn<bool>("isSure");
    QTest::addColumn<std::chrono::milliseconds>("beginsAfter");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("at once") << false << 50ms << true;
    QTest::newRow("after half a second") << false << 700ms << true;
    QTest::newRow("after half a minute") << false << 40'000ms << true;
    QTest::newRow("too late") << false << 90'000ms << false;
    QTest::newRow("begins with another's version") << true << 50ms << true;
    QTest::newRow("has another's version") << true << 2'000ms << false;
}

void TstScriptCopiers::runtimesThatBeginLateAreFound()
{
    QFETCH(const bool, isSure);
    QFETCH(const std::chrono::milliseconds, beginsAfter);
    QFETCH(const bool, isFound);
    static CopierCalls calls;
    static int looks = 0;
    static RuntimeSearch answer;
    looks = 0;
    answer = {nullptr, "not known", isSure};
    RuntimeFinder finder([](const RuntimeCandidate &) {
        ++looks;
        return answer;
    });
    const auto found = std::make_shared<ProcessRuntimes>();
    ScriptNames names;
    ScriptStacks stacks(1, found, finder, names);
    model::Timestamp now;
    stacks.lookInto({}, now);
    auto foundAfter = 0ms;
    for (auto passed = 1ms; passed < 100'000ms && found->count() == 0; ++passed) {
        if (passed == beginsAfter)
            answer = {std::make_shared<OneFrameRuntime>(calls), {}, true};
        now += 1ms;
        stacks.lookAgain(now);
        foundAfter = passed;
    }
    QCOMPARE(found->count(), isFound ? 1U : 0U);
    QCOMPARE(stacks.takeRefusal().has_value(), !isFound);
    if (isFound)
        QVERIFY(foundAfter - beginsAfter <= std::max(beginsAfter / 4, 10ms));
    QVERIFY(looks < 150);
}

// A process that ends before its refusal was certain has it all the same, if it was no reading of
// memory that failed.
void TstScriptCopiers::shortProcessesAreRefused()
{
    for (const bool isSure : {true, false}) {
        static RuntimeSearch answer;
        answer = {nullptr, "not known", isSure};
        RuntimeFinder finder([](const RuntimeCandidate &) { return answer; });
        ScriptNames names;
        ScriptStacks stacks(1, std::make_shared<ProcessRuntimes>(), finder, names);
        stacks.lookInto({}, {});
        QVERIFY(!stacks.takeRefusal());
        stacks.giveUp();
        QCOMPARE(stacks.takeRefusal().has_value(), isSure);
    }
}

// Its process has ended, for example, and has taken the way to it along.
void TstScriptCopiers::filesThatCannotBeOpenedAreLookedIntoElsewhere()
{
    RuntimeFinder finder(findRuntime);
    MappedImage image;
    image.path = "/nowhere/python3";
    image.identity = {1, 2, 3, 4};
    QVERIFY(!finder.lookInto(1, image).isSure);
    image.path = EMBER_BUILD_DIR "/emberchart-record";
    QVERIFY(finder.lookInto(1, image).isSure);
    image.path = "/nowhere/python3"; // known by now to have none
    QVERIFY(finder.lookInto(1, image).isSure);
}

EMBER_TEST(TstScriptCopiers)
#include "tst_scriptcopiers.moc"
