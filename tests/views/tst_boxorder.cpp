// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "views/boxes/boxorder.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <tuple>
#include <vector>

using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

// The next box, held against a list of all of them in their order.
class TstBoxOrder : public QObject {
    Q_OBJECT

private slots:
    void theNextOneIsThatOfTheList_data()
    {
        QTest::addColumn<std::size_t>("samples");
        QTest::addColumn<std::size_t>("every"); // how many-th path is accepted
        QTest::newRow("few boxes") << std::size_t(60) << std::size_t(3);
        QTest::newRow("few boxes, none") << std::size_t(60) << std::size_t(1'000'000'000);
        QTest::newRow("many boxes, rare") << std::size_t(60'000) << std::size_t(997);
        QTest::newRow("many boxes, all") << std::size_t(60'000) << std::size_t(1);
    }

    void theNextOneIsThatOfTheList()
    {
        QFETCH(const std::size_t, samples);
        QFETCH(const std::size_t, every);
        const auto spans =
            buildSpans(syntheticProfile({.threads = 3, .samplesPerThread = samples}));
        const std::vector threads{ThreadIndex(2), ThreadIndex(0)}; // not as they are numbered
        const auto accepts = [&](PathIndex path) {
            return path.row() > 0 && path.row() % every == 0;
        };
        const auto list = accepted(*spans, threads, accepts);
        std::mt19937 random{3};
        for (int round = 0; round < 40; ++round) {
            const auto depth = random() % spans->thread(ThreadIndex(0)).depth();
            const auto &boxes = spans->thread(ThreadIndex(0)).rows[depth].boxes;
            const BoxReference from{ThreadIndex(0), depth, BoxIndex(random() % boxes.size())};
            QVERIFY(nextBox(*spans, threads, from, Direction::Forward, accepts)
                    == next(*spans, threads, list, from, Direction::Forward));
            QVERIFY(nextBox(*spans, threads, from, Direction::Backward, accepts)
                    == next(*spans, threads, list, from, Direction::Backward));
        }
        const auto first = nextBox(*spans, threads, {}, Direction::Forward, accepts);
        const auto last = nextBox(*spans, threads, {}, Direction::Backward, accepts);
        QVERIFY(first == (list.empty() ? std::nullopt : std::optional(list.front())));
        QVERIFY(last == (list.empty() ? std::nullopt : std::optional(list.back())));
    }

private:
    static auto order(const SpanTable &spans, const std::vector<ThreadIndex> &threads,
                      const BoxReference &box)
    {
        return std::tuple(rangeOf(spans, box).start, std::ranges::find(threads, box.thread),
                          box.depth, box.box);
    }

    static std::vector<BoxReference> accepted(const SpanTable &spans,
                                              const std::vector<ThreadIndex> &threads,
                                              const PathPredicate &accepts)
    {
        std::vector<BoxReference> list;
        for (const ThreadIndex thread : threads) {
            for (std::size_t depth = 0; depth < spans.thread(thread).depth(); ++depth) {
                spans.thread(thread).rows[depth].boxes.forEach(
                    [&](std::size_t row, const Box &box) {
                        if (accepts(box.path))
                            list.push_back({thread, depth, BoxIndex(row)});
                    });
            }
        }
        std::ranges::sort(list, {},
                          [&](const BoxReference &box) { return order(spans, threads, box); });
        return list;
    }

    static std::optional<BoxReference> next(const SpanTable &spans,
                                            const std::vector<ThreadIndex> &threads,
                                            const std::vector<BoxReference> &list,
                                            const BoxReference &from, Direction direction)
    {
        if (list.empty())
            return std::nullopt;
        const auto of = [&](const BoxReference &box) { return order(spans, threads, box); };
        if (direction == Direction::Forward) {
            const auto behind = std::ranges::upper_bound(list, of(from), {}, of);
            return behind == list.end() ? list.front() : *behind;
        }
        const auto at = std::ranges::lower_bound(list, of(from), {}, of);
        return at == list.begin() ? list.back() : *std::prev(at);
    }
};

EMBER_TEST(TstBoxOrder)
#include "tst_boxorder.moc"
