// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace ember::tests;

// How much of the time has no names, and what helps, for programs that are stripped and not.
class TstMissingNames : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_stripped;
    QString m_whole;

    QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    ProgramRun record(const QString &program, const QString &log) const
    {
        return cli({u"record"_qs, u"-F"_qs, u"499"_qs, u"-o"_qs, log, u"--"_qs, program, u"2"_qs});
    }

private slots:
    void initTestCase()
    {
        m_whole = path("whole");
        m_stripped = path("stripped");
        for (const QString &copy : {m_whole, m_stripped})
            QVERIFY(QFile::copy(QStringLiteral(EMBER_BUILD_DIR "/targets/knownshares"), copy));
        QCOMPARE(QProcess::execute(u"strip"_qs, {m_stripped}), 0);
    }

    // Nobody knows whether threads ran.
    void withoutStatesItIsNoRunningTime()
    {
        QFile file(path("nameless.txt"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("main;0x1234 5\nmain;work 5\n");
        file.close();
        const auto summary = cli({u"summary"_qs, file.fileName()});
        QVERIFY2(summary.out.contains(" of what was sampled is in functions without names: "),
                 summary.out.constData());
    }

    void theEndOfARecordingSaysItAndWhatHelps()
    {
        const QString log = path("stripped.ember");
        const auto run = record(m_stripped, log);
        QVERIFY2(run.err.contains(" % of running time is in functions without names: stripped"),
                 run.err.constData());
        QVERIFY2(run.err.contains("unless they are stripped"), run.err.constData());

        const auto summary = cli({u"summary"_qs, log});
        QVERIFY2(summary.out.contains(" % of running time is in functions without names: stripped"),
                 summary.out.constData());
        const auto json = cli({u"summary"_qs, u"--json"_qs, log}).json()[0][u"nameless"_qs];
        QVERIFY2(json[u"share"_qs].toDouble() > 0.5 && json[u"share"_qs].toDouble() <= 1,
                 qPrintable(QString::number(json[u"share"_qs].toDouble())));
        const auto module = json[u"modules"_qs][0];
        QCOMPARE(module[u"module"_qs].toString(), u"stripped"_qs);
        QCOMPARE(module[u"code_file"_qs].toString(), m_stripped);
        QVERIFY(!module[u"build_id"_qs].toString().isEmpty());
        QVERIFY(module[u"self_ns"_qs].toInteger() > 0
                && module[u"self_ns"_qs].toInteger() <= json[u"busy_ns"_qs].toInteger());
    }

    // Without symbols a function is known by where it starts: all its addresses are one row.
    void functionsOfAStrippedProgramAreOneRowEach()
    {
        const auto functions =
            cli({u"summary"_qs, u"--json"_qs, path("stripped.ember")}).json()[0][u"functions"_qs];
        int ofProgram = 0;
        for (const auto &function : functions.toArray())
            ofProgram += function[u"module"].toString() == u"stripped"_qs ? 1 : 0;
        QVERIFY2(ofProgram > 1 && ofProgram < 20, qPrintable(QString::number(ofProgram)));
    }

    // Addresses of such code say nothing: it is one function.
    void codeMadeAtRunTimeIsOneRow()
    {
        const QString log = path("made.ember");
        const auto run = cli({u"record"_qs, u"-F"_qs, u"499"_qs, u"-o"_qs, log, u"--"_qs,
                              QStringLiteral(EMBER_BUILD_DIR "/targets/jitted"), u"none"_qs});
        QVERIFY2(run.err.contains("functions without names: code made at run time"),
                 run.err.constData());
        QVERIFY2(run.err.contains("perf map"), run.err.constData());
        const auto json = cli({u"summary"_qs, u"--json"_qs, log}).json()[0];
        QStringList made;
        for (const auto &function : json[u"functions"_qs].toArray()) {
            if (function[u"module"].toString() == u"[jit]"_qs)
                made << function[u"name"].toString();
        }
        QCOMPARE(made, QStringList{u"code made at run time"_qs});
    }

    void aProgramWithNamesIsNotCommentedOn()
    {
        const auto run = record(m_whole, path("whole.ember"));
        QVERIFY2(!run.err.contains("without names"), run.err.constData());
    }
};

EMBER_TEST(TstMissingNames)
#include "tst_missingnames.moc"
