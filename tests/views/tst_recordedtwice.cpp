// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "tests/support/twicerecorded.h"
#include "tests/views/picture.h"
#include "tests/views/watchedpanel.h"
#include "views/answer/answers.h"
#include "views/filters/filterbar.h"
#include "views/filters/filterchip.h"
#include "views/filters/keptview.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/flamechart/lanetext.h"
#include "views/flamechart/threadgutter.h"
#include "views/state/sumsquery.h"
#include "views/sums/sumspanel.h"
#include "views/threads/threadmodel.h"

#include <QLabel>
#include <QTest>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

constexpr ThreadIndex captured(0);
constexpr ThreadIndex again(1);

} // namespace

// A process that a capture and an SDK have recorded: what the SDK has is shown, and does not count.
class TstRecordedTwice : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_watched = std::make_unique<WatchedPanel<FilterBar>>();
        m_state = &m_watched->state;
        m_state->open(buildSpans(recordedTwice()));
        pictureOf(m_watched->panel, {700, 30});
    }

    void cleanup() { m_watched.reset(); }

    void itIsShownAndDoesNotCountUntilItsChipIsRemoved()
    {
        QCOMPARE(m_state->threads().all().size(), 2U);
        QCOMPARE(m_state->sums().selection().threads, std::vector{captured});
        QVERIFY(m_state->threads().isUsual());
        QCOMPARE(chips(), QStringList{QStringLiteral("recorded twice, left out: 1 thread")});
        QTest::keyClick(m_watched->panel.findChild<FilterChip *>(), Qt::Key_Delete);
        QVERIFY(m_state->sums().selection().threads.empty());
        QVERIFY(chips().isEmpty());
        m_state->sums().history().undo();
        QCOMPARE(m_state->sums().selection().threads, std::vector{captured});
    }

    void whereAllCountNoLaneIsMarked()
    {
        FlameChartWidget chart(*m_state, m_watched->searcher);
        const ThreadGutter gutter(*m_state, chart);
        m_state->threads().showOnly(m_state->threads().all());
        QVERIFY(!gutter.isChosen({captured}) && !gutter.isChosen({again}));
        m_state->threads().showOnly({again});
        QVERIFY(!gutter.isChosen({captured}) && gutter.isChosen({again}));
    }

    void whatNarrowsIsTakenBackToThat()
    {
        m_state->threads().countAlone(again);
        QCOMPARE(m_state->sums().selection().threads, std::vector{again});
        m_state->threads().showUsual();
        QCOMPARE(m_state->sums().selection().threads, std::vector{captured});
    }

    void itsNamesSayIt()
    {
        QCOMPARE(laneName(*m_state, {captured}).count(m_word), 0);
        QCOMPARE(laneName(*m_state, {again}).count(m_word), 1);
        ThreadModel model(m_state->profile(), m_state->threads());
        model.setRows(threadRows(*m_state->spans()));
        const QModelIndex row = model.indexOf(again);
        QVERIFY(row.data().toString().contains(m_word));
        QVERIFY(row.data(Qt::ToolTipRole).toString().contains(QStringLiteral("Sentry SDK")));
        QCOMPARE(row.data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
        const QModelIndex other = model.indexOf(captured);
        QVERIFY(!other.data().toString().contains(m_word));
        QVERIFY(!other.data(Qt::ToolTipRole).toString().contains(QStringLiteral("Sentry SDK")));
        QCOMPARE(other.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
        // One click counts it.
        QVERIFY(model.setData(row, int(Qt::Checked), Qt::CheckStateRole));
        QVERIFY(m_state->threads().isShown(again));
    }

    void theAnswerLeavesItOut()
    {
        Answers answers(*m_state);
        EMBER_TRY(!answers.sections().empty());
        QCOMPARE(answers.sections().size(), 1U);
        QString text;
        for (const Sentence &sentence : answers.sections().front().sentences)
            text += textOf(sentence);
        QVERIFY2(text.contains(QLatin1String("record of a process")), qPrintable(text));
        m_state->threads().showOnly(m_state->threads().all());
        EMBER_TRY(answers.sections().size() == 2); // what is checked is another question
    }

    // While a capture goes on, its log is read again with what SDKs have sent meanwhile.
    void itDoesNotCountWhenItComesLater()
    {
        const auto alone =
            buildSpans(recorded({.source = captureSource, .pid = 7, .profilerId = "aa"}));
        m_state->open(alone);
        QVERIFY(chips().isEmpty());
        m_state->update(buildSpans(recordedTwice()));
        QCOMPARE(m_state->sums().selection().threads, std::vector{captured});
        m_state->threads().setShown(again, Shown::Yes);
        m_state->update(buildSpans(recordedTwice())); // the user's choice stays
        QVERIFY(m_state->threads().isShown(again));
    }

    void itCountsAgainWhenItIsNoSecondRecordAnyMore()
    {
        m_state->update(
            buildSpans(recordedBeside({.source = captureSource, .pid = 9}, {.pid = 7})));
        QVERIFY(m_state->threads().isUsual());
        QVERIFY(m_state->threads().isShown(again));
    }

    void newThreadsOfItDoNotCountEither()
    {
        ProfileBuilder builder;
        addOnOneClock(builder, *recordedTwice());
        m_state->open(buildSpans(builder.snapshot()));
        QCOMPARE(m_state->threads().secondRecords(), std::vector{again});
        const auto before = builder.snapshot();
        for (const ThreadIndex like : {again, captured}) {
            Thread thread;
            thread.process = before->thread(like).process;
            thread.id = builder.string("2");
            const ThreadSamples &samples = before->samples(like);
            builder.addSample(builder.addThread(thread),
                              {samples.times.back(),
                               samples.stacks[SampleIndex(0)],
                               {},
                               samples.source(SampleIndex(0))});
        }
        m_state->update(buildSpans(builder.snapshot()));
        QCOMPARE(m_state->threads().secondRecords(), (std::vector{again, ThreadIndex(2)}));
        QVERIFY(m_state->threads().isUsual());
        QVERIFY(m_state->threads().isShown(ThreadIndex(3)));
    }

    void controlChoosesALaneWhereNothingIsChosen()
    {
        FlameChartWidget chart(*m_state, m_watched->searcher);
        pictureOf(chart, {600, 300});
        chart.actions().chooseThreads({again}, Qt::ControlModifier);
        QCOMPARE(m_state->threads().shown(), std::vector{again});
        chart.actions().chooseThreads({again}, Qt::ControlModifier); // none is left
        QVERIFY(m_state->threads().isUsual());
    }

    void itIsNothingThatTheUserHasChecked()
    {
        SelectionBar bar(*m_state);
        const auto *scope = bar.findChild<QLabel *>(QStringLiteral("scope"));
        QVERIFY(scope->text().startsWith(QStringLiteral("Of the whole profile")));
        m_state->threads().showOnly({again});
        QVERIFY(scope->text().startsWith(QStringLiteral("Of the chosen threads")));
    }

    void itDoesNotCountInABaselineEither()
    {
        ViewState open;
        open.open(buildSpans(recorded({.source = captureSource})));
        for (const ThreadIndex partner : {again, captured}) {
            m_state->threads().arrangeLike(open.threads(), [&](ThreadIndex) { return partner; });
            QCOMPARE(m_state->threads().shown(), std::vector{captured});
        }
    }

    // Nothing was kept of a file that is opened for the first time.
    void aKeptViewWithoutHiddenThreadsDoesNotCountIt()
    {
        const Profile &profile = *m_state->spans()->profile();
        const auto second = m_state->threads().secondRecords();
        QCOMPARE(narrowingOf(profile, {}, second).hidden, std::vector{again});
        restoreView(m_state->profile(), m_state->threads(), m_state->sums(), KeptView());
        QVERIFY(m_state->threads().isUsual());
        m_state->threads().showOnly({again});
        const QStringList words = narrowingWords(profile, m_state->sums().history().now(), second);
        QCOMPARE(narrowingOf(profile, words, second).hidden, std::vector{captured});
    }

    void thatItWasToCountIsKept()
    {
        m_state->sums().filters().setCounted(Counted::Running);
        m_state->threads().showOnly(m_state->threads().all());
        const Narrowing now = m_state->sums().history().now();
        const Profile &profile = *m_state->spans()->profile();
        const auto second = m_state->threads().secondRecords();
        QVERIFY(narrowingOf(profile, narrowingWords(profile, now, second), second) == now);
        const KeptView kept = keptViewOf(m_state->profile(), m_state->threads(), m_state->sums());
        m_state->threads().showUsual();
        restoreView(m_state->profile(), m_state->threads(), m_state->sums(), kept);
        QVERIFY(m_state->sums().history().now() == now);
        QVERIFY(filtersOf({QStringLiteral("noneHidden"), {}, {}}) == Filters());
    }

private:
    QStringList chips() const
    {
        QStringList texts;
        for (const FilterChip *chip : m_watched->panel.findChildren<FilterChip *>())
            texts << chip->text();
        return texts;
    }

    const QString m_word = QStringLiteral("recorded twice");
    std::unique_ptr<WatchedPanel<FilterBar>> m_watched;
    ViewState *m_state = nullptr;
};

EMBER_TEST(TstRecordedTwice)
#include "tst_recordedtwice.moc"
