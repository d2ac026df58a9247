// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/errortext.h"
#include "capture/lifecycle/profilerswitch.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember;
using namespace ember::app;

class TstErrorText : public QObject {
    Q_OBJECT
private slots:
    void everyCodeHasASentenceWithItsSubject()
    {
        for (int code = 0; code <= int(model::ErrorCode::InvalidArgument); ++code) {
            const auto text = errorText({static_cast<model::ErrorCode>(code), "SUBJECT", "why"});
            QVERIFY2(!text.sentence.isEmpty(), qPrintable(QString::number(code)));
            QVERIFY(!text.sentence.contains(QLatin1String("%1")));
            QVERIFY(!text.sentence.contains(QLatin1String("unexpected")));
            QCOMPARE(text.detail, QStringLiteral("why"));
        }
    }

    void aLineHasSentenceDetailAndAdvice()
    {
        const QString line = errorLine({model::ErrorCode::CommandNotFound, "frob", "not in PATH"});
        QVERIFY(line.contains(QLatin1String("frob")));
        QVERIFY(line.contains(QLatin1String("(not in PATH)")));
        QVERIFY(line.contains(QLatin1String("spelling")));
    }

    void theReasonOfTheLifecycleIsTheSentence()
    {
        const std::string reason =
            "start_profiler has no effect, as transactions start it (profile_lifecycle is trace)";
        std::string detail(capture::lifecycleDecides);
        detail += reason;
        const auto line = errorLine({model::ErrorCode::NothingToShow, "start_profiler", detail});
        QCOMPARE(line, QString::fromStdString(reason + '.'));
    }

    void everyNoticeOfTheLifecycleIsASentence()
    {
        using enum capture::ProfilerNotice;
        for (const auto notice : {TracingOff, SessionRateIgnored, NoEarlierDraw, StartNotSampled,
                                  StartInTrace, StopInTrace, SessionNotSampled, NeverStarted}) {
            const auto error = capture::errorOf(notice);
            QVERIFY2(errorText(error).detail.isEmpty(), error.detail.c_str());
        }
    }

    // A file may say anything: it does not speak as the program.
    void anotherReasonOfTheLifecycleIsADetail()
    {
        std::string detail(capture::lifecycleDecides);
        detail += "your disk is full, run rm";
        const auto text = errorText({model::ErrorCode::NothingToShow, "start_profiler", detail});
        QVERIFY(!text.sentence.isEmpty() && !text.sentence.contains(QLatin1String("disk")));
        QCOMPARE(text.detail, QString::fromStdString(detail));
    }

    void aSubjectWithPercentSignsStaysAsItIs()
    {
        const auto text = errorText({model::ErrorCode::FileEmpty, "100%1 %2.json", {}});
        QVERIFY(text.sentence.contains(QLatin1String("100%1 %2.json")));
    }

    void kindsOfWarningsAreCounted()
    {
        model::Finding finding;
        model::ImportLog log;
        QVERIFY(importSummary(log).isEmpty());
        finding.code = "a";
        finding.severity = model::Severity::Note;
        log.add(finding);
        QVERIFY(importSummary(log).isEmpty());
        finding.code = "b";
        finding.severity = model::Severity::Warning;
        finding.count = 3;
        log.add(finding);
        QVERIFY(importSummary(log).contains(QLatin1Char('1')));
    }
};

EMBER_TEST(TstErrorText)
#include "tst_errortext.moc"
