// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/comparison.h"
#include "tests/endtoend/recording.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>

using namespace ember::model;
using namespace ember::tests;

namespace {

// A run of a program that spends known shares of its time in known functions.
CallWeightsPointer recorded(const QString &percentOfBeta)
{
    Recording recording;
    recording.start({}, {QStringLiteral("splitwork"), QStringLiteral("4"), percentOfBeta});
    recording.finish();
    return CallWeigher().weigh(recording.read().profile, {});
}

QStringList beyondNoise(const Comparison &comparison)
{
    QStringList names;
    for (const ComparedFunction &function : comparison.functions) {
        if (function.self.noise == Noise::Beyond || function.total.noise == Noise::Beyond)
            names << QString::fromStdString(function.name);
    }
    return names;
}

} // namespace

class TstCompared : public QObject {
    Q_OBJECT

private slots:
    void ofTwoRunsOfOneProgramNothingHasChangedAndOfASlowerOneThatFunction()
    {
        auto before = recorded(QStringLiteral("100"));
        QStringList noise;
        // A machine that takes the CPU away for long adds noise of its own, which the samples do
        // not tell: but not in each of three pairs.
        for (int pair = 0; pair < 3; ++pair) {
            const auto after = recorded(QStringLiteral("100"));
            noise = beyondNoise(compare(before, after, Normalisation::PerSecond).value());
            qInfo("compared.same.beyond %lld", static_cast<long long>(noise.size()));
            if (noise.isEmpty())
                break;
            before = after;
        }
        QVERIFY2(noise.isEmpty(), qPrintable(noise.join(u' ')));

        const auto slower =
            compare(before, recorded(QStringLiteral("300")), Normalisation::PerSecond).value();
        const auto beta = std::ranges::find(slower.functions, "workBeta", &ComparedFunction::name);
        QVERIFY(beta != slower.functions.end());
        QCOMPARE(beta->total.noise, Noise::Beyond);
        QCOMPARE_GT(beta->total.ratio().value(), 1.3); // 1.9 of itself
    }
};

EMBER_TEST(TstCompared)
#include "tst_compared.moc"
