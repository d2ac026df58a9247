// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/uploadqueue.h"
#include "model/formats/database/database.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/sanitizers.h"
#include "tests/support/testmain.h"
#include "tests/upload/relayserver.h"

#include <QDir>
#include <QFile>
#include <QHash>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <sys/inotify.h>
#include <unistd.h>
#include <vector>

using namespace ember::app;
using namespace ember::tests;

namespace {

constexpr int commandPatience = 60000; // ms a loaded machine may take

struct UploadRun {
    int exitCode = -1;
    QByteArray out;
    QByteArray err;
};

// Keeps other processes from opening a file, until it is destroyed: by a lease, for which the
// kernel holds whoever opens (up to 45 s, /proc/sys/fs/lease-break-time).
class ReadingHold {
public:
    // nullptr if the file system has no leases, or somebody has the file open.
    static std::unique_ptr<ReadingHold> of(const QString &path)
    {
        ::signal(SIGIO, SIG_IGN); // it would be sent when somebody waits
        auto hold = std::make_unique<ReadingHold>(QFile::encodeName(path));
        const bool isHeld = hold->m_file >= 0 && ::fcntl(hold->m_file, F_SETLEASE, F_WRLCK) == 0;
        return isHeld ? std::move(hold) : nullptr;
    }

    explicit ReadingHold(const QByteArray &path)
        : m_file(::open(path.constData(), O_RDONLY | O_CLOEXEC))
    {
    }

    ~ReadingHold() { ::close(m_file); }
    Q_DISABLE_COPY_MOVE(ReadingHold)

    // Whether somebody waits for the file.
    bool isAwaited() const { return ::fcntl(m_file, F_GETLEASE) != F_WRLCK; }

private:
    int m_file;
};

// Sees in which order files are opened.
class OpenWatch {
public:
    explicit OpenWatch(const QStringList &files)
        : m_events(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC))
    {
        for (const QString &file : files)
            m_files.push_back(
                ::inotify_add_watch(m_events, QFile::encodeName(file).constData(), IN_OPEN));
    }

    ~OpenWatch() { ::close(m_events); }
    Q_DISABLE_COPY_MOVE(OpenWatch)

    // Whether a program has gone through the files so often, from the first to the last, and has
    // opened the first again. It may open each file several times when it is there: the kernel
    // joins equal events that nobody has read yet, so their number says nothing.
    bool hasBegunAgainAfter(int rounds)
    {
        inotify_event event{};
        while (::read(m_events, &event, sizeof event) == sizeof event) {
            const bool isLast = event.wd == m_files.back();
            m_rounds += isLast && !m_isAtLast ? 1 : 0;
            m_isAtLast = isLast;
            m_hasBegunAgain = m_hasBegunAgain || (!isLast && m_rounds >= rounds);
        }
        return m_hasBegunAgain;
    }

private:
    int m_events;
    std::vector<int> m_files;
    int m_rounds = 0;
    bool m_isAtLast = false;
    bool m_hasBegunAgain = false;
};

} // namespace

// emberchart-cli upload against a server.
class TstUploadCommand : public QObject {
    Q_OBJECT

    std::unique_ptr<RelayServer> m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
    QProcessEnvironment m_environment;
    QHash<int, QByteArray> m_chunkTexts; // by size

    QString in(const char *name) const { return m_folder->filePath(QString::fromLatin1(name)); }

    void write(const char *name, const QByteArray &bytes) const
    {
        QFile file(in(name));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(bytes);
    }

    // The server lives in this thread: it answers while the command runs.
    UploadRun run(const QString &program, const QStringList &arguments,
                  const QString &outputFile = {}, int longest = commandPatience) const
    {
        QProcess process;
        process.setProcessEnvironment(m_environment);
        if (!outputFile.isEmpty())
            process.setStandardOutputFile(outputFile);
        process.start(program, arguments);
        const auto isOver = [&] { return process.state() == QProcess::NotRunning; };
        const bool isEnded =
            QTest::qWaitFor(isOver, longest) && process.exitStatus() == QProcess::NormalExit;
        if (!isOver()) {
            process.kill();
            process.waitForFinished();
        }
        return {isEnded ? process.exitCode() : -1, process.readAllStandardOutput(),
                process.readAllStandardError()};
    }

    UploadRun upload(const QStringList &arguments, const QString &outputFile = {}) const
    {
        return run(QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli"),
                   QStringList{QStringLiteral("upload")} + arguments, outputFile);
    }

    UploadRun send(const QStringList &more = {}, const QString &outputFile = {}) const
    {
        return upload(QStringList{QStringLiteral("--dsn"), m_server->dsn(), in("chunk.json")}
                          + more,
                      outputFile);
    }

    static QString idOf(int number)
    {
        return QStringLiteral("0123456789ab4def8123456789%1").arg(number, 6, 16, QLatin1Char('0'));
    }

    static QString profilerIdOf(int number) { return idOf(number + 0x10000); }

    // A chunk of about so many bytes of names, with the ids of number 0.
    static QByteArray chunkText(int bytes)
    {
        constexpr int nameLength = 200;
        constexpr int depth = 100;
        auto chunk = baseChunk();
        chunk["chunk_id"] = idOf(0).toStdString();
        chunk["profiler_id"] = profilerIdOf(0).toStdString();
        auto &profile = chunk["profile"];
        for (int stack = 0; stack * depth * nameLength < bytes; ++stack) {
            auto frames = nlohmann::json::array();
            for (int frame = 0; frame < depth; ++frame) {
                std::string name = std::to_string(stack) + '_' + std::to_string(frame);
                name.resize(nameLength, 'f');
                frames.push_back(profile["frames"].size());
                profile["frames"].push_back({{"function", name}, {"filename", "a.js"}});
            }
            profile["samples"].push_back({{"stack_id", profile["stacks"].size()},
                                          {"thread_id", "1"},
                                          {"timestamp", 1710805788.54 + stack * 0.01}});
            profile["stacks"].push_back(frames);
        }
        return QByteArray::fromStdString(chunk.dump());
    }

    // Chunks of one size differ in their ids alone.
    QString writeChunk(int number, int bytes = 0)
    {
        auto known = m_chunkTexts.constFind(bytes);
        if (known == m_chunkTexts.constEnd())
            known = m_chunkTexts.insert(bytes, chunkText(bytes));
        QByteArray text = *known;
        text.replace(idOf(0).toUtf8(), idOf(number).toUtf8());
        text.replace(profilerIdOf(0).toUtf8(), profilerIdOf(number).toUtf8());
        const QByteArray name = "chunk" + QByteArray::number(number) + ".json";
        write(name.constData(), text);
        return in(name.constData());
    }

    // A session of three chunks, with a transaction that names no thread, in files that are each
    // prepared by themselves, and the same in one.
    void writeSession() const
    {
        constexpr int muchOfAPart = 5'000'000;
        QByteArray whole = "{}\n";
        for (int number = 0; number < 3; ++number) {
            auto chunk = baseChunk();
            chunk["chunk_id"] = idOf(number).toStdString();
            auto &profile = chunk["profile"];
            for (auto &sample : profile["samples"])
                sample["timestamp"] = sample["timestamp"].get<double>() + number * 10;
            // Each part has functions of its own before those of all.
            auto &frames = profile["frames"];
            for (std::size_t row = 0; row < frames.size(); ++row) {
                frames[row]["module"] = "libsecret.so";
                frames[row]["function"] = row % 2 == 0
                    ? "own" + std::to_string(number) + '_' + std::to_string(row)
                    : "common" + std::to_string(row);
            }
            if (number == 0)
                profile["thread_metadata"]["2"]["name"] = "adas worker";
            if (number == 2)
                frames[0]["abs_path"] = "/home/ada/main.cpp";
            const auto json = QByteArray::fromStdString(chunk.dump());
            const QByteArray name = "part" + QByteArray::number(number) + ".json";
            write(name.constData(), json + QByteArray(muchOfAPart, ' '));
            whole += "{\"type\":\"profile_chunk\",\"platform\":\"node\",\"length\":"
                + QByteArray::number(json.size()) + "}\n" + json + '\n';
        }
        const nlohmann::json event{
            {"type", "transaction"},
            {"event_id", "0000000000004000800000000000000e"},
            {"transaction", "GET /basket of ada"},
            {"start_timestamp", 1710805808.5}, // of the last chunk
            {"timestamp", 1710805808.53},
            {"contexts",
             {{"trace",
               {{"trace_id", "0123456789abcdef0123456789abcdef"}, {"span_id", "a000000000000000"}}},
              {"profile", {{"profiler_id", "4d229f1d3807421ba62a5f8bc295d836"}}}}},
            {"spans", nlohmann::json::array()}};
        const auto json = QByteArray::fromStdString(event.dump());
        write("event.json", json);
        whole += "{\"type\":\"transaction\",\"length\":" + QByteArray::number(json.size()) + "}\n"
            + json + '\n';
        write("whole.envelope", whole);
    }

    // What would be sent, an envelope each, in an order of their bytes.
    QByteArrayList dryRun(const QStringList &options, const QByteArrayList &files)
    {
        QStringList arguments{QStringLiteral("--dsn"), m_server->dsn(), QStringLiteral("--dry-run"),
                              QStringLiteral("-o"), in("dry/out.envelope")};
        for (const QByteArray &file : files)
            arguments << in(file.constData());
        QDir folder(in("dry"));
        folder.removeRecursively();
        folder.mkpath(QStringLiteral("."));
        const auto run = upload(arguments + options);
        if (run.exitCode != 0)
            qWarning("%s", run.err.constData());
        QByteArrayList all;
        for (const QString &name : folder.entryList(QDir::Files)) {
            QFile file(folder.filePath(name));
            if (file.open(QFile::ReadOnly))
                all << file.readAll();
        }
        std::ranges::sort(all);
        return all;
    }

private slots:
    void init()
    {
        m_server = std::make_unique<RelayServer>();
        QVERIFY(m_server->listen());
        m_folder = std::make_unique<QTemporaryDir>();
        m_environment = QProcessEnvironment::systemEnvironment();
        m_environment.insert(QStringLiteral("LANGUAGE"), QStringLiteral("en"));
        for (const char *kind : {"CONFIG", "DATA", "STATE", "CACHE"})
            m_environment.insert(QStringLiteral("XDG_%1_HOME").arg(QLatin1String(kind)), in(kind));
        for (const char *proxy : {"http_proxy", "https_proxy", "no_proxy", "SENTRY_DSN"})
            m_environment.remove(QString::fromLatin1(proxy));
        write("chunk.json", QByteArray::fromStdString(baseChunk().dump()));
    }

    void aChunkArrivesAndItsOutcomeIsALine()
    {
        const auto run = send();
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY2(run.out.contains("Received."), run.out.constData());
        QCOMPARE(m_server->requests().size(), 1);
        QCOMPARE(m_server->requests().first().problem, QString());
    }

    // The queue reads again what it does not keep in memory.
    void manyLargeFilesAllArrive()
    {
        constexpr int count = 12;
        QStringList arguments{QStringLiteral("--dsn"), m_server->dsn()};
        for (int number = 0; number < count; ++number)
            arguments << writeChunk(number, 1'000'000);
        const auto run = upload(arguments);
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(m_server->requests().size(), count);
        for (const auto &request : m_server->requests())
            QCOMPARE(request.problem, QString());
    }

    void aLoginPageIsNoReceipt()
    {
        RelayAnswer answer;
        answer.body = "<html>Sign in</html>";
        m_server->setAnswer(answer);
        const auto run = send();
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.out.contains("not as Sentry does"), run.out.constData());
    }

    // What a server says is data.
    void aServersWordsSteerNothing()
    {
        RelayAnswer answer;
        answer.status = 400;
        answer.body = "{\"detail\":\"\\u001b[2Jred \\u009b31m\\n\\tnext \\u202eback\"}";
        m_server->setAnswer(answer);
        const auto run = send();
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.out.contains("\\x1b[2Jred \\x9b31m\\n next \\u202eback"), run.out.constData());
        for (const char *raw : {"\x1b", "\xC2\x9B", "\xE2\x80\xAE"})
            QVERIFY2(!run.out.contains(raw) && !run.err.contains(raw), run.out.constData());
        QCOMPARE(run.out.count('\n'), 1);
    }

    void aKeptLimitIsNamedAndCanBeIgnored()
    {
        RelayAnswer answer;
        answer.status = 429;
        answer.headers = {"Retry-After: 31622400"};
        m_server->setAnswer(answer);
        QCOMPARE(send().exitCode, 1);
        m_server->setAnswer({});
        const auto held = send();
        QCOMPARE(held.exitCode, 1);
        QCOMPARE(m_server->requests().size(), 1);
        QVERIFY2(held.err.contains("upload-limits.json"), held.err.constData());
        QVERIFY2(held.err.contains("--ignore-limits"), held.err.constData());
        const auto sent = send({QStringLiteral("--ignore-limits")});
        QVERIFY2(sent.exitCode == 0, sent.out.constData());
        QCOMPARE(m_server->requests().size(), 2);
    }

    // Only what the program itself put off may be hurried.
    void aLimitHoldsForARetryToo()
    {
        RelayAnswer answer;
        answer.status = 429;
        answer.headers = {"Retry-After: 300"};
        m_server->setAnswer(answer);
        QCOMPARE(send().exitCode, 1);
        m_server->setAnswer({});
        const QStringList retry{QStringLiteral("--retry"), QStringLiteral("1"),
                                QStringLiteral("--dsn"), m_server->dsn()};
        const auto held = upload(retry);
        QCOMPARE(held.exitCode, 1);
        QCOMPARE(m_server->requests().size(), 1);
        QVERIFY2(held.err.contains("--ignore-limits"), held.err.constData());
        const auto sent = upload(retry + QStringList{QStringLiteral("--ignore-limits")});
        QVERIFY2(sent.exitCode == 0, sent.out.constData());
        QCOMPARE(m_server->requests().size(), 2);
    }

    void whileTheQueueIsPausedNothingIsSent()
    {
        QCOMPARE(upload({QStringLiteral("--pause")}).exitCode, 0);
        const auto held = send();
        QCOMPARE(held.exitCode, 1);
        QVERIFY2(held.err.contains("--resume"), held.err.constData());
        QVERIFY(m_server->requests().isEmpty());
        QCOMPARE(upload({QStringLiteral("--resume")}).exitCode, 0);
        const auto sent =
            upload({QStringLiteral("--retry"), QStringLiteral("--dsn"), m_server->dsn()});
        QVERIFY2(sent.exitCode == 0, sent.out.constData());
        QCOMPARE(m_server->requests().size(), 1);
    }

    // What is in doubt at another project must not be hurried there.
    // Not that another program had taken it.
    void whatIsCancelledMeanwhileIsSaidSo()
    {
        for (int number = 0; number < 6; ++number) {
            auto chunk = baseChunk();
            chunk["chunk_id"] = "0123456789ab4def8123456789abcde" + std::to_string(number);
            write("chunk.json", QByteArray::fromStdString(chunk.dump()));
            QCOMPARE(send({QStringLiteral("--queue")}).exitCode, 0);
        }
        qputenv("XDG_DATA_HOME", in("DATA").toLocal8Bit());
        const QString folder = UploadQueue::folder();
        m_server->setScript([&](const RelayRequest &) {
            auto queue = *UploadQueue::open(UploadQueue::Use::Look, folder);
            const auto items = queue.items().value();
            static_cast<void>(queue.cancel({items.last().number}));
            return RelayAnswer();
        });
        const auto run =
            upload({QStringLiteral("--retry"), QStringLiteral("--dsn"), m_server->dsn()});
        QCOMPARE(m_server->requests().size(), 5);
        QVERIFY2(run.out.contains("Not sent: it was cancelled"), run.out.constData());
        QVERIFY2(!run.out.contains("Another program"), run.out.constData());
    }

    // What another process delivers is done.
    void severalCommandsShareOneQueue()
    {
        constexpr int items = 40;
        QStringList files;
        for (int number = 0; number < items; ++number)
            files << writeChunk(number);
        QCOMPARE(
            upload(QStringList{QStringLiteral("--dsn"), m_server->dsn(), QStringLiteral("--queue")}
                   + files)
                .exitCode,
            0);
        m_server->setScript([](const RelayRequest &) {
            QTest::qSleep(5); // each has read the queue before it is empty
            return RelayAnswer();
        });
        std::vector<std::unique_ptr<QProcess>> senders;
        for (int i = 0; i < 3; ++i) {
            auto &sender = *senders.emplace_back(std::make_unique<QProcess>());
            sender.setProcessEnvironment(m_environment);
            sender.start(QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli"),
                         {QStringLiteral("upload"), QStringLiteral("--retry"),
                          QStringLiteral("--dsn"), m_server->dsn()});
        }
        for (const auto &sender : senders) {
            QVERIFY(QTest::qWaitFor([&] { return sender->state() == QProcess::NotRunning; },
                                    commandPatience));
            const auto err = sender->readAllStandardError();
            QVERIFY2(sender->exitCode() == 0, err.constData());
            QVERIFY2(err.count('\n') <= 2, err.constData()); // that it waits, and for what
            QVERIFY(!sender->readAllStandardOutput().contains("nother program"));
        }
        QCOMPARE(m_server->requests().size(), items);
    }

    // The database is overwritten; its envelopes stay.
    void aDamagedQueueSaysWhatToDo()
    {
        QCOMPARE(send({QStringLiteral("--queue")}).exitCode, 0);
        const QString folder = in("DATA") + QStringLiteral("/emberchart/upload-queue");
        for (const char *part : {"-wal", "-shm"})
            QFile::remove(folder + QStringLiteral("/queue.sqlite") + QLatin1String(part));
        QFile database(folder + QStringLiteral("/queue.sqlite"));
        QVERIFY(database.open(QFile::ReadWrite));
        database.write(QByteArray(4096, '\x5a'));
        database.close();
        for (const auto &run : {upload({QStringLiteral("--status")}), send()}) {
            QCOMPARE(run.exitCode, 1);
            QVERIFY2(run.err.contains("queue.sqlite"), run.err.constData());
            QVERIFY2(run.err.contains("--forget --all"), run.err.constData());
            QVERIFY2(!run.err.contains("details say"), run.err.constData());
        }
        QCOMPARE(QDir(folder).entryList({QStringLiteral("*.envelope")}).size(), 1);
        const auto run = upload({QStringLiteral("--forget"), QStringLiteral("--all")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY2(run.err.contains("queue.sqlite.damaged"), run.err.constData());
        QVERIFY(QFile::exists(folder + QStringLiteral("/queue.sqlite.damaged")));
        QVERIFY(QDir(folder).entryList({QStringLiteral("*.envelope")}).isEmpty());
        const auto sent = send();
        QVERIFY2(sent.exitCode == 0, sent.err.constData());
        // A whole one stays where it is.
        QCOMPARE(upload({QStringLiteral("--forget"), QStringLiteral("--all")}).err, QByteArray());
    }

    void aFullDiskIsSaidOnceAndWhatDidNotFitIsNamed()
    {
        constexpr int items = 6; // of 200 kB, on a disk of 1 MB
        QStringList files;
        for (int number = 0; number < items; ++number)
            files << writeChunk(number, 200'000);
        const auto command =
            run(QStringLiteral("unshare"),
                QStringList{QStringLiteral("-m"), QStringLiteral("sh"), QStringLiteral("-c"),
                            QStringLiteral("mkdir -p \"$1\" && mount -t tmpfs -o size=1m none "
                                           "\"$1\" || exit 77; shift; exec \"$@\""),
                            QStringLiteral("sh"), in("DATA"),
                            QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli"),
                            QStringLiteral("upload"), QStringLiteral("--dsn"), m_server->dsn()}
                    + files);
        const QByteArray &said = command.err;
        if (command.exitCode == 77 || said.contains("unshare"))
            QSKIP("no file system can be mounted here");
        QCOMPARE(command.exitCode, 1);
        QVERIFY2(said.count("no space left") == 1, said.constData());
        QVERIFY2(!said.contains("Unknown error") && !said.contains("captures"), said.constData());
        const QByteArray &out = command.out;
        const QByteArray last = idOf(items - 1).toUtf8() + "\tNot sent";
        QVERIFY2(out.contains(last), out.constData());
        for (int number = 0; number < items; ++number)
            QVERIFY2(out.contains(idOf(number).toUtf8()), out.constData());
    }

    void memoryDoesNotGrowWithTheNumberOfFiles_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("sent") << QStringList();
        QTest::newRow("fresh ids")
            << QStringList{QStringLiteral("--queue"), QStringLiteral("--fresh-ids")};
        QTest::newRow("transaction")
            << QStringList{QStringLiteral("--queue"), QStringLiteral("--with-transaction")};
        QTest::newRow("hidden module")
            << QStringList{QStringLiteral("--queue"), QStringLiteral("--hide-module"),
                           QStringLiteral("libsecret.so")};
        QTest::newRow("dry run") << QStringList{QStringLiteral("--dry-run"), QStringLiteral("-o")};
    }

    // Files are prepared part by part.
    void memoryDoesNotGrowWithTheNumberOfFiles()
    {
        if (isSanitized)
            QSKIP("sanitizers keep what was freed for a while");
        QFETCH(const QStringList, options);
        constexpr int items = 100;
        QStringList files = options;
        if (files.contains(QStringLiteral("-o")))
            files << in("out.envelope");
        for (int number = 0; number < items; ++number)
            files << writeChunk(number, 1'000'000);
        const auto command =
            run(QStringLiteral("python3"),
                QStringList{QStringLiteral("-c"),
                            QStringLiteral("import resource,subprocess,sys\n"
                                           "r=subprocess.call(sys.argv[1:],stdout=2)\n"
                                           "print(resource.getrusage("
                                           "resource.RUSAGE_CHILDREN).ru_maxrss)\n"
                                           "sys.exit(r)"),
                            QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli"),
                            QStringLiteral("upload"), QStringLiteral("--dsn"), m_server->dsn()}
                    + files,
                {}, 2 * commandPatience);
        QVERIFY2(command.exitCode == 0, command.err.constData());
        QCOMPARE(m_server->requests().size(), options.isEmpty() ? items : 0);
        const qint64 kilobytes = command.out.trimmed().toLongLong();
        QVERIFY2(kilobytes > 0 && kilobytes < 150'000, qPrintable(QString::number(kilobytes)));
    }

    void partsAgreeAsIfTheyWereReadAtOnce_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("none") << QStringList();
        QTest::newRow("transaction")
            << QStringList{QStringLiteral("--transaction-name"), QStringLiteral("import")};
        QTest::newRow("hidden module")
            << QStringList{QStringLiteral("--hide-module"), QStringLiteral("libsecret.so")};
        QTest::newRow("users") << QStringList{QStringLiteral("--redact"),
                                              QStringLiteral("home,user")};
        QTest::newRow("thread") << QStringList{QStringLiteral("--leave-out-thread"),
                                               QStringLiteral("adas*")};
    }

    // The same bytes from files in parts as from one file with all of it.
    void partsAgreeAsIfTheyWereReadAtOnce()
    {
        QFETCH(const QStringList, options);
        writeSession();
        const auto inParts =
            dryRun(options, {"event.json", "part0.json", "part1.json", "part2.json"});
        const auto atOnce = dryRun(options, {"whole.envelope"});
        QVERIFY(atOnce.size() >= 4);
        QCOMPARE(inParts.size(), atOnce.size());
        for (qsizetype row = 0; row < inParts.size(); ++row)
            QCOMPARE(inParts[row], atOnce[row]);
    }

    // Nothing of it can be written, but the others can, and the transaction over all is written
    // with it, as it is the last.
    void aPartOfASessionMayHaveNothingToShow()
    {
        writeSession();
        const auto writeLone = [&](const char *name, int number) {
            constexpr int muchOfAPart = 5'000'000;
            auto chunk = baseChunk();
            chunk["chunk_id"] = idOf(number).toStdString();
            auto &samples = chunk["profile"]["samples"];
            const auto lone = samples.front();
            samples = nlohmann::json::array();
            samples.push_back(lone);
            samples[0]["timestamp"] = samples[0]["timestamp"].get<double>() + number * 10;
            write(name, QByteArray::fromStdString(chunk.dump()) + QByteArray(muchOfAPart, ' '));
        };
        writeLone("lone7.json", 7);
        writeLone("lone8.json", 8);
        const auto all = dryRun({QStringLiteral("--transaction-name"), QStringLiteral("import")},
                                {"lone7.json", "part0.json", "lone8.json"});
        QCOMPARE(all.size(), 2);
        const auto refused =
            upload({QStringLiteral("--dsn"), m_server->dsn(), QStringLiteral("--dry-run"),
                    in("lone7.json"), in("lone8.json")});
        QCOMPARE(refused.exitCode, 1);
        QVERIFY2(refused.err.contains("nothing to write"), refused.err.constData());
    }

    void freshIdsAreThoseOfOneSessionInAllParts()
    {
        writeSession();
        QSet<QString> profilers;
        QSet<QString> chunks;
        const auto all = dryRun({QStringLiteral("--fresh-ids")},
                                {"event.json", "part0.json", "part1.json", "part2.json"});
        for (const QByteArray &envelope : all) {
            const auto item = QJsonDocument::fromJson(envelope.split('\n').value(2)).object();
            const auto profile = item[u"contexts"][u"profile"].toObject();
            const auto &with = profile.isEmpty() ? item : profile;
            profilers.insert(with[u"profiler_id"].toString());
            chunks.insert(item[u"chunk_id"].toString());
        }
        QCOMPARE(all.size(), 4);
        QCOMPARE(chunks.size(), 4); // three, and none
        QCOMPARE(profilers.size(), 1);
        QVERIFY(!profilers.contains(QStringLiteral("4d229f1d3807421ba62a5f8bc295d836")));
    }

    // One that cannot be read holds them all, in whatever part it is.
    void nothingIsSentIfAFileIsRefused()
    {
        QStringList files;
        for (int number = 0; number < 9; ++number)
            files << writeChunk(number, 1'000'000);
        write("bad.json", "{");
        const auto run = upload(QStringList{QStringLiteral("--dsn"), m_server->dsn()} + files
                                + QStringList{in("bad.json")});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.err.contains("bad.json"), run.err.constData());
        QVERIFY(m_server->requests().isEmpty());
        QCOMPARE(upload({QStringLiteral("--status")}).out, QByteArray());
    }

    // Nor what was queued before one was found to have changed since it was judged. The command
    // looks into each file, then reads all of them twice, and queues them with the second reading:
    // the queue is locked before the first, and freed when the second has begun.
    void whatWasQueuedIsDroppedIfAFileHasChanged_data()
    {
        QTest::addColumn<QByteArray>("changed");
        QTest::newRow("damaged") << QByteArray("{");
        QTest::newRow("another chunk") << QByteArray::fromStdString(baseChunk().dump());
    }

    void whatWasQueuedIsDroppedIfAFileHasChanged()
    {
        QFETCH(QByteArray, changed);
        constexpr int items = 4; // each prepared on its own
        QStringList files;
        for (int number = 0; number < items; ++number)
            files << writeChunk(number, 4'500'000);
        const QDir queue(in("DATA") + QStringLiteral("/emberchart/upload-queue"));
        auto hold = ReadingHold::of(files.first());
        if (!hold)
            QSKIP("no file leases here");
        OpenWatch opened({files.first(), files.last()});
        std::optional<ember::model::sqlite::Database> lock;
        QTimer watch;
        connect(&watch, &QTimer::timeout, this, [&] {
            if (hold && hold->isAwaited()) {
                lock = ember::model::sqlite::Database::openShared(
                           queue.filePath(QStringLiteral("queue.sqlite")).toStdString(),
                           std::chrono::seconds(0))
                           .value();
                QVERIFY(lock->execute("BEGIN IMMEDIATE"));
                hold.reset();
            }
            const bool isReadTwice = opened.hasBegunAgainAfter(2);
            if (lock && isReadTwice) {
                write("chunk3.json", changed);
                QVERIFY(lock->execute("ROLLBACK"));
                lock.reset();
                watch.stop();
            }
        });
        watch.start(1);
        const auto run = upload(QStringList{QStringLiteral("--dsn"), m_server->dsn()} + files);
        QVERIFY(!hold && !lock && !watch.isActive());
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.err.contains("chunk3.json"), run.err.constData());
        QVERIFY(m_server->requests().isEmpty());
        QCOMPARE(upload({QStringLiteral("--status")}).out, QByteArray());
        QVERIFY(queue.entryList({QStringLiteral("*.envelope")}).isEmpty());
        // There were some: their numbers are taken.
        qputenv("XDG_DATA_HOME", in("DATA").toLocal8Bit());
        QCOMPARE(send({QStringLiteral("--queue")}).exitCode, 0);
        const auto left = UploadQueue::open(UploadQueue::Use::Look)->items().value();
        QCOMPARE(left.first().number, qint64(items));
    }

    void aNumberOfAnotherDsnStaysAsItIs()
    {
        RelayAnswer answer;
        answer.status = 503;
        m_server->setAnswer(answer);
        QCOMPARE(send().exitCode, 1);
        const auto run = upload({QStringLiteral("--retry"), QStringLiteral("1"),
                                 QStringLiteral("--dsn"), m_server->dsnOfNobody()});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.err.contains("another DSN"), run.err.constData());
        QVERIFY(upload({QStringLiteral("--status")}).out.contains("refused"));
    }

    void anOptionThatWouldDoNothingIsAUsageError()
    {
        for (const char *option : {"--json", "--all", "--force"})
            QCOMPARE(send({QString::fromLatin1(option)}).exitCode, 2);
        for (const char *mode : {"--status", "--pause", "--resume"})
            QCOMPARE(upload({QString::fromLatin1(mode), QStringLiteral("1")}).exitCode, 2);
        QVERIFY(m_server->requests().isEmpty());
    }

    // The others are sent, and the work is not done.
    void aBadItemOfAFileIsSaidByTheExitCode()
    {
        auto good = QByteArray::fromStdString(baseChunk().dump());
        const QByteArray header = "{\"type\":\"profile_chunk\",\"platform\":\"native\",\"length\":";
        write("two.envelope",
              "{}\n" + header + QByteArray::number(good.size()) + "}\n" + good + "\n" + header
                  + "5}\n{\"x\":\n");
        const QStringList file{QStringLiteral("--dsn"), m_server->dsn(), in("two.envelope")};
        QCOMPARE(upload(file + QStringList{QStringLiteral("--dry-run")}).exitCode, 1);
        const auto run = upload(file);
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.out.contains("Received."), run.out.constData());
        QCOMPARE(m_server->requests().size(), 1);
    }

    // The same samples have the same ids, and what was sent is remembered.
    void whatWasReceivedIsNotSentAgainUnasked()
    {
        auto chunk = baseChunk();
        chunk["chunk_id"] = std::string(32, '0'); // has none that could be kept
        chunk["profiler_id"] = std::string(32, '0');
        write("chunk.json", QByteArray::fromStdString(chunk.dump()));
        QVERIFY2(send().exitCode == 0, "first");
        const auto refused = send();
        QCOMPARE(refused.exitCode, 1);
        QCOMPARE(m_server->requests().size(), 1);
        QVERIFY2(refused.out.contains("project 42 on 127.0.0.1"), refused.out.constData());
        QVERIFY2(refused.out.contains("--again"), refused.out.constData());
        const auto dry = send({QStringLiteral("--dry-run")});
        QVERIFY2(dry.exitCode == 0 && dry.out.contains("--again"), dry.out.constData());
        QCOMPARE(send({QStringLiteral("--again")}).exitCode, 0);
        QCOMPARE(m_server->requests().size(), 2);
        const auto idOf = [&](int request) {
            const auto payload =
                QJsonDocument::fromJson(m_server->requests().at(request).payloads.first());
            return payload.object().value(u"chunk_id").toString();
        };
        QCOMPARE(idOf(0), idOf(1));
        QCOMPARE(send({QStringLiteral("--fresh-ids")}).exitCode, 0);
        QVERIFY(idOf(2) != idOf(0));
    }

    // The same host and project, another port.
    void anotherServerHasNotReceivedIt()
    {
        QCOMPARE(send().exitCode, 0);
        RelayServer other;
        QVERIFY(other.listen());
        const auto run = upload({QStringLiteral("--dsn"), other.dsn(), in("chunk.json")});
        QVERIFY2(run.exitCode == 0, run.out.constData());
        QCOMPARE(other.requests().size(), 1);
    }

    // Another chunk of the session, a minute later, makes it no other chunk.
    void aChunkIsKnownBesideALaterOne()
    {
        const auto first = baseChunk();
        auto second = first;
        second["chunk_id"] = "00000000000040008000000000000002";
        for (auto &sample : second["profile"]["samples"])
            sample["timestamp"] = sample["timestamp"].get<double>() + 60;
        write("second.json", QByteArray::fromStdString(second.dump()));
        QVERIFY2(send().exitCode == 0, "first");
        const auto run = send({in("second.json")});
        QCOMPARE(m_server->requests().size(), 2);
        QVERIFY2(run.out.contains("--again"), run.out.constData());
        const auto sent = QJsonDocument::fromJson(m_server->requests().at(1).payloads.first());
        QCOMPARE(sent.object().value(u"chunk_id").toString(),
                 QStringLiteral("00000000000040008000000000000002"));
    }

    void whatWasNotReceivedIsNotRemembered()
    {
        RelayAnswer answer;
        answer.status = 503;
        m_server->setAnswer(answer);
        QCOMPARE(send().exitCode, 1);
        m_server->setAnswer({});
        QCOMPARE(send().exitCode, 0);
        QCOMPARE(m_server->requests().size(), 2);
    }

    void whatIsRememberedIsForTheUserAlone()
    {
        RelayAnswer answer;
        answer.body = "{}"; // the usual id, which is remembered, is the key
        m_server->setAnswer(answer);
        QCOMPARE(send().exitCode, 0);
        QFile file(in("DATA/emberchart/upload-queue/queue.sqlite"));
        QVERIFY(file.open(QFile::ReadOnly));
        QVERIFY(!file.readAll().contains(RelayServer::publicKey));
        constexpr auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup
            | QFileDevice::ReadOther | QFileDevice::WriteOther;
        QVERIFY(!(file.permissions() & others));
        QVERIFY(!(QFile::permissions(in("DATA/emberchart")) & others));
    }

    void aFullOutputIsAnError()
    {
        if (!QFile::exists(QStringLiteral("/dev/full")))
            QSKIP("no /dev/full");
        const auto dry = send({QStringLiteral("--dry-run")}, QStringLiteral("/dev/full"));
        QCOMPARE(dry.exitCode, 1);
        QVERIFY(!dry.err.isEmpty());
        const auto sent = send({}, QStringLiteral("/dev/full"));
        QCOMPARE(sent.exitCode, 1);
        QCOMPARE(m_server->requests().size(), 1); // sent all the same
    }

    void theDsnCanComeFromAFile()
    {
        write("dsn", m_server->dsn().toUtf8() + '\n');
        const auto run = upload({QStringLiteral("--dsn-file"), in("dsn"), in("chunk.json")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(m_server->requests().size(), 1);
        const QStringList both{QStringLiteral("--dsn"), m_server->dsn(),
                               QStringLiteral("--dsn-file"), in("dsn"), in("chunk.json")};
        QCOMPARE(upload(both).exitCode, 2);
        const auto none = upload({QStringLiteral("--dsn-file"), in("none"), in("chunk.json")});
        QCOMPARE(none.exitCode, 2);
        QVERIFY2(none.err.contains("none"), none.err.constData());
    }

    void aDryRunSaysWhatLeavesTheMachine()
    {
        auto chunk = baseChunk();
        chunk["release"] = "shop@1.2";
        chunk["environment"] = "staging";
        chunk["profile"]["frames"][0]["abs_path"] = "/home/me/secret/main.cpp";
        const auto thread = chunk["profile"]["thread_metadata"].begin();
        thread.value()["name"] = "payments";
        write("chunk.json", QByteArray::fromStdString(chunk.dump()));
        const auto run = send({QStringLiteral("--dry-run")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY(m_server->requests().isEmpty());
        for (const char *line : {"release\tshop@1.2\n", "environment\tstaging\n",
                                 "thread\tpayments\n", "path\t/home/me/secret/main.cpp\n"})
            QVERIFY2(run.out.contains(line), run.out.constData());
    }

    void aDryRunSaysWhatSentryChangesAndWhatIsReplaced()
    {
        auto chunk = baseChunk();
        chunk["measurements"] = {
            {"cpu_usage",
             {{"unit", "percent"}, {"values", {{{"timestamp", 1710805788.5}, {"value", 1.5}}}}}}};
        chunk["unknown"] = "x";
        chunk["profile"]["frames"][0]["abs_path"] = "/home/me/secret/main.cpp";
        write("chunk.json", QByteArray::fromStdString(chunk.dump()));
        const auto run =
            send({QStringLiteral("--dry-run"), QStringLiteral("--redact"), QStringLiteral("home")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        for (const char *line : {"\tchange\tbackend-members-dropped", "path\t~/secret/main.cpp\n",
                                 "replaced\t/home/me/secret/main.cpp\t~/secret/main.cpp\t1\n",
                                 "budget\tprofile_chunk\t1 items", "budget\tthread main (1)\t"})
            QVERIFY2(run.out.contains(line), run.out.constData());
        QVERIFY2(!run.out.contains("path\t/home/me"), run.out.constData());
    }

    void aDryRunLooksIntoTransactions()
    {
        const nlohmann::json event{
            {"type", "transaction"},
            {"event_id", "0000000000004000800000000000000e"},
            {"transaction", "GET /basket"},
            {"start_timestamp", 1710805788.5},
            {"timestamp", 1710805788.53},
            {"user", {{"id", "ada-17"}}},
            {"contexts",
             {{"trace",
               {{"trace_id", "0123456789abcdef0123456789abcdef"},
                {"span_id", "a000000000000000"},
                {"data", {{"thread.id", "1"}}}}},
              {"device", {{"name", "adas-laptop"}}},
              {"profile", {{"profiler_id", "4d229f1d3807421ba62a5f8bc295d836"}}}}},
            {"spans", nlohmann::json::array()},
            {"extra", {{"file", "/home/me/basket.db"}}}};
        write("event.json", QByteArray::fromStdString(event.dump()));
        const auto run = send({QStringLiteral("--dry-run"), QStringLiteral("--redact"),
                               QStringLiteral("home"), in("event.json")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        for (const char *line :
             {"transaction\tGET /basket\n", "host\tadas-laptop\n", "other\tid: ada-17\n",
              "other\tfile: ~/basket.db\n", "replaced\t/home/me/basket.db\t~/basket.db\t1\n",
              "budget\ttransaction\t1 items"})
            QVERIFY2(run.out.contains(line), run.out.constData());
    }

    void aDryRunWritesTheBytesThatWouldBeSent()
    {
        const QStringList options{QStringLiteral("--dry-run"), QStringLiteral("-o"),
                                  in("out.envelope")};
        QVERIFY2(send(options).exitCode == 0, "written");
        QFile file(in("out.envelope"));
        QVERIFY(file.open(QFile::ReadOnly));
        const auto bytes = file.readAll();
        QCOMPARE(send(options).exitCode, 1); // it exists
        QCOMPARE(send(options + QStringList{QStringLiteral("--force")}).exitCode, 0);
        QCOMPARE(send().exitCode, 0);
        QVERIFY(bytes.contains(m_server->requests().at(0).payloads.first()));
        QCOMPARE(send({QStringLiteral("-o"), in("x.envelope")}).exitCode, 2);
    }

    // Somebody else's computer, which the system puts on the way, learns the key.
    void aProxyOnTheWayIsSaid()
    {
        const QStringList arguments{
            QStringLiteral("--dry-run"), QStringLiteral("--dsn"),
            QStringLiteral("http://%1@sentry.example/1").arg(QLatin1String(RelayServer::publicKey)),
            in("chunk.json")};
        QVERIFY(upload(arguments).err.contains("http://"));
        m_environment.insert(QStringLiteral("http_proxy"), QStringLiteral("http://10.9.8.7:3128"));
        const auto run = upload(arguments);
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY2(run.err.contains("10.9.8.7:3128"), run.err.constData());
        const auto chosen =
            upload(arguments
                   + QStringList{QStringLiteral("--proxy"), QStringLiteral("http://10.1.1.1:8")});
        QVERIFY2(chosen.err.contains("10.1.1.1:8"), chosen.err.constData());
        const auto none =
            upload(arguments + QStringList{QStringLiteral("--proxy"), QStringLiteral("none")});
        QVERIFY2(none.err.contains("http://") && !none.err.contains("10.9.8.7"),
                 none.err.constData());
        auto secure = arguments;
        secure[2].replace(QStringLiteral("http:"), QStringLiteral("https:"));
        QCOMPARE(upload(secure).err, QByteArray());
    }
};

EMBER_TEST(TstUploadCommand)
#include "tst_uploadcommand.moc"
