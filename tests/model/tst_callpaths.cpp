// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/query/functionstatistics.h"
#include "model/spans/callpaths.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace ember::model;

namespace {

// Stacks of functions at their lines, of which half of them have one, and the others more and more
// as it grows; some callers have a hundred callees, most have few.
class GrowingStacks {
public:
    void addSome(int count)
    {
        for (; count > 0; --count) {
            const auto known = m_stacks.size();
            const auto caller = any(any(3) == 0 ? std::min<std::size_t>(known, 2) : known);
            m_stacks.push_back(m_builder.stack(m_stacks[caller], anyFrame()));
        }
    }

    ProfilePointer snapshot() { return m_builder.snapshot(); }

private:
    std::size_t any(std::size_t count) { return m_random() % count; }

    FrameIndex anyFrame()
    {
        const auto number = any(100);
        Function function;
        function.name = m_builder.string("f" + std::to_string(number));
        Frame frame;
        frame.function = m_builder.function(function);
        frame.line = number % 2 == 0 ? 1 : std::uint32_t(any(1 + m_stacks.size() / 400) + 1);
        return m_builder.frame(frame);
    }

    std::mt19937 m_random{11};
    ProfileBuilder m_builder;
    std::vector<StackIndex> m_stacks{emptyStack};
};

// Looks up every call.
class NaivePaths {
public:
    PathNode enter(const Profile &profile, StackIndex stack)
    {
        if (stack == emptyStack)
            return {};
        const StackNode &node = profile.stack(stack);
        const auto caller = m_ofStacks[node.parent];
        const auto [known, isNew] = m_paths.try_emplace(
            {caller, functionIdentity(profile, node.frame)}, PathIndex(m_paths.size() + 1));
        m_ofStacks[stack] = known->second;
        if (isNew)
            m_frames[known->second] = node.frame;
        return {{}, caller, m_frames[known->second], node.depth};
    }

    PathIndex path(StackIndex stack) { return m_ofStacks[stack]; }

private:
    std::map<StackIndex, PathIndex> m_ofStacks{{emptyStack, emptyPath}};
    std::map<std::pair<PathIndex, std::string>, PathIndex> m_paths;
    std::map<PathIndex, FrameIndex> m_frames; // the first of each
};

} // namespace

class TstCallPaths : public QObject {
    Q_OBJECT

private slots:
    void pathsAreThoseThatLookUpsOfAllCallsFind_data()
    {
        QTest::addColumn<int>("atOnce");
        QTest::newRow("as it grows") << 23;
        QTest::newRow("at once") << 4000;
    }

    void pathsAreThoseThatLookUpsOfAllCallsFind()
    {
        QFETCH(const int, atOnce);
        GrowingStacks growing;
        CallPaths paths(functionIdentity);
        NaivePaths naive;
        std::size_t known = 0;
        for (int count = 0; count < 4000; count += atOnce) {
            growing.addSome(atOnce);
            const auto profile = growing.snapshot();
            paths.update(*profile);
            for (; known < profile->tables().stacks.size(); ++known) {
                const StackIndex stack(known);
                const auto expected = naive.enter(*profile, stack);
                QCOMPARE(paths.path(stack).row(), naive.path(stack).row());
                const PathNode &node = paths.node(paths.path(stack));
                QCOMPARE(node.depth, expected.depth);
                if (stack == emptyStack)
                    continue;
                QCOMPARE(node.caller.row(), expected.caller.row());
                QCOMPARE(node.frame.row(), expected.frame.row());
                QCOMPARE(node.identity.row(), paths.identity(profile->stack(stack).frame).row());
            }
        }
        QVERIFY(paths.size() < known); // some are of several stacks
    }
};

EMBER_TEST(TstCallPaths)
#include "tst_callpaths.moc"
