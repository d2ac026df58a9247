// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/cache/diskcache.h" // moc cannot parse <chrono> as the first standard header
#include "capture/symbols/jitcode.h"
#include "capture/symbols/symbolizer.h"
#include "tests/support/testmain.h"
#include "tests/symbols/jitcodewriter.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <unistd.h>

using namespace ember::capture;
using namespace ember::model;
using namespace ember::tests;
using namespace std::chrono_literals;

// Names from the files that just-in-time compilers write, found by way of the process that wrote
// them: this one.
class TstJitSymbols : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        m_started = timestampFromNs(0);
    }

    void cleanup() { QFile::remove(mapPath()); }

    void aPerfMapIsReadAsItGrows()
    {
        Symbolizer symbolizer;
        QCOMPARE(nameAt(symbolizer, 0x1010), QString());
        writeMap("1000 20 first function(int)\n1020 10 seco");
        QCOMPARE(nameAt(symbolizer, 0x1010), QStringLiteral("first function(int)"));
        QCOMPARE(nameAt(symbolizer, 0x1025), QString());
        writeMap("nd\n0x1030 0x10 third\n");
        QCOMPARE(nameAt(symbolizer, 0x1025), QStringLiteral("second"));
        QCOMPARE(nameAt(symbolizer, 0x103f), QStringLiteral("third"));
        writeMap("1000 8 newer\n");
        QCOMPARE(nameAt(symbolizer, 0x1007), QStringLiteral("newer"));
        QCOMPARE(nameAt(symbolizer, 0x1008), QStringLiteral("first function(int)"));
        QCOMPARE(symbolizer.resolve(key(), 0x1007).front().functionStart, std::uint64_t(0x1000));
    }

    void aMapThatIsWrittenAnewIsReadAnew()
    {
        Symbolizer symbolizer;
        writeMap("1000 20 early\n2000 20 gone\n");
        QCOMPARE(nameAt(symbolizer, 0x1010), QStringLiteral("early"));
        QVERIFY(QFile::resize(mapPath(), 0));
        writeMap("3000 20 first of the new ones\n1000 20 late\n");
        QCOMPARE(nameAt(symbolizer, 0x1010), QStringLiteral("late"));
        QCOMPARE(nameAt(symbolizer, 0x3010), QStringLiteral("first of the new ones"));
        QCOMPARE(nameAt(symbolizer, 0x2010), QStringLiteral("gone"));
    }

    void aMapFromBeforeTheProcessIsAnothers()
    {
        writeMap("1000 20 stale\n");
        m_started = std::chrono::time_point_cast<Nanoseconds>(ProfileClock::time_point(
            std::chrono::system_clock::now().time_since_epoch() + std::chrono::hours(1)));
        Symbolizer symbolizer;
        QCOMPARE(nameAt(symbolizer, 0x1010), QString());
    }

    void aLinkOrAFifoInPlaceOfTheMapIsNotFollowed()
    {
        const auto other = m_folder->filePath(QStringLiteral("other"));
        QFile file(other);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("1000 20 secret\n");
        file.close();
        QVERIFY(QFile::link(other, mapPath()));
        Symbolizer symbolizer;
        QCOMPARE(nameAt(symbolizer, 0x1010), QString());
        QVERIFY(QFile::remove(mapPath()));
        QCOMPARE(mkfifo(qPrintable(mapPath()), 0600), 0);
        QCOMPARE(nameAt(symbolizer, 0x1010), QString());
    }

    void linesThatMakeNoSenseArePassedOver()
    {
        writeMap("\n \nxyz 10 a\n1000\n1000 10\n1000 10 \nffffffffffffffff 10 wraps\n"
                 "1000 ffffffffffffffff long\n-1000 10 minus\n2000 10 good\n");
        writeMap(QByteArray(200'000, 'x') + "\n3000 10 after\n");
        writeMap("4000 10 " + QByteArray(10'000, 'n') + '\n');
        Symbolizer symbolizer;
        QCOMPARE(nameAt(symbolizer, 0x1004), QString());
        QCOMPARE(nameAt(symbolizer, 0x2004), QStringLiteral("good"));
        QCOMPARE(nameAt(symbolizer, 0x4004).size(), 4096);
    }

    void aJitDumpIsFoundInTheMapsAndGoesBeforeTheMap()
    {
        writeMap("1000 20 from the map\n");
        JitDumpWriter dump(m_folder->path(), JitDumpWriter::Times::Monotonic);
        Symbolizer symbolizer;
        dump.load(0x1000, QByteArray(32, '\x90'), "JS:*early /a/b.js:3:4", 1s);
        QCOMPARE(nameAt(symbolizer, 0x1010, 2s), QStringLiteral("early"));
        dump.load(0x1000, QByteArray(32, '\x90'), "late", 5s);
        dump.move(0x1000, 0x9000, 32, 6s);
        QCOMPARE(nameAt(symbolizer, 0x1010, 2s), QStringLiteral("early"));
        QCOMPARE(nameAt(symbolizer, 0x1010, 5s), QStringLiteral("late"));
        QCOMPARE(nameAt(symbolizer, 0x901f, 7s), QStringLiteral("late"));
        QCOMPARE(nameAt(symbolizer, 0x9020, 7s), QString());
    }

    void aJitDumpIsFoundWhereTheProcessStood()
    {
        {
            JitDumpWriter dump(m_folder->path(), JitDumpWriter::Times::CycleCounter);
            dump.load(0x1000, "code", "made", 99'999s);
        }
        const auto folder = m_folder->path().toStdString();
        auto process = key();
        process.maker->workingDirectory = folder;
        Symbolizer symbolizer;
        const auto frames = symbolizer.resolve(process, 0x1001);
        QCOMPARE(frames.size(), std::size_t(1));
        QCOMPARE(frames[0].name, std::string("made"));
    }

    void aHalfWrittenRecordWaitsForItsRest()
    {
        JitDumpWriter whole(m_folder->path(), JitDumpWriter::Times::Monotonic);
        whole.load(0x1000, "0123456789", "name", 1s);
        QFile file(m_folder->filePath(QStringLiteral("jit-%1.dump").arg(getpid())));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto bytes = file.readAll();
        for (qsizetype length = 0; length <= bytes.size(); ++length) {
            const auto path = m_folder->filePath(QStringLiteral("part"));
            QFile part(path);
            QVERIFY(part.open(QIODevice::WriteOnly));
            part.write(bytes.left(length));
            part.close();
            JitDump dump(FileDescriptor(::open(qPrintable(path), O_RDONLY | O_CLOEXEC)));
            JitCode code;
            dump.read(code);
            QCOMPARE(code.find(0x1005, 1s) != nullptr, length == bytes.size());
            QVERIFY(part.open(QIODevice::WriteOnly | QIODevice::Append));
            part.write(bytes.mid(length));
            part.close();
            dump.read(code);
            QVERIFY(code.find(0x1005, 1s) != nullptr);
        }
    }

    void damagedJitDumpsAreSurvived()
    {
        JitDumpWriter writer(m_folder->path(), JitDumpWriter::Times::Monotonic);
        for (unsigned i = 0; i < 20; ++i)
            writer.load(0x1000 * i, QByteArray(100, 'x'), "function", 1s);
        writer.move(0x1000, 0x100000, 100, 2s);
        QFile file(m_folder->filePath(QStringLiteral("jit-%1.dump").arg(getpid())));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto whole = file.readAll();
        std::mt19937 random(1);
        for (int round = 0; round < 500; ++round) {
            auto damaged = whole;
            for (int i = 0; i < 5; ++i)
                damaged[qsizetype(random() % unsigned(whole.size()))] = char(random());
            const auto path = m_folder->filePath(QStringLiteral("damaged"));
            QFile copy(path);
            QVERIFY(copy.open(QIODevice::WriteOnly));
            copy.write(damaged);
            copy.close();
            JitDump dump(FileDescriptor(::open(qPrintable(path), O_RDONLY | O_CLOEXEC)));
            JitCode code;
            dump.read(code);
            (void)code.find(0x1005, 1s);
        }
    }

    void spellingsOfCompilersAreTakenApart_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("file");
        QTest::addColumn<unsigned>("line");
        QTest::addColumn<unsigned>("column");
        const auto row = [](const char *text, const char *name, const char *file, unsigned line,
                            unsigned column) {
            QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(name)
                                << QString::fromLatin1(file) << line << column;
        };
        row("JS:*fibonacci /home/me/app.js:3:12", "fibonacci", "/home/me/app.js", 3, 12);
        row("JS:~ /tmp/a b.js:1:2", "/tmp/a", "b.js", 1, 2); // spaces in paths are lost
        row("JS:^area file:///tmp/x.mjs:10:1", "area", "/tmp/x.mjs", 10, 1);
        row("LazyCompile:~run node:internal/main:5:6", "run", "node:internal/main", 5, 6);
        row("JS:~ /tmp/x.js:1:1", "(anonymous)", "/tmp/x.js", 1, 1);
        row("Eval:~", "(anonymous)", "", 0, 0);
        row("JS:*get size", "get size", "", 0, 0);
        row("py::Class.method:/home/me/app.py", "Class.method", "/home/me/app.py", 0, 0);
        row("py::", "py::", "", 0, 0);
        row("Builtin:ArrayMap", "Builtin:ArrayMap", "", 0, 0);
        row("Interpreter", "Interpreter", "", 0, 0);
        row("", "(anonymous)", "", 0, 0);
    }

    void spellingsOfCompilersAreTakenApart()
    {
        QFETCH(QString, text);
        QFETCH(QString, name);
        const auto frame = describeJitFunction(text.toStdString());
        QCOMPARE(QString::fromStdString(frame.name), name);
        QTEST(QString::fromStdString(frame.file), "file");
        QTEST(frame.line, "line");
        QTEST(frame.column, "column");
        QCOMPARE(QString::fromStdString(frame.rawName), text == name ? QString() : text);
    }

private:
    static QString mapPath() { return QStringLiteral("/tmp/perf-%1.map").arg(getpid()); }

    static void writeMap(const QByteArray &text)
    {
        QFile map(mapPath());
        QVERIFY(map.open(QIODevice::WriteOnly | QIODevice::Append));
        map.write(text);
    }

    ImageKey key(Nanoseconds seen = 0s) const
    {
        ImageKey process;
        process.codeId = "0123456789abcdef0123456789abcdef";
        process.maker = CodeMaker{std::uint32_t(getpid()), m_started, {}, seen};
        return process;
    }

    QString nameAt(Symbolizer &symbolizer, std::uint64_t address, Nanoseconds seen = 0s) const
    {
        const auto frames = symbolizer.resolve(key(seen), address);
        return frames.empty() ? QString() : QString::fromStdString(frames.front().name);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    Timestamp m_started;
};

EMBER_TEST(TstJitSymbols)
#include "tst_jitsymbols.moc"
