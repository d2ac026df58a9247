// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/foundruntimes.h"
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
    void runtimesThatBeginLateAreFound();
};

void TstScriptCopiers::copyThatDidNotHoldTrueIsTorn()
{
    CopierCalls calls;
    const auto found = std::make_shared<FoundRuntimes>();
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

// How often an image is looked into before its runtime has begun, and that it is found a minute
// later; then it has a refusal no more.
void TstScriptCopiers::runtimesThatBeginLateAreFound()
{
    static CopierCalls calls;
    static int looks = 0;
    static bool hasBegun = false;
    RuntimeFinder finder([](const RuntimeCandidate &) -> RuntimeSearch {
        ++looks;
        if (hasBegun)
            return {std::make_shared<OneFrameRuntime>(calls), {}, true};
        return {nullptr, "not readable", false};
    });
    for (const auto beginsAfter : {50ms, 700ms, 40'000ms, 90'000ms}) {
        looks = 0;
        hasBegun = false;
        const auto found = std::make_shared<FoundRuntimes>();
        ScriptNames names;
        ScriptStacks stacks(1, found, finder, names);
        model::Timestamp now;
        QVERIFY(!stacks.lookInto({}, now));
        auto foundAfter = 0ms;
        for (auto passed = 1ms; passed < 100'000ms && found->count() == 0; ++passed) {
            hasBegun = passed >= beginsAfter;
            now += 1ms;
            stacks.lookAgain(now);
            foundAfter = passed;
        }
        const bool isFound = beginsAfter < 60'000ms;
        QCOMPARE(found->count(), isFound ? 1U : 0U);
        QCOMPARE(stacks.takeRefusal().has_value(), !isFound);
        if (isFound)
            QVERIFY(foundAfter - beginsAfter <= std::max(beginsAfter / 4, 10ms));
        QVERIFY(looks < 150);
    }
}

EMBER_TEST(TstScriptCopiers)
#include "tst_scriptcopiers.moc"
