// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/files/chunkexport.h"
#include "model/profile/profilebuilder.h"
#include "tests/support/testmain.h"

#include <QStringList>
#include <QTest>

using namespace ember::model;
using namespace ember::model::sentry;

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t epoch = 1'800'000'000 * second; // of today's size, as doubles see it

// A process whose threads have samples at given seconds; negative times are idle samples.
class Capture {
public:
    Capture() { process(); }

    ProcessIndex process() { return m_process = m_builder.addProcess({}); }

    ThreadIndex thread(const std::vector<double> &seconds)
    {
        Thread row;
        row.process = m_process;
        const auto thread = m_builder.addThread(row);
        for (const auto time : seconds)
            add(thread, std::abs(time), time >= 0);
        return thread;
    }

    // A sample every second of [from, to).
    ThreadIndex steady(int from, int to)
    {
        std::vector<double> seconds;
        for (int time = from; time < to; ++time)
            seconds.push_back(time);
        return thread(seconds);
    }

    void source(double first, double last, std::uint64_t samples)
    {
        Source source;
        source.chunkId = m_builder.string("c");
        source.process = m_process;
        source.range = {at(first), at(last)};
        source.samples = samples;
        m_builder.addSource(source);
    }

    ProfilePointer profile() { return m_builder.snapshot(); }

    static Timestamp at(double seconds)
    {
        return timestampFromNs(epoch + std::int64_t(seconds * double(second)));
    }

private:
    void add(ThreadIndex thread, double seconds, bool isActive)
    {
        Frame frame;
        frame.address = 1;
        const auto stack =
            isActive ? m_builder.stack(emptyStack, m_builder.frame(frame)) : emptyStack;
        m_builder.addSample(thread, {at(seconds), stack, {}});
    }

    ProfileBuilder m_builder;
    ProcessIndex m_process;
};

// "0-59:60" per piece: seconds of its first and last sample, samples per thread.
QString printed(const std::vector<Piece> &pieces)
{
    QStringList texts;
    for (const auto &piece : pieces) {
        const auto seconds = [](Timestamp time) {
            return QString::number(double(toNs(time) - epoch) / double(second));
        };
        QString text = seconds(piece.first) + u'-' + seconds(piece.last);
        for (const auto &thread : piece.threads)
            text += QStringLiteral(" %1:%2").arg(thread.thread.row()).arg(thread.samples());
        texts.append(text);
    }
    return texts.join(QStringLiteral(" | "));
}

QString pieces(const ProfilePointer &profile, const Selection &selection = {})
{
    return printed(cutIntoPieces(*profile, selection).pieces);
}

} // namespace

class TstChunkCut : public QObject {
    Q_OBJECT

private slots:
    void aPieceLastsAMinute()
    {
        Capture capture;
        capture.steady(0, 180);
        QCOMPARE(pieces(capture.profile()),
                 QStringLiteral("0-59 0:60 | 60-119 0:60 | 120-179 0:60"));
    }

    void aShortTailJoinsTheLastPiece()
    {
        Capture capture;
        capture.steady(0, 67); // lasts 66.0 s
        QCOMPARE(pieces(capture.profile()), QStringLiteral("0-66 0:67"));
        Capture longer;
        longer.steady(0, 68);
        QCOMPARE(pieces(longer.profile()), QStringLiteral("0-59 0:60 | 60-67 0:8"));
        Capture two;
        two.steady(0, 127);
        QCOMPARE(pieces(two.profile()), QStringLiteral("0-59 0:60 | 60-126 0:67"));
    }

    void exactly66SecondsFitInRelaysDoubles()
    {
        const auto start = timestampFromNs(epoch + 123'456'789);
        QVERIFY(fitsIntoChunk(start, start + std::chrono::seconds(66)));
        QVERIFY(
            !fitsIntoChunk(start, start + std::chrono::seconds(66) + std::chrono::microseconds(1)));
    }

    void theTailBeforeAPauseJoinsToo()
    {
        Capture capture;
        std::vector<double> seconds;
        for (int time = 0; time < 64; ++time)
            seconds.push_back(time);
        for (int time = 500; time < 510; ++time)
            seconds.push_back(time);
        capture.thread(seconds);
        QCOMPARE(pieces(capture.profile()), QStringLiteral("0-63 0:64 | 500-509 0:10"));
    }

    void aLoneSampleBehindACutStaysWithTheOthers()
    {
        Capture capture;
        capture.steady(0, 120);
        std::vector<double> seconds;
        for (int time = 30; time <= 60; ++time)
            seconds.push_back(time);
        capture.thread(seconds);
        const auto cut = cutIntoPieces(*capture.profile(), {});
        QCOMPARE(printed(cut.pieces), QStringLiteral("0-60 0:60 1:31 | 60-119 0:60"));
        QCOMPARE(cut.loss.samples, std::uint64_t(0));
    }

    void aLoneSampleBeforeACutGoesWithThoseThatFollow()
    {
        Capture capture;
        capture.steady(0, 120);
        capture.thread({59, 60, 61, 62});
        const auto cut = cutIntoPieces(*capture.profile(), {});
        QCOMPARE(printed(cut.pieces), QStringLiteral("0-59 0:60 | 59-119 0:60 1:4"));
        QCOMPARE(cut.loss.samples, std::uint64_t(0));
    }

    void aLoneSampleFarFromTheCutGetsOneFromItsNeighbour()
    {
        Capture capture;
        capture.steady(0, 120);
        capture.thread({10, 60, 61, 62}); // 10 is too far from the second piece
        const auto cut = cutIntoPieces(*capture.profile(), {});
        QCOMPARE(printed(cut.pieces), QStringLiteral("0-60 0:60 1:2 | 60-119 0:60 1:2"));
        QCOMPARE(cut.loss.samples, std::uint64_t(0));
    }

    void whatNoPieceCanHoldIsCounted()
    {
        Capture capture;
        capture.steady(0, 120);
        capture.thread({20, 90, -91});
        capture.thread({30});
        const auto cut = cutIntoPieces(*capture.profile(), {});
        QCOMPARE(printed(cut.pieces), QStringLiteral("0-59 0:60 | 60-119 0:60"));
        QCOMPARE(cut.loss.samples, std::uint64_t(3));
        QCOMPARE(cut.loss.idleSamples, std::uint64_t(1));
        QCOMPARE(cut.loss.threads, std::uint64_t(2));
    }

    void theIdleSampleThatEndsACallStaysWithIt()
    {
        Capture capture;
        capture.steady(0, 180);
        capture.thread({57, 58, 59, -60, -61, -62, 150, 151});
        const auto cut = cutIntoPieces(*capture.profile(), {});
        QCOMPARE(printed(cut.pieces),
                 QStringLiteral("0-60 0:60 1:4 | 60-119 0:60 | 120-179 0:60 1:2"));
        QCOMPARE(cut.loss.samples, std::uint64_t(0));
        QCOMPARE(cut.loss.idleSamples, std::uint64_t(2));
    }

    void noPieceEverExceedsRelaysLimit_data()
    {
        QTest::addColumn<double>("step");
        QTest::addColumn<int>("count");
        QTest::newRow("1 Hz") << 1.0 << 1000;
        QTest::newRow("every 31 s") << 31.0 << 50;
        QTest::newRow("every 65.9 s") << 65.9 << 50;
        QTest::newRow("every 80 s") << 80.0 << 50;
        QTest::newRow("every 6.7 s") << 6.7 << 300;
    }

    void noPieceEverExceedsRelaysLimit()
    {
        QFETCH(double, step);
        QFETCH(int, count);
        Capture capture;
        for (int thread = 0; thread < 5; ++thread) {
            std::vector<double> seconds;
            for (int sample = 0; sample < count; ++sample)
                seconds.push_back(step * sample + thread * 0.37 * step);
            capture.thread(seconds);
        }
        const auto profile = capture.profile();
        const auto cut = cutIntoPieces(*profile, {});
        std::uint64_t written = cut.loss.samples + cut.loss.idleSamples;
        for (const auto &piece : cut.pieces) {
            QVERIFY(fitsIntoChunk(piece.first, piece.last));
            written += piece.samples();
            for (const auto &thread : piece.threads)
                QVERIFY(thread.samples() >= 2);
        }
        QCOMPARE(written, profile->sampleCount());
    }

    void eachProcessHasPiecesOfItsOwn()
    {
        Capture capture;
        capture.steady(0, 70);
        capture.process();
        capture.steady(10, 20);
        const auto cut = cutIntoPieces(*capture.profile(), {});
        QCOMPARE(printed(cut.pieces), QStringLiteral("0-59 0:60 | 60-69 0:10 | 10-19 1:10"));
        QCOMPARE(cut.pieces.back().process, ProcessIndex(1));
    }

    void aSelectionIsCutOut()
    {
        Capture capture;
        capture.steady(0, 100);
        const auto chosen = capture.steady(0, 100);
        const TimeRange range{Capture::at(10), Capture::at(15)};
        QCOMPARE(pieces(capture.profile(), {{chosen}, range}), QStringLiteral("10-14 1:5"));
        QCOMPARE(pieces(capture.profile(), {{chosen}, {range.start, range.start}}), QString());
    }

    void chunksThatWereReadAreCutWhereTheyWere()
    {
        Capture capture;
        capture.steady(0, 50);
        capture.source(0, 29, 30);
        capture.source(30, 49, 20);
        const auto cut = cutIntoPieces(*capture.profile(), {});
        QCOMPARE(printed(cut.pieces), QStringLiteral("0-29 0:30 | 30-49 0:20"));
        QCOMPARE(cut.pieces[0].source, SourceIndex(0));
        QCOMPARE(cut.pieces[1].source, SourceIndex(1));
        const auto part =
            cutIntoPieces(*capture.profile(), {{}, {Capture::at(5), Capture::at(40)}});
        QCOMPARE(printed(part.pieces), QStringLiteral("5-29 0:25 | 30-39 0:10"));
        QVERIFY(!part.pieces[0].source.isValid());
    }

    void everyMeasurementBelongsToOnePiece()
    {
        Capture capture;
        capture.steady(0, 120);
        const auto cut = cutIntoPieces(*capture.profile(), {});
        QCOMPARE(cut.pieces[0].coverage.start, TimeRange::everything().start);
        QCOMPARE(cut.pieces[0].coverage.end, cut.pieces[1].coverage.start);
        QCOMPARE(cut.pieces[1].coverage.end, TimeRange::everything().end);
    }

    void aPieceThatIsTooBigIsHalved()
    {
        Capture capture;
        capture.steady(0, 40);
        const auto profile = capture.profile();
        const auto cut = cutIntoPieces(*profile, {});
        CutLoss loss;
        QCOMPARE(printed(halves(*profile, cut.pieces[0], loss)),
                 QStringLiteral("0-19 0:20 | 20-39 0:20"));
        Capture tiny;
        tiny.thread({0, 1, 2});
        const auto whole = tiny.profile();
        QVERIFY(halves(*whole, cutIntoPieces(*whole, {}).pieces[0], loss).empty());
        QCOMPARE(loss.samples, std::uint64_t(0));
    }

    void filesAreNamedAfterProcessAndNumber_data()
    {
        QTest::addColumn<QString>("output");
        QTest::addColumn<QStringList>("groups"); // "pid[*]=chunks[/samples]", * the launched one
        QTest::addColumn<QStringList>("names");
        const auto list = [](const char *text) {
            return QString::fromLatin1(text).split(u' ', Qt::SkipEmptyParts);
        };
        QTest::newRow("one") << "x.json" << list("7*=1") << list("x.json");
        QTest::newRow("several") << "d.e/x.json" << list("7*=2")
                                 << list("d.e/x-000.json d.e/x-001.json");
        QTest::newRow("children") << "x.json" << list("7*=1 8=1 9=2")
                                  << list("x.json x-8.json x-9-000.json x-9-001.json");
        QTest::newRow("envelope") << "x.envelope" << list("7*=2 8=1")
                                  << list("x-000.envelope x-001.envelope x-8.envelope");
        QTest::newRow("no extension") << "d.e/x" << list("7*=2") << list("d.e/x-000 d.e/x-001");
        QTest::newRow("none launched") << "x.json" << list("7=1 8=1") << list("x.json x-8.json");
        QTest::newRow("launched later") << "x.json" << list("7=1 8*=1") << list("x-7.json x.json");
        QTest::newRow("exec") << "x.json" << list("7*=1 8=1 8=2")
                              << list("x.json x-8.json x-8.2-000.json x-8.2-001.json");
        QTest::newRow("exec of the launched one")
            << "x.json" << list("7*=1/3 7*=2/900 7*=1/5")
            << list("x-7.json x-000.json x-001.json x-7.2.json");
        QTest::newRow("pids nobody knows") << "x.json" << list("0*=1/1 0*=2/9 0*=1/1")
                                           << list("x.json x.2-000.json x.2-001.json x.3.json");
        QTest::newRow("two launched")
            << "x.json" << list("7*=1/1 8*=1/9") << list("x.json x-8.json");
        QTest::newRow("nothing of one") << "x.json" << list("7*=0 8=1") << list("x.json");
    }

    void filesAreNamedAfterProcessAndNumber()
    {
        QFETCH(QString, output);
        QFETCH(QStringList, groups);
        QFETCH(QStringList, names);
        std::vector<ChunkGroup> rows;
        for (const auto &group : groups) {
            const auto pid = group.section(u'=', 0, 0);
            const auto counts = group.section(u'=', 1).split(u'/');
            rows.push_back({pid.chopped(pid.endsWith(u'*') ? 1 : 0).toUInt(), pid.endsWith(u'*'),
                            std::size_t(counts.first().toULong()),
                            counts.size() > 1 ? counts.last().toULong() : 0});
        }
        QStringList got;
        for (const auto &name : chunkFileNames(output.toStdString(), rows))
            got.append(QString::fromStdString(name));
        QCOMPARE(got, names);
    }
};

EMBER_TEST(TstChunkCut)
#include "tst_chunkcut.moc"
