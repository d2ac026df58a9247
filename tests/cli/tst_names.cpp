// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/filenames.h"
#include "tests/cli/program.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"
#include "tests/support/waitforend.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

using namespace ember::tests;
using ember::app::fromArgument;
using ember::app::toPath;

// Names of files and of what is in them, whatever bytes they have.
class TstNames : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string in(const std::string &name) const
    {
        return m_folder.path().toStdString() + '/' + name;
    }

    static void write(const std::string &path, const std::string &bytes)
    {
        std::ofstream(path, std::ios::binary) << bytes;
    }

    // QProcess takes texts only: a shell writes the bytes.
    static ProgramRun shell(const std::string &arguments)
    {
        QProcess process;
        process.setProcessEnvironment(speaking(QStringLiteral("en")));
        process.start(QStringLiteral("/bin/sh"),
                      {QStringLiteral("-c"),
                       QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli ")
                           + QString::fromStdString(arguments)});
        if (!waitForEnd(process))
            return {-1, process.readAllStandardOutput(), process.readAllStandardError()};
        return {process.exitCode(), process.readAllStandardOutput(),
                process.readAllStandardError()};
    }

private slots:
    void argumentsComeOutAsTheyWentIn_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("ASCII") << QByteArray("a.json");
        QTest::newRow("UTF-8") << QByteArray("\xC3\xA4\xE2\x82\xAC\xF0\x9F\x94\xA5.json");
        QTest::newRow("Latin-1") << QByteArray("gr\xFC\xDF"
                                               "e");
        QTest::newRow("cut") << QByteArray("x\xE2\x82");
        QTest::newRow("overlong") << QByteArray("\xC0\xAF");
        QTest::newRow("a surrogate") << QByteArray("\xED\xB2\x80");
        QTest::newRow("no byte of UTF-8") << QByteArray("\xFF\xFE\x80");
    }

    void argumentsComeOutAsTheyWentIn()
    {
        QFETCH(QByteArray, bytes);
        QCOMPARE(QByteArray::fromStdString(toPath(fromArgument(bytes.toStdString()))), bytes);
    }

    void filesAreReadAndWrittenUnderAnyName()
    {
        write(in("\xff\xfe.folded"), "main;a 2\n");
        const auto name = m_folder.path().toStdString() + "/$(printf '\\377\\376')";
        const auto written =
            shell("convert \"" + name + ".folded\" -o \"" + name + ".new.folded\"");
        QVERIFY2(written.exitCode == 0, written.err.constData());
        std::ifstream file(in("\xff\xfe.new.folded"));
        std::string line;
        QVERIFY(std::getline(file, line));
        QCOMPARE(QByteArray::fromStdString(line), QByteArray("main;a 2"));
        for (const char *command : {"summary", "calltree", "validate", "check-tables"}) {
            const auto run = shell(command + (" \"" + name) + ".folded\"");
            QVERIFY2(!run.err.contains("does not exist"), run.err.constData());
        }
    }

    void capturesAreWrittenUnderAnyName()
    {
        const QTemporaryDir captures;
        const auto folder = captures.path().toStdString();
        const auto name = folder + "/$(printf '\\377')";
        for (const std::string ending : {".ember", ".folded", ".sqlite"}) {
            const auto run = shell("record -d 5 -o \"" + name + ending
                                   + "\" -- " EMBER_BUILD_DIR "/targets/knownshares 1");
            QVERIFY2(run.exitCode == 0, run.err.constData());
            std::ifstream file(folder + "/\xff" + ending);
            QVERIFY2(file.get() != std::ifstream::traits_type::eof(), run.err.constData());
        }
        // No log is left beside them, and nothing has another name.
        const std::filesystem::directory_iterator entries(folder);
        QCOMPARE(std::distance(begin(entries), end(entries)), std::ptrdiff_t(3));
    }

    void aCommandGetsTheBytesItIsGiven()
    {
        const auto copy = in("got");
        shell("record -o \"" + in("e.ember") + "\" -- sh -c 'printf %s \"$0\" >\"" + copy
              + "\"; sleep 0.1' \"$(printf 'a\\377b')\"");
        std::ifstream file(copy);
        std::string bytes;
        std::getline(file, bytes);
        QCOMPARE(QByteArray::fromStdString(bytes),
                 QByteArray("a\xff"
                            "b"));
    }

    void aLineFeedInAFilesNameIsSeen()
    {
        const auto path = QString::fromStdString(in("a\nb.json"));
        write(path.toStdString(), baseChunk().dump());
        for (const char *command : {"validate", "summary", "check-tables"}) {
            const auto run = cli({QString::fromLatin1(command), path});
            QVERIFY2(run.exitCode == 0, run.err.constData());
            QVERIFY2(run.out.contains("a\\nb.json"), run.out.constData());
        }
        const auto gone = cli({QStringLiteral("summary"), path + u'x'});
        QVERIFY2(gone.err.contains("a\\nb.jsonx"), gone.err.constData());
    }

    // Nor do those that turn the order of a line around, and JSON says the same without them.
    void whatTurnsALineAroundIsShown()
    {
        const std::string name =
            "a\xE2\x80\xAE"
            "gnp\xE2\x81\xA6 b\xE2\x80\x8F\xD8\x9C \xC2\x9B\x7f \xE2\x80\x93 \xC3\xA9";
        auto chunk = baseChunk();
        chunk["profile"]["frames"][2]["function"] = name;
        const auto path = in("around.json");
        write(path, chunk.dump());
        const QString file = QString::fromStdString(path);
        for (const char *command : {"summary", "calltree"}) {
            const auto run = cli({QString::fromLatin1(command), file});
            QVERIFY2(run.exitCode == 0, run.err.constData());
            QVERIFY2(run.out.contains(
                         "a\\u202egnp\\u2066 b\\u200f\\u061c \\x9b\\x7f \xE2\x80\x93 \xC3\xA9"),
                     run.out.constData());
            const auto json = cli({QString::fromLatin1(command), u"--json"_qs, file});
            QCOMPARE(json.exitCode, 0);
            for (const char *raw :
                 {"\xC2\x9B", "\x7f", "\xE2\x80\xAE", "\xE2\x81\xA6", "\xE2\x80\x8F", "\xD8\x9C"})
                QVERIFY2(!json.out.contains(raw), json.out.constData());
            QVERIFY(json.out.contains("\\u009b"));
            const auto read = QJsonDocument::fromJson(json.out);
            QVERIFY(!read.isNull());
            QVERIFY(QString::fromUtf8(read.toJson()).contains(QString::fromStdString(name)));
        }
    }

    void verdictsShowNamesEscaped()
    {
        const std::string name = "\xC2\x9B\x7f\xE2\x80\xAE";
        auto chunk = baseChunk();
        chunk["measurements"][name] = {{"unit", "zz"}, {"values", nlohmann::json::array()}};
        chunk["debug_meta"]["images"] = {{{"type", name}}};
        const auto path = in("verdict.json");
        write(path, chunk.dump());
        for (const char *option : {"--strict", "--json"}) {
            const auto run =
                cli({u"validate"_qs, QString::fromLatin1(option), QString::fromStdString(path)});
            QVERIFY2(run.out.contains("202e"), run.out.constData());
            for (const char *raw : {"\xC2\x9B", "\x7f", "\xE2\x80\xAE"})
                QVERIFY2(!run.out.contains(raw), run.out.constData());
        }
    }

    void controlCharactersOfAProfileSteerNothing()
    {
        auto chunk = baseChunk();
        chunk["profile"]["frames"][2]["function"] = "\x1b[31mRED\x1b[0m\nnext\tcell \xC2\x9B";
        chunk["profile"]["thread_metadata"]["2"]["name"] = "two\nlines";
        const auto path = in("control.json");
        write(path, chunk.dump());
        for (const char *command : {"summary", "calltree"}) {
            const auto run = cli({QString::fromLatin1(command), QString::fromStdString(path)});
            QVERIFY2(run.exitCode == 0, run.err.constData());
            QVERIFY2(run.out.contains("\\x1b[31mRED\\x1b[0m\\nnext\\tcell \\x9b"),
                     run.out.constData());
            QVERIFY2(run.out.contains("two\\nlines"), run.out.constData());
            for (const char *control : {"\x1b", "\t", "\xC2\x9B"})
                QVERIFY(!run.out.contains(control));
        }
    }

    void figuresOfDaysStandApart()
    {
        const auto path = in("days.out");
        write(path, "sample.interval=86400000000\n\"f\" \n\"f\" \n\"f\" \n");
        const auto run = cli({QStringLiteral("summary"), QString::fromStdString(path)});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY2(run.out.contains(" 259200000.000 259200000.000  "), run.out.constData());
    }

    void nobodyReadsANameOfMegabytes()
    {
        auto chunk = baseChunk();
        chunk["profile"]["frames"][2]["function"] = std::string(3'000'000, 'x');
        const auto path = in("long.json");
        write(path, chunk.dump());
        const auto run = cli({QStringLiteral("summary"), QString::fromStdString(path)});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY(run.out.size() < 10'000);
        QVERIFY(run.out.contains("xxx\xE2\x80\xA6"));
    }
};

EMBER_TEST(TstNames)
#include "tst_names.moc"
