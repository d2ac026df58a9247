// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/appendrecords.h"
#include "model/profile/profile.h"
#include "tests/capturelog/logfixture.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTest>

using namespace ember::model;
using namespace ember::model::capturelog;
using namespace ember::tests;

namespace {

class AddressNames : public FrameResolver {
public:
    std::vector<ResolvedFrame> resolve(const ImageKey &image, std::uint64_t address) override
    {
        const auto name = "at_" + std::to_string(address - image.bias);
        return {{name, "", "", 0, 0, address, Inlined::No}};
    }

    SymbolState state(const ImageKey &) override { return SymbolState::Table; }
};

// Knows only that all code is one function.
class OneFunction : public AddressNames {
public:
    std::vector<ResolvedFrame> resolve(const ImageKey &image, std::uint64_t) override
    {
        return {{"", "", "", 0, 0, image.bias + 0x10, Inlined::No}};
    }
};

// A finished log of one sample, without names.
void writeOneSample(LogFile &log)
{
    const auto small = beginSmallProcess(log);
    const TickSample sample{small.thread,
                            SampleKind::Taken,
                            smallStack(log, small, 0x300),
                            {0, 0, ThreadState::Running}};
    if (!log->tick(tickTime(0), {&sample, 1}) || !log->flush())
        qFatal("no tick");
}

std::string leafName(const Profile &profile)
{
    const auto stack = profile.samples(ThreadIndex(0)).stacks[SampleIndex(0)];
    return frameName(profile, profile.stack(stack).frame);
}

} // namespace

class TstAppendSymbols : public QObject {
    Q_OBJECT

private slots:
    void aLogKeepsItsNames()
    {
        LogFile log;
        writeOneSample(log);
        log.finish();
        QCOMPARE(leafName(*read(log.bytes()).profile), std::string("demo+0x300"));
        AddressNames names;
        QCOMPARE(saveSymbols(log.path(), names).value().addresses, std::size_t(3));
        const auto reading = read(log.bytes());
        QCOMPARE(leafName(*reading.profile), std::string("at_768"));
        QVERIFY(reading.log.findings().empty());
        QCOMPARE(reading.profile->image(ImageIndex(0)).symbols, SymbolState::Table);
        const auto size = log.bytes().size();
        QCOMPARE(saveSymbols(log.path(), names).value().addresses, std::size_t(0)); // all known
        QCOMPARE(log.bytes().size(), size);
    }

    void whatOnlyBeginsSomewhereIsNamedWhenSomebodyKnowsMore()
    {
        LogFile log;
        writeOneSample(log);
        log.finish();
        OneFunction beginnings;
        QCOMPARE(saveSymbols(log.path(), beginnings).value().addresses, std::size_t(3));
        const auto profile = read(log.bytes()).profile;
        const auto &image = profile->image(ImageIndex(0));
        QCOMPARE(leafName(*profile), addressName(*profile, ImageIndex(0), image.bias + 0x10));
        QCOMPARE(saveSymbols(log.path(), beginnings).value().addresses, std::size_t(0));
        AddressNames names;
        QCOMPARE(saveSymbols(log.path(), names).value().addresses, std::size_t(3));
        QCOMPARE(leafName(*read(log.bytes()).profile), std::string("at_768"));
    }

    void aLogThatIsBeingWrittenIsLeftAlone()
    {
        LogFile log;
        writeOneSample(log);
        const auto outcome = appendSymbols(log.path(), {});
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::FileInUse);
    }

    void namesAreFoundBehindATornRecord()
    {
        LogFile log;
        writeOneSample(log);
        log.abandon();
        QFile file(QString::fromStdString(log.path()));
        QVERIFY(file.open(QIODevice::Append));
        file.write("\x0c\x70half a record");
        file.close();
        const auto torn = log.bytes();
        AddressNames names;
        QCOMPARE(saveSymbols(log.path(), names).value().addresses, std::size_t(3));
        const auto bytes = log.bytes();
        QVERIFY(bytes.starts_with(torn));
        const auto reading = read(bytes);
        QCOMPARE(leafName(*reading.profile), std::string("at_768"));
        QCOMPARE(reading.profile->sampleCount(), std::size_t(1));
        QCOMPARE(reading.log.findings().front().detail,
                 std::string("15 bytes are damaged and unusable"));
        QCOMPARE(saveSymbols(log.path(), names).value().addresses, std::size_t(0));
    }

    void manyNamesAreSpreadOverRecords()
    {
        LogFile log;
        writeOneSample(log);
        log.finish();
        ImageSymbols symbols{"/opt/app/demo", buildId, SymbolState::Debug, {}};
        for (std::uint64_t address = 0; address < 20'000; ++address) {
            symbols.addresses.push_back(
                {address,
                 {{"function_" + std::to_string(address) + std::string(200, 'x'), "", "/src/a.cpp",
                   std::uint32_t(address), 0, address, Inlined::No}}});
        }
        QVERIFY(appendSymbols(log.path(), {&symbols, 1}).has_value());
        const auto reading = read(log.bytes());
        QVERIFY(reading.log.findings().empty());
        QVERIFY(leafName(*reading.profile).starts_with("function_768x"));
    }

    void anotherFileIsRefused()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("text")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("something else");
        file.close();
        QCOMPARE(appendSymbols(file.fileName().toStdString(), {}).error().code,
                 ErrorCode::UnknownFormat);
        QCOMPARE(appendSymbols("/no/such/file", {}).error().code, ErrorCode::FileNotFound);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("something else"));
    }
};

EMBER_TEST(TstAppendSymbols)
#include "tst_appendsymbols.moc"
