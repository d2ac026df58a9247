// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/sessionidentity.h"
#include "model/profile/profilebuilder.h"
#include "model/profile/scripts.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QTest>

#include <string_view>
#include <vector>

using namespace ember::model;
using namespace ember::model::sentry;

class TstScriptRelease : public QObject {
    Q_OBJECT

    static void write(const QString &path, const QByteArray &bytes)
    {
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(bytes);
    }

    static QString releaseIn(const QTemporaryDir &folder, const char *command)
    {
        ProfileBuilder builder;
        Process process;
        process.command = builder.string(command);
        process.workingDirectory = builder.string(folder.path().toStdString());
        const auto index = builder.addProcess(process);
        const auto profile = builder.snapshot();
        return QString::fromStdString(scriptRelease(profile->process(index), *profile));
    }

    // The release of a capture from the machine of this name; "": it names none.
    static QString releaseFrom(const std::string &host, const QTemporaryDir &folder)
    {
        ProfileBuilder builder;
        Source source;
        source.type = builder.string("emberchart");
        if (!host.empty())
            source.attributes.push_back({builder.string("host"), builder.string('"' + host + '"')});
        builder.addSource(source);
        Process process;
        process.command = builder.string("ruby tool.rb");
        process.executable = builder.string(folder.filePath(QStringLiteral("ruby")).toStdString());
        process.workingDirectory = builder.string(folder.path().toStdString());
        const auto index = builder.addProcess(process);
        const auto profile = builder.snapshot();
        return QString::fromStdString(sessionIdentity(*profile, index, {}).release);
    }

private slots:
    void theScriptIsTheFirstWordThatIsNoOption_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("script");
        const auto row = [](const char *command, const char *script) {
            QTest::newRow(command) << QString::fromLatin1(command) << QString::fromLatin1(script);
        };
        row("python3 app.py --port 1", "app.py");
        row("/usr/bin/python3.11 -X dev -u src/app.py", "src/app.py");
        row("python3 -m http.server", "");
        row("python3 -c print(1)", "");
        row("node --import ./a.mjs server.js", "server.js");
        row("node -e 1", "");
        row("ruby -I lib tool.rb", "tool.rb");
        row("php -r phpinfo();", "");
        row("bash build.sh", "build.sh");
        row("/opt/app/server --config x", "");
        row("", "");
    }

    void theScriptIsTheFirstWordThatIsNoOption()
    {
        QFETCH(QString, command);
        QFETCH(QString, script);
        const QByteArrayList split = command.toUtf8().split(' ');
        std::vector<std::string_view> words;
        for (const QByteArray &word : split)
            words.emplace_back(word.constData(), static_cast<std::size_t>(word.size()));
        const auto found = scriptIn(words);
        QCOMPARE(found ? QByteArray(found->file.data(), static_cast<qsizetype>(found->file.size()))
                       : QByteArray(),
                 script.toUtf8());
    }

    void modulesAndCodeStandForAScript_data()
    {
        QTest::addColumn<QList<QByteArray>>("command");
        QTest::addColumn<QByteArray>("text");
        using Words = QList<QByteArray>;
        QTest::newRow("module") << Words{"python3", "-X", "dev", "-m", "http.server", "80"}
                                << QByteArray("-m http.server");
        QTest::newRow("code") << Words{"sh", "-c", "exit 0"} << QByteArray("-c exit 0");
        QTest::newRow("nothing") << Words{"python3", "-u", "-m"} << QByteArray("-m");
        QTest::newRow("script") << Words{"python3", "app.py", "-m", "x"} << QByteArray();
        QTest::newRow("no interpreter") << Words{"/opt/server", "-m", "x"} << QByteArray();
        QTest::newRow("interactive") << Words{"python3", "-u"} << QByteArray();
    }

    void modulesAndCodeStandForAScript()
    {
        QFETCH(QList<QByteArray>, command);
        QFETCH(QByteArray, text);
        std::vector<std::string_view> words;
        for (const QByteArray &word : command)
            words.emplace_back(word.constData(), static_cast<std::size_t>(word.size()));
        QCOMPARE(QByteArray::fromStdString(inPlaceOfScript(words)), text);
    }

    void theReleaseIsThatOfTheProject()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("src")));
        write(folder.filePath(QStringLiteral("src/server.js")), "1");
        write(folder.filePath(QStringLiteral("package.json")),
              R"({"name": "shop", "version": "1.2.3"})");
        QCOMPARE(releaseIn(folder, "node src/server.js"), QStringLiteral("shop@1.2.3"));
        write(folder.filePath(QStringLiteral("app.py")), "1");
        write(folder.filePath(QStringLiteral("pyproject.toml")),
              "[build-system]\nname = \"no\"\n[project]\nname = 'shop'\nversion = \"4.5\"\n"
              "[tool.x]\nversion = \"9\"\n");
        QCOMPARE(releaseIn(folder, "python3 app.py"), QStringLiteral("shop@4.5"));
    }

    void aScriptWithoutProjectIsToldByItsContent()
    {
        const QTemporaryDir folder;
        const QString script = folder.filePath(QStringLiteral("tool.rb"));
        write(script, "puts 1");
        const auto first = releaseIn(folder, "ruby tool.rb");
        QVERIFY2(first.startsWith(QStringLiteral("tool.rb@")), qPrintable(first));
        write(script, "puts 2");
        QVERIFY(releaseIn(folder, "ruby tool.rb") != first);
        QCOMPARE(releaseIn(folder, "ruby absent.rb"), QString());
    }

    // What has the same path here is another file: neither script nor interpreter is read.
    void filesOfAnotherMachineAreNotReadHere()
    {
        const QTemporaryDir folder;
        const auto other = releaseFrom("another-machine.example", folder);
        const auto unknown = releaseFrom({}, folder);
        write(folder.filePath(QStringLiteral("ruby")), "an interpreter");
        QCOMPARE(releaseFrom("another-machine.example", folder), other);
        QCOMPARE(releaseFrom({}, folder), unknown);
        const auto own = QSysInfo::machineHostName().toStdString();
        QVERIFY(releaseFrom(own, folder) != other);
        write(folder.filePath(QStringLiteral("tool.rb")), "puts 1");
        QCOMPARE(releaseFrom("another-machine.example", folder), other);
        QCOMPARE(releaseFrom({}, folder), unknown);
        QVERIFY(releaseFrom(own, folder).startsWith(QStringLiteral("tool.rb@")));
    }
};

EMBER_TEST(TstScriptRelease)
#include "tst_scriptrelease.moc"
