// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/scriptrelease.h"
#include "model/profile/profilebuilder.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

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
        QCOMPARE(QString::fromStdString(scriptOf(command.toStdString())), script);
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
};

EMBER_TEST(TstScriptRelease)
#include "tst_scriptrelease.moc"
