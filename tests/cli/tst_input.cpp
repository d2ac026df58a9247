// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace ember::tests;

// What the commands read: files, standard input, several files at once.
class TstInput : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    QString write(const char *name, const nlohmann::json &chunk) const
    {
        QFile file(path(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(QByteArray::fromStdString(chunk.dump()));
        return path(name);
    }

    // The chunk of another process, which no other chunk goes on with.
    static nlohmann::json strangersChunk()
    {
        auto chunk = baseChunk();
        chunk["profiler_id"] = "b0f1c9a2d3e44f5a8b7c6d5e4f3a2b1c";
        chunk["chunk_id"] = "c0f1c9a2d3e44f5a8b7c6d5e4f3a2b1c";
        return chunk;
    }

    static QString profilerOf(const nlohmann::json &chunk)
    {
        return QString::fromStdString(chunk["profiler_id"].get<std::string>());
    }

private slots:
    void aDashIsStandardInput_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("summary") << QStringList{u"summary"_qs};
        QTest::newRow("summary --json") << QStringList{u"summary"_qs, u"--json"_qs};
        QTest::newRow("calltree") << QStringList{u"calltree"_qs, u"--json"_qs};
        QTest::newRow("validate") << QStringList{u"validate"_qs};
        QTest::newRow("convert") << QStringList{u"convert"_qs, u"-o"_qs, path("converted.json")};
        QTest::newRow("upload") << QStringList{u"upload"_qs, u"--dry-run"_qs, u"--dsn"_qs,
                                               u"https://0123456789abcdef0123456789abcdef@"
                                               "sentry.example/1"_qs};
    }

    void aDashIsStandardInput()
    {
        QFETCH(QStringList, arguments);
        const QString file = write("in.json", baseChunk());
        auto expected = cli(arguments + QStringList{file});
        QVERIFY2(expected.exitCode == 0, expected.err.constData());
        const auto read = cliReading(file, arguments + QStringList{u"-"_qs});
        QVERIFY2(read.exitCode == 0, read.err.constData());
        QCOMPARE(read.out, expected.out.replace(file.toLocal8Bit(), "-"));
    }

    void standardInputThatIsNoProfileIsNamedByItsDash()
    {
        const QString file = write("hello.json", "hello");
        for (const char *command : {"summary", "calltree"}) {
            const auto run = cliReading(file, {QString::fromLatin1(command), u"-"_qs});
            QCOMPARE(run.exitCode, 1);
            QVERIFY2(run.err.startsWith("emberchart-cli: \xE2\x80\x9C-\xE2\x80\x9D "),
                     run.err.constData());
        }
    }

    void standardInputTwiceIsRefused()
    {
        const auto run =
            cliReading(write("in.json", baseChunk()), {u"summary"_qs, u"-"_qs, u"-"_qs});
        QCOMPARE(run.exitCode, 1);
        QVERIFY(run.out.isEmpty());
    }

    void oneThreadIsOneThread()
    {
        auto chunk = baseChunk();
        auto &samples = chunk["profile"]["samples"];
        for (auto sample = samples.begin(); sample != samples.end();)
            sample = (*sample)["thread_id"] == "1" ? sample + 1 : samples.erase(sample);
        chunk["profile"]["thread_metadata"].erase("2");
        const QString file = write("one.json", chunk);
        const auto english = cli({u"summary"_qs, file}).out;
        QVERIFY2(english.contains("4 samples of 1 thread in"), english.constData());
        const auto german = cli({u"summary"_qs, file}, u"de"_qs).out;
        QVERIFY2(german.contains("4 Stichproben von 1 Thread in"), german.constData());
    }

    void chunksOfDifferentProfilersKeepApart()
    {
        const QString ours = write("a.json", baseChunk());
        const QString theirs = write("b.json", strangersChunk());
        QDir(m_folder.path()).mkdir(u"out"_qs);
        const auto run = cli({u"convert"_qs, ours, theirs, u"-o"_qs, path("out/x.json")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        const QStringList files = QDir(path("out")).entryList(QDir::Files);
        QCOMPARE(files, (QStringList{u"x.2.json"_qs, u"x.json"_qs}));
        QCOMPARE(profilerOf(jsonFile(path("out/x.json"))), profilerOf(baseChunk()));
        QCOMPARE(profilerOf(jsonFile(path("out/x.2.json"))), profilerOf(strangersChunk()));
    }
};

EMBER_TEST(TstInput)
#include "tst_input.moc"
