// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/text.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/samplefeed.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <limits>

using namespace ember::model;
using namespace ember::model::capturelog;

class TstFraming : public QObject {
    Q_OBJECT

private slots:
    void checksumsAreThoseOfTheStandard()
    {
        QCOMPARE(crc32c("123456789"), 0xe3069283U);
        QCOMPARE(crc32c(std::string(32, '\0')), 0x8a9136aaU); // RFC 3720 B.4
        QCOMPARE(crc32c(std::string(32, '\xff')), 0x62a8ab43U);
        QCOMPARE(crc32c("56789", crc32c("1234")), 0xe3069283U);
    }

    void numbersComeBackAsTheyWere()
    {
        ByteWriter writer;
        const std::array<std::uint64_t, 6> numbers{
            0, 127, 128, 300, 1ULL << 32U, std::numeric_limits<std::uint64_t>::max()};
        const std::array<std::int64_t, 5> signedNumbers{0, -1, 63,
                                                        std::numeric_limits<std::int64_t>::min(),
                                                        std::numeric_limits<std::int64_t>::max()};
        for (const auto number : numbers)
            writer.varint(number);
        for (const auto number : signedNumbers)
            writer.signedVarint(number);
        writer.number(-0.1);
        writer.text("text");
        ByteReader reader(writer.view());
        for (const auto number : numbers)
            QCOMPARE(reader.varint(), number);
        for (const auto number : signedNumbers)
            QCOMPARE(reader.signedVarint(), number);
        QCOMPARE(reader.number(), -0.1);
        QCOMPARE(reader.text(), std::string_view("text"));
        QVERIFY(reader.atEnd() && !reader.hasFailed());
    }

    void readingPastTheEndFailsAndYieldsZeros()
    {
        for (const std::string_view bytes :
             {std::string_view("\x80", 1),
              std::string_view("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", 10)}) {
            ByteReader reader(bytes);
            QCOMPARE(reader.varint(), std::uint64_t(0));
            QVERIFY(reader.hasFailed() && reader.atEnd());
        }
        ByteReader text(std::string_view("\x05"
                                         "abc"));
        QVERIFY(text.text().empty() && text.hasFailed());
    }

    void aRecordIsReadBackAndItsDamageSeen()
    {
        std::string bytes;
        appendRecord(bytes, RecordType::Event, "payload");
        const auto whole = scanRecord(bytes);
        QCOMPARE(whole.state, ScanState::Record);
        QCOMPARE(whole.record.type, RecordType::Event);
        QCOMPARE(whole.record.payload, std::string_view("payload"));
        QCOMPARE(whole.record.bytes, bytes.size());
        for (std::size_t size = 0; size < bytes.size(); ++size)
            QCOMPARE(scanRecord(std::string_view(bytes).substr(0, size)).state,
                     ScanState::Incomplete);
        for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
            auto damaged = bytes;
            damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
            QVERIFY(scanRecord(damaged).state != ScanState::Record);
        }
    }

    void aPageOfZerosIsNoRecord()
    {
        QCOMPARE(scanRecord(std::string(4096, '\0')).state, ScanState::Corrupt);
    }

    void aHeaderSaysWhatIsWrongWithIt()
    {
        QCOMPARE(checkFileHeader("f", fileHeader()).value(), HeaderState::Good);
        QCOMPARE(checkFileHeader("f", "EMBERL").value(), HeaderState::Incomplete);
        QCOMPARE(checkFileHeader("f", "EMBRELOG").error().code, ErrorCode::UnknownFormat);
        auto newer = fileHeader();
        newer[8] = 9;
        QCOMPARE(checkFileHeader("f", newer).error().code, ErrorCode::UnsupportedVersion);
        auto damaged = fileHeader();
        damaged[13] = 1;
        QCOMPARE(checkFileHeader("f", damaged).error().code, ErrorCode::SyntaxError);
        QCOMPARE(checkFileHeader("f", damaged).error().subject, std::string("f"));
    }

    void whatIsNoUtf8IsReplaced()
    {
        QCOMPARE(validUtf8("grün 火 🔥"), std::string("grün 火 🔥"));
        QCOMPARE(validUtf8("a\xff"
                           "b"),
                 std::string("a\xEF\xBF\xBD"
                             "b"));
        QCOMPARE(validUtf8("\xC0\xAF"), std::string("\xEF\xBF\xBD\xEF\xBF\xBD")); // too long
        QCOMPARE(validUtf8("\xED\xA0\x80"), std::string("\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"));
        QCOMPARE(validUtf8("\xE7\x81"), std::string("\xEF\xBF\xBD\xEF\xBF\xBD")); // cut
    }

    void quantilesAreAtMostThreePercentHigh()
    {
        DurationQuantiles quantiles;
        QCOMPARE(quantiles.quantile(0.5).count(), std::int64_t(0));
        for (int value = 1; value <= 10000; ++value)
            quantiles.add(Nanoseconds(value * 10));
        const auto isNear = [&](double share, double wanted) {
            const auto value = static_cast<double>(quantiles.quantile(share).count());
            return value >= wanted && value <= wanted * 1.032;
        };
        QVERIFY(isNear(0.50, 50000));
        QVERIFY(isNear(0.99, 99000));
        QVERIFY(isNear(1.00, 100000));
        quantiles.add(Nanoseconds::max());
        QVERIFY(quantiles.quantile(1.0).count() > 1'000'000'000);
    }
};

EMBER_TEST(TstFraming)
#include "tst_framing.moc"
