// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/comparison.h"
#include "tests/endtoend/recording.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>

using namespace ember::model;
using namespace ember::tests;

namespace {

// A run of a program whose threads spend known shares of their time in known functions.
CallWeightsPointer recorded(const QString &percentOfBeta)
{
    Recording recording;
    recording.start({},
                    {QStringLiteral("knownshares"), QStringLiteral("4"), QString(), percentOfBeta});
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
        const auto before = recorded(QStringLiteral("100"));
        const auto same =
            compare(before, recorded(QStringLiteral("100")), Normalisation::PerSecond).value();
        const QStringList noise = beyondNoise(same);
        qInfo("compared.same.beyond %lld of %zu functions", static_cast<long long>(noise.size()),
              same.functions.size());
        // On a machine that others keep busy, too.
        QVERIFY2(noise.size() <= 2, qPrintable(noise.join(u' ')));

        const auto slower =
            compare(before, recorded(QStringLiteral("300")), Normalisation::PerSecond).value();
        const auto beta = std::ranges::find(slower.functions, "shareBeta", &ComparedFunction::name);
        QVERIFY(beta != slower.functions.end());
        QCOMPARE(beta->total.noise, Noise::Beyond);
        QCOMPARE_GT(beta->total.ratio().value(), 1.3); // 2.1 on a quiet machine
    }
};

EMBER_TEST(TstCompared)
#include "tst_compared.moc"
