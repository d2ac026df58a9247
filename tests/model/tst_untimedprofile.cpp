// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/query/calltree.h"
#include "model/query/functionstatistics.h"
#include "model/query/summary.h"
#include "model/query/weights.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::model;

namespace {

// Samples "root;child;leaf" without time, each with a number of allocations and their bytes.
class HeapProfile {
public:
    HeapProfile() : m_builder(TimeOrigin::None)
    {
        m_thread = m_builder.addThread({});
        m_objects = addType("objects", "count");
        m_space = addType("time", "milliseconds");
        m_builder.setMainValue(m_objects);
    }

    void add(const std::vector<std::string> &rootFirst, double objects, double space)
    {
        auto stack = emptyStack;
        for (const auto &name : rootFirst) {
            Function function;
            function.name = m_builder.string(name);
            Frame frame;
            frame.function = m_builder.function(function);
            stack = m_builder.stack(stack, m_builder.frame(frame));
        }
        m_builder.addSample(m_thread, {{}, stack, {}});
        m_builder.addSampleValue(m_thread, m_objects, objects);
        m_builder.addSampleValue(m_thread, m_space, space);
    }

    ProfilePointer profile() { return m_builder.snapshot(); }

    ValueTypeIndex space() const { return m_space; }

private:
    ValueTypeIndex addType(const char *type, const char *unit)
    {
        return m_builder.addValueType({m_builder.string(type), m_builder.string(unit)});
    }

    ProfileBuilder m_builder;
    ThreadIndex m_thread;
    ValueTypeIndex m_objects;
    ValueTypeIndex m_space;
};

ProfilePointer someHeap()
{
    HeapProfile heap;
    heap.add({"main", "a"}, 2, 10);
    heap.add({"main", "b", "a"}, 5, 1);
    heap.add({"main", "a"}, 1, 30);
    heap.add({}, 4, 2);
    return heap.profile();
}

QString functionLines(const Profile &profile, const Selection &selection = {})
{
    QString text;
    for (const auto &row : functionStatistics(profile, selection))
        text += QStringLiteral("%1 %2/%3 ns %4/%5\n")
                    .arg(QString::fromStdString(row.name))
                    .arg(row.selfValue)
                    .arg(row.totalValue)
                    .arg(row.self.count())
                    .arg(row.total.count());
    return text;
}

QString treeLines(const CallTree &tree, const Profile &profile)
{
    QString text;
    for (const auto &node : tree.nodes)
        text += QString(int(node.depth), u' ')
            + QStringLiteral("%1 %2 (%3) %4 ns\n")
                  .arg(QString::fromStdString(frameName(profile, node.frame)))
                  .arg(node.value)
                  .arg(node.samples)
                  .arg(node.duration.count());
    return text;
}

} // namespace

class TstUntimedProfile : public QObject {
    Q_OBJECT

private slots:
    void functionsAreWeighedByTheProfilesMainValue()
    {
        QCOMPARE(functionLines(*someHeap()),
                 QStringLiteral("a 8/8 ns 0/0\nb 0/5 ns 0/0\nmain 0/8 ns 0/0\n"));
    }

    void aChosenValueOfAUnitOfTimeIsTime()
    {
        const auto profile = someHeap();
        Selection selection;
        selection.weight = findValueType(*profile, "time");
        QCOMPARE(functionLines(*profile, selection),
                 QStringLiteral("a 41/41 ns 41000000/41000000\nb 0/1 ns 0/1000000\n"
                                "main 0/41 ns 0/41000000\n"));
    }

    void valueTypesAreFoundByNameAndUnit()
    {
        const auto profile = someHeap();
        QCOMPARE(findValueType(*profile, "time/milliseconds"), ValueTypeIndex(1));
        QCOMPARE(findValueType(*profile, "objects"), ValueTypeIndex(0));
        QVERIFY(!findValueType(*profile, "objects/bytes").isValid());
        QVERIFY(!findValueType(*profile, "").isValid());
    }

    void callsAreMergedLargestFirst()
    {
        const auto profile = someHeap();
        const auto spans = buildSpans(profile);
        QCOMPARE(treeLines(callTree(*spans, ThreadIndex(0)), *profile),
                 QStringLiteral("main 8 (3) 0 ns\n b 5 (1) 0 ns\n  a 5 (1) 0 ns\n a 3 (2) 0 ns\n"));
        QCOMPARE(
            treeLines(untimedCallTree(*spans, ThreadIndex(0), ValueTypeIndex(1)), *profile),
            QStringLiteral("main 41 (3) 41000000 ns\n a 40 (2) 40000000 ns\n b 1 (1) 1000000 ns\n"
                           "  a 1 (1) 1000000 ns\n"));
    }

    void thereIsNothingToDraw()
    {
        const auto spans = buildSpans(someHeap());
        QCOMPARE(spans->boxCount(), std::size_t(0));
        QCOMPARE(spans->thread(ThreadIndex(0)).depth(), std::size_t(0));
    }

    void aTreeOfTenThousandCallsIsWalkedWithoutRecursion()
    {
        HeapProfile heap;
        heap.add(std::vector<std::string>(10'000, "deep"), 1, 1);
        const auto spans = buildSpans(heap.profile());
        const auto tree = callTree(*spans, ThreadIndex(0));
        QCOMPARE(tree.nodes.size(), std::size_t(10'000));
        QCOMPARE(tree.nodes.back().depth, 9'999U);
    }

    void theSummaryHasTheSumsOfAllTypes()
    {
        const auto summary = summarise(*someHeap());
        QCOMPARE(summary.values.size(), std::size_t(2));
        QCOMPARE(summary.values[0].sum.value_or(0), 12.0);
        QCOMPARE(summary.values[1].sum.value_or(0), 43.0);
        QCOMPARE(summary.weight, ValueTypeIndex(0));
    }
};

EMBER_TEST(TstUntimedProfile)
#include "tst_untimedprofile.moc"
