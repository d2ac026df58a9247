// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "tests/support/testmain.h"
#include "views/state/threadgroups.h"

#include <QTest>

using namespace ember::model;
using namespace ember::views;

namespace {

bool nobody(ThreadIndex)
{
    return false;
}

} // namespace

class TstThreadGroups : public QObject {
    Q_OBJECT

private slots:
    void namesAreComparedAsPeopleDo()
    {
        QVERIFY(NumberedName(QStringLiteral("worker-2"))
                < NumberedName(QStringLiteral("worker-10")));
        QVERIFY(NumberedName(QStringLiteral("worker")) < NumberedName(QStringLiteral("worker1")));
        const NumberedName name(QStringLiteral("pool-1-thread-12 [x]"));
        QCOMPARE(name.before, QStringLiteral("pool-1-thread-"));
        QCOMPARE(name.number.value_or(0), 12U);
        QCOMPARE(name.after, QStringLiteral(" [x]"));
        QVERIFY(!NumberedName(QStringLiteral("t99999999999999999999999")).number);
    }

    // Threads without a name of their own have that of the program.
    void theMainThreadThatOthersAreCalledAfterStandsAlone()
    {
        ProfileBuilder builder;
        std::vector<ThreadIndex> threads;
        const auto addAll = [&](const std::string &name, int mains, int others) {
            for (int number = 0; number < mains + others; ++number) {
                Thread thread;
                thread.id = builder.string(name + std::to_string(number));
                thread.name = builder.string(name);
                thread.isMain = number < mains;
                threads.push_back(builder.addThread(thread));
            }
        };
        addAll("python3", 1, 21);
        addAll("cc1plus", 9, 0);
        const auto groups = groupThreads(*builder.snapshot(), threads, nobody, nobody);
        QCOMPARE(groups.size(), 3U);
        QVERIFY(groups[0].kind == ThreadGroup::Kind::Single);
        QCOMPARE(groups[0].threads, std::vector{threads.front()});
        QCOMPARE(groups[1].name, QStringLiteral("python3"));
        QCOMPARE(groups[1].threads.size(), 21U);
        QCOMPARE(groups[2].threads.size(), 9U);
    }

    void namesWithPlacesInThemStayAsTheyAre()
    {
        ProfileBuilder builder;
        std::vector<ThreadIndex> threads;
        for (std::size_t number = 1; number <= fewThreads + 1; ++number) {
            Thread thread;
            thread.id = builder.string(std::to_string(number));
            thread.name = builder.string("50%2x" + std::to_string(number) + "%L");
            threads.push_back(builder.addThread(thread));
        }
        const auto groups = groupThreads(*builder.snapshot(), threads, nobody, nobody);
        QCOMPARE(groups.size(), 1U);
        QCOMPARE(groups[0].name, QStringLiteral("50%2x1 … 21%L"));
    }
};

EMBER_TEST(TstThreadGroups)
#include "tst_threadgroups.moc"
