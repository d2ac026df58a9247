// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/functionstatistics.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "views/jobs/pacedjob.h"
#include "views/state/sumsquery.h"
#include "views/state/viewstate.h"
#include "views/tables/functionmodel.h"

#include <QObject>
#include <QStringList>

#include <chrono>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

using Clock = std::chrono::steady_clock;

// An answer that takes longer than anybody wants to wait for.
QString slowly(const QString &answer)
{
    for (const auto start = Clock::now(); Clock::now() - start < std::chrono::milliseconds(40);) { }
    return answer;
}

PacedJob<QString>::Work workOn(const QString &question)
{
    return {[question] { return slowly(question); },
            [question] { return QString(QStringLiteral("≈ ") + question); }};
}

} // namespace

class TstPacedJob : public QObject {
    Q_OBJECT

private slots:
    void anotherSlowQuestionIsEstimatedFirst()
    {
        QObject receiver;
        QString question = QStringLiteral("first");
        QStringList delivered;
        PacedJob<QString> job(
            &receiver, [&] { return workOn(question); },
            [&](const QString &answer) { delivered << answer; });
        job.askAnew();
        EMBER_TRY(delivered.size() == 1); // nobody knows yet that it is slow
        question = QStringLiteral("second");
        job.askAnew();
        EMBER_TRY(delivered.size() == 3);
        QCOMPARE(delivered.join(QLatin1Char(',')), QStringLiteral("first,≈ second,second"));
    }

    void newerDataAreNotEstimated()
    {
        QObject receiver;
        QStringList delivered;
        PacedJob<QString> job(
            &receiver, [] { return workOn(QStringLiteral("same")); },
            [&](const QString &answer) { delivered << answer; });
        job.askAnew();
        EMBER_TRY(delivered.size() == 1);
        job.refresh();
        EMBER_TRY(delivered.size() == 2);
        QCOMPARE(delivered.back(), QStringLiteral("same"));
    }

    void viewsOfSumsSayThatAnEstimateIsOne()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile({.threads = 4, .samplesPerThread = 20'000})));
        const auto work =
            state.sums().workOn([](const CallWeightsPointer &calls) { return calls; });
        const auto estimate = work.estimate();
        QCOMPARE(estimate->accuracy, Accuracy::Estimate);
        QCOMPARE(work.answer()->accuracy, Accuracy::Exact);
        FunctionModel model;
        model.setFunctions(functionStatistics(*estimate), {}, estimate->accuracy);
        QVERIFY(
            model.index(0, FunctionModel::Total).data().toString().startsWith(QStringLiteral("≈")));
    }
};

EMBER_TEST(TstPacedJob)
#include "tst_pacedjob.moc"
