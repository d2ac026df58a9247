// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profile.h"
#include "tests/capturelog/logfixture.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <optional>
#include <set>
#include <sys/resource.h>
#include <unistd.h>

using namespace ember::model;
using namespace ember::model::capturelog;
using namespace ember::tests;

class TstLogWriter : public QObject {
    Q_OBJECT

private slots:
    void aFullDiskIsAnErrorAndStaysOne()
    {
        const int fd = open("/dev/full", O_WRONLY | O_CLOEXEC);
        QVERIFY(fd >= 0);
        const auto writer = Writer::start(fd, {});
        QVERIFY(!writer);
        QCOMPARE(writer.error().code, ErrorCode::DiskFull);
        close(fd);
    }

    void whatWasWrittenBeforeTheDiskWasFullCanBeRead()
    {
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit old{};
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &old), 0);
        const rlimit small{5'000, old.rlim_max};
        LogFile log;
        const auto process = beginSmallProcess(log);
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &small), 0);
        std::optional<Error> error;
        int ticks = 0;
        for (; !error && ticks < 10'000; ++ticks) {
            const TickSample sample{process.thread,
                                    SampleKind::Taken,
                                    smallStack(log, process, 0x300 + std::uint64_t(ticks)),
                                    {0, 0, ThreadState::Running}};
            auto outcome = log->tick(tickTime(ticks), {&sample, 1});
            if (outcome)
                outcome = log->flush();
            if (!outcome)
                error = outcome.error();
        }
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &old), 0);
        QVERIFY(error.has_value());
        QCOMPARE(error->code, ErrorCode::FileSizeLimited);
        QCOMPARE(error->detail, std::string(std::strerror(EFBIG)));
        log.abandon();
        const auto reading = read(log.bytes());
        QCOMPARE_GE(reading.profile->sampleCount(), std::size_t(ticks - 2));
        QCOMPARE_LE(log.bytes().size(), std::size_t(5'000));
        // The record that did not fit is taken back.
        QCOMPARE(reading.log.findings().size(), std::size_t(1));
        QCOMPARE(reading.log.findings().front().code, std::string("ember-unfinished"));
    }

    void aReaderThatIsGoneIsAnError()
    {
        std::signal(SIGPIPE, SIG_IGN);
        std::array<int, 2> ends{};
        QCOMPARE(pipe2(ends.data(), O_CLOEXEC), 0);
        const auto writer = std::move(Writer::start(ends[1], {})).value();
        close(ends[0]);
        writer->output({OutputStream::Standard, {}, "text"});
        const auto flushed = writer->flush();
        QVERIFY(!flushed);
        QCOMPARE(flushed.error().code, ErrorCode::FileNotWritable);
        QVERIFY(!writer->tick(captureStart, {}));
        QVERIFY(!writer->finish({}));
        close(ends[1]);
    }

    void aLogThatIsBeingWrittenIsNotOverwritten()
    {
        LogFile log;
        const auto size = log.bytes().size();
        const auto second = NewLog::open(log.path());
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::FileInUse);
        QCOMPARE(log.bytes().size(), size);
        log.finish();
        QVERIFY(NewLog::open(log.path()).has_value());
    }

    void anOlderLogStaysUntilTheNewOneBegins()
    {
        LogFile log;
        log.finish();
        const auto older = log.bytes();
        {
            const auto unused = NewLog::open(log.path());
            QVERIFY(unused.has_value());
            QVERIFY(!NewLog::open(log.path()).has_value()); // locked all the same
        }
        QCOMPARE(log.bytes(), older);
        auto used = NewLog::open(log.path());
        QVERIFY(used.has_value());
        QVERIFY(used->begin().has_value());
        QCOMPARE(log.bytes().size(), std::size_t(0));
    }

    void aFolderThatIsNotThereIsAnError()
    {
        const auto log = NewLog::open("/no/such/folder/a.ember");
        QVERIFY(!log);
        QCOMPARE(log.error().code, ErrorCode::FileNotWritable);
        QCOMPARE(log.error().subject, std::string("/no/such/folder/a.ember"));
    }

    void standardOutputNeedsADescriptorOfItsOwn()
    {
        rlimit before{};
        QCOMPARE(getrlimit(RLIMIT_NOFILE, &before), 0);
        const rlimit none{0, before.rlim_max};
        QCOMPARE(setrlimit(RLIMIT_NOFILE, &none), 0);
        const auto log = NewLog::open("-");
        QCOMPARE(setrlimit(RLIMIT_NOFILE, &before), 0);
        QVERIFY(!log);
        QCOMPARE(log.error().code, ErrorCode::FileNotWritable);
        QCOMPARE(log.error().subject, std::string("-"));
    }

    void segmentsStartAgainByTimeAndCanBeReadAlone()
    {
        SegmentLimits limits;
        limits.duration = std::chrono::milliseconds(100);
        LogFile log(limits);
        const auto small = beginSmallProcess(log);
        // Sampled once; from then on only credited, also in later segments.
        for (int tick = 0; tick < 35; ++tick) {
            const TickSample sample{small.thread,
                                    tick == 0 ? SampleKind::Taken : SampleKind::Credited,
                                    tick == 0 ? smallStack(log, small, 0x300) : emptyLogStack,
                                    {0, 0, ThreadState::Blocked}};
            QVERIFY(log->tick(tickTime(tick), {&sample, 1}).has_value());
        }
        log.finish();
        const auto bytes = log.bytes();
        const auto segments = findSegments(bytes);
        QCOMPARE(segments.size(), std::size_t(4));
        for (std::size_t i = 0; i < segments.size(); ++i)
            QCOMPARE(segments[i].sequence, std::uint64_t(i));

        // A ring that dropped the first segments: the file header and what follows.
        const auto header = bytes.substr(0, 20);
        for (std::size_t i = 0; i < segments.size(); ++i) {
            const auto part =
                read(header + bytes.substr(static_cast<std::size_t>(segments[i].offset)));
            QCOMPARE(part.log.warnings(), std::uint64_t(0));
            QCOMPARE(part.profile->threadCount(), std::size_t(1));
            QCOMPARE(part.profile->sampleCount(), std::size_t(35 - 10 * i));
            const auto &samples = part.profile->samples(ThreadIndex(0));
            const auto stack = part.profile->stack(samples.stacks[SampleIndex(0)]);
            QCOMPARE(stack.depth, 3U);
            QCOMPARE(part.profile->frame(stack.frame).pc, imageAddress + 0x300);
            QCOMPARE(part.profile->tables().images.size(), std::size_t(1));
            QCOMPARE(part.profile->text(part.profile->thread(ThreadIndex(0)).name),
                     std::string_view("demo"));
        }
    }

    void aSegmentIsClosedWhenItsTablesAreFull()
    {
        SegmentLimits limits;
        limits.stacks = 50;
        LogFile log(limits);
        const auto small = beginSmallProcess(log);
        for (int tick = 0; tick < 200; ++tick) {
            const TickSample sample{small.thread,
                                    SampleKind::Taken,
                                    smallStack(log, small, 0x300 + std::uint64_t(tick)),
                                    {0, 0, ThreadState::Running}};
            QVERIFY(log->tick(tickTime(tick), {&sample, 1}).has_value());
        }
        log.finish();
        const auto bytes = log.bytes();
        QCOMPARE_GE(findSegments(bytes).size(), std::size_t(4));
        const auto reading = read(bytes);
        QCOMPARE(reading.profile->sampleCount(), std::size_t(200));
        QCOMPARE(reading.profile->thread(ThreadIndex(0)).isMain, true);
        std::set<std::uint64_t> leaves;
        const auto &samples = reading.profile->samples(ThreadIndex(0));
        samples.stacks.forEach([&](std::size_t, StackIndex stack) {
            leaves.insert(reading.profile->frame(reading.profile->stack(stack).frame).pc);
        });
        QCOMPARE(leaves.size(), std::size_t(200));
    }

    // Each segment describes the places of its stacks again, also of one that goes on.
    void framesOfScriptsKeepTheirNamesInEverySegment()
    {
        SegmentLimits limits;
        limits.duration = 5 * tickPeriod;
        LogFile log(limits);
        const auto small = beginSmallProcess(log);
        const ScriptFunctionSerial function(0);
        log->scriptFunction(function, {"python", "Job.run", "tools.job", "src/tools/job.py", 3});
        for (int tick = 0; tick < 20; ++tick) {
            const std::array frames{
                UnwoundFrame::ofScript(function, {std::uint32_t(4 + tick % 2), 0}),
                UnwoundFrame{imageAddress + 0x200, UnwindMethod::EhFrame}};
            const TickSample sample{small.thread,
                                    SampleKind::Taken,
                                    log->stack(small.process, frames, RootReached::Yes),
                                    {0, 0, ThreadState::Running}};
            QVERIFY(log->tick(tickTime(tick), {&sample, 1}).has_value());
        }
        log.finish();
        QCOMPARE_GE(findSegments(log.bytes()).size(), std::size_t(3));
        const auto reading = read(log.bytes());
        QVERIFY(reading.log.findings().empty());
        const auto &profile = *reading.profile;
        std::uint32_t line = 4;
        profile.samples(ThreadIndex(0)).stacks.forEach([&](std::size_t, StackIndex stack) {
            const auto &frame = profile.frame(profile.stack(stack).frame);
            const auto &known = profile.function(frame.function);
            QCOMPARE(profile.text(known.name), "Job.run");
            QCOMPARE(profile.text(known.module), "tools.job");
            QCOMPARE(profile.text(known.file), "tools/job.py");
            QVERIFY(profile.text(known.absPath).ends_with("/src/tools/job.py"));
            QCOMPARE(profile.text(frame.platform), "python");
            QCOMPARE(frame.line, line);
            line = line == 4 ? 5 : 4;
        });
    }

    // What is no path gets no folder.
    void filesOfScriptsWithoutAFolderStayAsTheyAre()
    {
        LogFile log;
        const auto small = beginSmallProcess(log);
        const ScriptFunctionSerial java(0);
        const ScriptFunctionSerial node(1);
        log->scriptFunction(java, {"java", "start", "java.lang.Thread", "Thread.java", 3});
        log->scriptFunction(node, {"node", "run", "", "evalmachine.<anonymous>", 1});
        const std::array frames{UnwoundFrame::ofScript(java, {4, 0}),
                                UnwoundFrame::ofScript(node, {2, 0}),
                                UnwoundFrame{imageAddress + 0x200, UnwindMethod::EhFrame}};
        const TickSample sample{small.thread,
                                SampleKind::Taken,
                                log->stack(small.process, frames, RootReached::Yes),
                                {0, 0, ThreadState::Running}};
        QVERIFY(log->tick(tickTime(0), {&sample, 1}).has_value());
        log.finish();
        const auto reading = read(log.bytes());
        const auto &profile = *reading.profile;
        std::map<std::string, std::string> paths; // absolute ones, by file
        for (std::size_t row = 0; row < profile.tables().functions.size(); ++row) {
            const auto &function = profile.function(FunctionIndex(row));
            if (function.file.isValid())
                paths[std::string(profile.text(function.file))] = function.absPath.isValid()
                    ? std::string(profile.text(function.absPath))
                    : "none";
        }
        QCOMPARE(paths["Thread.java"], std::string("none"));
        QCOMPARE(paths["evalmachine.<anonymous>"], std::string("evalmachine.<anonymous>"));
    }

    void theBytesAreThoseOfTheFormatsExample()
    {
        LogFile log;
        const auto small = beginSmallProcess(log);
        const UnwoundFrame leaf{imageAddress + 0x300, UnwindMethod::Leaf};
        const TickSample sample{small.thread,
                                SampleKind::Taken,
                                log->stack(small.process, {&leaf, 1}, RootReached::Yes),
                                {9'000'000, 12'000, ThreadState::Running}};
        QVERIFY(log->tick(tickTime(0), {&sample, 1}).has_value());
        QVERIFY(log->flush().has_value());
        const auto bytes = QByteArray::fromStdString(log.bytes());
        QCOMPARE(bytes.first(20).toHex(' '),
                 QByteArray("45 4d 42 45 52 4c 4f 47 01 00 00 00 00 00 00 00 e4 71 58 a4"));
        QCOMPARE(bytes.last(34).toHex(' '),
                 QByteArray("0a 03 08 80 06 11 08 26 77 0b 02 02 00 fb c3 2b b4 0c 0b 80 da c4 09 "
                            "01 00 6c 04 a8 46 78 10 e7 cf 5e"));
    }

    void everyProcessImageHasAProfilerIdOfItsOwn()
    {
        LogFile log;
        const auto first = log.beginProcess({});
        log->endProcess({first, tickTime(1), std::nullopt});
        log.beginProcess({});
        log.finish();
        const auto reading = read(log.bytes());
        std::set<std::string_view> ids;
        for (const auto &process : reading.profile->tables().processes) {
            const auto id = reading.profile->text(process.profilerId);
            QCOMPARE(id.size(), std::size_t(32));
            QCOMPARE(id.find_first_not_of("0123456789abcdef"), std::string_view::npos);
            QCOMPARE(id[12], '4');
            ids.insert(id);
        }
        QCOMPARE(ids.size(), std::size_t(2));
    }

    void anImageMappedOverAnotherTakesItsPlace()
    {
        LogFile log;
        const auto small = beginSmallProcess(log);
        log->loadImage({{},
                        small.process,
                        "/lib/new.so",
                        "",
                        imageAddress + 0x8000,
                        0x10000,
                        imageAddress + 0x8000,
                        tickTime(0)});
        const TickSample sample{small.thread,
                                SampleKind::Taken,
                                smallStack(log, small, 0x9000),
                                {0, 0, ThreadState::Running}};
        QVERIFY(log->tick(tickTime(0), {&sample, 1}).has_value());
        log.finish();
        const auto reading = read(log.bytes());
        const auto &profile = *reading.profile;
        const auto leaf = profile.stack(profile.samples(ThreadIndex(0)).stacks[SampleIndex(0)]);
        QCOMPARE(frameName(profile, leaf.frame), std::string("new+0x1000"));
        const auto caller = profile.stack(leaf.parent); // its image is gone
        QCOMPARE(frameName(profile, caller.frame), std::string(madeCodeName));
    }
};

EMBER_TEST(TstLogWriter)
#include "tst_logwriter.moc"
