// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/message.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <limits>

using namespace ember::model::pprof;
using namespace std::string_literals;

class TstWire : public QObject {
    Q_OBJECT

private slots:
    void whatIsWrittenIsRead()
    {
        WireWriter writer;
        writer.number(1, std::uint64_t(300));
        writer.number(2, std::int64_t(-1));
        writer.bytes(3, "text");
        writer.number(4, std::numeric_limits<std::uint64_t>::max());
        WireReader reader(writer.message());
        WireField field;
        QVERIFY(reader.next(field) && field.number == 1 && field.varint == 300);
        QVERIFY(reader.next(field) && static_cast<std::int64_t>(field.varint) == -1);
        QVERIFY(reader.next(field) && field.type == WireType::Bytes && field.bytes == "text");
        QVERIFY(reader.next(field) && field.varint == std::numeric_limits<std::uint64_t>::max());
        QVERIFY(!reader.next(field));
        QVERIFY(reader.damage() == nullptr);
    }

    void defaultsAreLeftOut()
    {
        WireWriter writer;
        writer.number(1, std::uint64_t(0));
        QVERIFY(writer.message().empty());
        writer.bytes(6, "");
        QCOMPARE(writer.message(), "\x32\0"s);
    }

    void fixedWidthsAreSkipped()
    {
        const std::string message = "\x09"
                                    "12345678\x15"
                                    "1234\x18\x05"s;
        WireReader reader(message);
        WireField field;
        QVERIFY(reader.next(field) && reader.next(field) && reader.next(field));
        QCOMPARE(field.number, std::uint64_t(3));
        QCOMPARE(field.varint, std::uint64_t(5));
    }

    void damageHasItsPlace_data()
    {
        QTest::addColumn<QByteArray>("message");
        QTest::addColumn<QByteArray>("reason");
        QTest::addColumn<bool>("isCut");
        QTest::newRow("length") << QByteArray("\x0a\x05"
                                              "ab")
                                << QByteArray("a field goes beyond the message's end") << true;
        QTest::newRow("number") << QByteArray("\x08\x80")
                                << QByteArray("the message ends within a number") << true;
        QTest::newRow("huge length") << QByteArray("\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01")
                                     << QByteArray("a field goes beyond the message's end") << true;
        QTest::newRow("11 bytes") << QByteArray("\x08") + QByteArray(10, '\xff') + '\x01'
                                  << QByteArray("a number has more than 10 bytes") << false;
        QTest::newRow("group") << QByteArray("\x0b")
                               << QByteArray("a field has an unknown wire type") << false;
        QTest::newRow("field 0") << QByteArray("\x02\x01", 2)
                                 << QByteArray("a field has the number 0") << false;
    }

    void damageHasItsPlace()
    {
        QFETCH(QByteArray, message);
        QFETCH(QByteArray, reason);
        QFETCH(bool, isCut);
        WireReader reader(std::string_view(message.data(), std::size_t(message.size())));
        WireField field;
        QVERIFY(!reader.next(field));
        QCOMPARE(QByteArray(reader.damage()), reason);
        QCOMPARE(reader.isCut(), isCut);
        QVERIFY(!reader.next(field));
    }
};

EMBER_TEST(TstWire)
#include "tst_wire.moc"
