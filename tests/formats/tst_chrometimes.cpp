// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/chrometraceformat.h"
#include "tests/formats/readfile.h"
#include "tests/formats/traceevents.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

const FormatImporter importer(chrometrace::format);

// Nanoseconds from the first sample to each.
QString timesOf(const std::string &events)
{
    const auto import = readBytes(importer, json(events));
    if (!import)
        return printed(import);
    QStringList times;
    const auto &profile = *import->profiles.front().profile;
    profile.samples(ThreadIndex(0)).times.forEach([&](std::size_t, Timestamp time) {
        times += QString::number(toNs(time));
    });
    return times.join(u' ');
}

} // namespace

// Of Chrome's traces.
class TstChromeTimes : public QObject {
    Q_OBJECT

private slots:
    void timesAreExactAlsoSince1970()
    {
        QCOMPARE(timesOf("[" + traced("'ph':'X','ts':1700000000000000.123,'dur':0.456,'name':'a'")
                         + "," + traced("'ph':'X','ts':1700000000000001.001,'dur':2,'name':'b'")
                         + "," + traced("'ph':'B','ts':'1700000000000010.001','name':'c'") + ","
                         + traced("'ph':'E','ts':'1700000000000010.0044'") + "]"),
                 QStringLiteral("0 456 878 2878 9878 9881"));
    }

    void timesOfSampledStacksAreExact()
    {
        const auto sample = [](const std::string &time) {
            return traced("'ph':'P','sf':1,'ts':" + time);
        };
        QCOMPARE(timesOf("{'stackFrames':{'1':{'name':'f'}},'traceEvents':["
                         + sample("1713456789012345.100") + "," + sample("1713456789012345.103")
                         + "," + sample("1713456789012346.100") + "]}"),
                 QStringLiteral("0 3 1000"));
    }

    void timesMayHaveAnyForm_data()
    {
        QTest::addColumn<QByteArray>("time");
        QTest::addColumn<QString>("nanoseconds"); // behind 0
        const auto row = [](const char *time, const char *nanoseconds) {
            QTest::newRow(time) << QByteArray(time) << QString::fromLatin1(nanoseconds);
        };
        row("1e3", "1000000");
        row("1.5E+1", "15000");
        row("25e-1", "2500");
        row("0.0005", "1");
        row("'1e3'", "1000000");
        row("'+1.'", "1000");
        row("'.5'", "500");
        row("12345678.9012345678901234567890", "12345678901");
    }

    void timesMayHaveAnyForm()
    {
        QFETCH(QByteArray, time);
        QFETCH(QString, nanoseconds);
        QCOMPARE(timesOf("[" + traced("'ph':'B','ts':0,'name':'a'") + ","
                         + traced("'ph':'E','ts':" + time.toStdString()) + "]"),
                 QString(QStringLiteral("0 ") + nanoseconds));
    }

    void whatIsNoTimeIsRefused()
    {
        for (const char *const time : {"1e400", "'1e400'", "'nan'", "'inf'", "'1 2'", "''"})
            QVERIFY2(timesOf("{'traceEvents':["
                             + traced("'ph':'B','name':'a','ts':" + std::string(time)) + "]}")
                         .contains(QStringLiteral("expected a finite number")),
                     time);
    }
};

EMBER_TEST(TstChromeTimes)
#include "tst_chrometimes.moc"
