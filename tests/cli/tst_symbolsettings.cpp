// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"
#include "tests/support/answeringserver.h"
#include "tests/support/contentof.h"
#include "tests/support/debugclient.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace ember::tests;

// Where names come from and whose code is whose: as set in the window, unless an option says else.
class TstSymbolSettings : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    QString log() const { return path("a.ember"); }

    // The only thing the window has set.
    void set(const char *key, const QString &value) const
    {
        QDir(m_folder.path()).mkpath(u"config/emberchart"_qs);
        QFile file(path("config/emberchart/emberchart.ini"));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("cannot write %s", qPrintable(file.fileName()));
        file.write(QByteArray("[symbols]\n") + key + '=' + value.toLocal8Bit() + '\n');
    }

    ProgramRun run(const QStringList &arguments) const
    {
        auto environment = speaking(u"en"_qs);
        environment.insert(u"XDG_CONFIG_HOME"_qs, path("config"));
        environment.insert(u"XDG_CACHE_HOME"_qs, path("cache"));
        environment.insert(u"DEBUGINFOD_CACHE_PATH"_qs, path("fetched"));
        environment.remove(u"DEBUGINFOD_URLS"_qs);
        return runProgram(u"emberchart-cli"_qs, arguments, environment);
    }

    bool hasName(const QStringList &options) const
    {
        return run(QStringList{u"summary"_qs, u"--json"_qs} + options + QStringList{log()})
            .out.contains("\"shareAlpha\"");
    }

    bool hasOwnCode(const QStringList &options) const
    {
        const auto tree =
            run(QStringList{u"calltree"_qs, u"--json"_qs} + options + QStringList{log()});
        return tree.out.contains("\"in_app\":true");
    }

private slots:
    // A log without names, of a program that lies elsewhere by now.
    void initTestCase()
    {
        const QString program = path("program");
        QVERIFY(QFile::copy(QStringLiteral(EMBER_BUILD_DIR "/targets/knownshares"), program));
        const auto recorded =
            runProgram(u"emberchart-record"_qs,
                       {u"-F"_qs, u"997"_qs, u"-o"_qs, log(), u"--"_qs, program, u"2"_qs});
        QVERIFY2(recorded.exitCode == 0, recorded.err.constData());
        QVERIFY(QDir(m_folder.path()).mkdir(u"elsewhere"_qs));
        QVERIFY(QFile::rename(program, path("elsewhere/program")));
        QCOMPARE(
            QProcess::execute(u"objcopy"_qs,
                              {u"--only-keep-debug"_qs, path("elsewhere/program"), path("debug")}),
            0);
    }

    void init() { set("nothing", {}); }

    void namesComeFromTheUsersFolders()
    {
        QVERIFY(!hasName({}));
        set("searchFolders", path("elsewhere"));
        QVERIFY(hasName({}));
    }

    void anOptionTakesTheFoldersPlace()
    {
        QVERIFY(hasName({u"--symbol-path"_qs, path("elsewhere")}));
        set("searchFolders", path("elsewhere"));
        QVERIFY(!hasName({u"--symbol-path"_qs, path("cache")}));
    }

    // The program is not where it was, but a server knows it by its build-id.
    void serversAreThoseOfTheSettings()
    {
        if (!hasDebugFileClient())
            QSKIP("no libdebuginfod");
        const AnsweringServer server(AnsweringServer::page("200 OK", contentOf(path("debug"))));
        set("debugServers", QString::fromLatin1(server.url()));
        QVERIFY(!hasName({}));
        QCOMPARE(server.asked(), 0);
        QVERIFY(hasName({u"--debuginfod"_qs}));
        QVERIFY(server.asked() > 0); // also for libraries without debug info
    }

    void thatNoServerIsKnownIsSaid()
    {
        const auto shown = run({u"summary"_qs, u"--debuginfod"_qs, log()});
        QVERIFY2(shown.err.contains("DEBUGINFOD_URLS names none"), shown.err.constData());
    }

    void whatIsForeignIsNotInTheApp()
    {
        QVERIFY(hasOwnCode({}));
        set("foreignPaths", u"/"_qs);
        QVERIFY(!hasOwnCode({}));
        QVERIFY(hasOwnCode({u"--in-app"_qs, m_folder.path()}));
        QVERIFY(hasOwnCode({u"--not-in-app"_qs, u"/nowhere"_qs}));
    }
};

EMBER_TEST(TstSymbolSettings)
#include "tst_symbolsettings.moc"
