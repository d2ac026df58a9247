// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/intake/envelopebody.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <string_view>

using namespace ember::app;

namespace {

struct Outcome {
    std::string content;
    bool isWhole = false;
};

// What comes out of a body that arrives in pieces of this size.
Outcome outcomeOf(std::string_view bytes, std::size_t size)
{
    Outcome outcome;
    ChunkedBody body;
    bool hasNext = true;
    while (hasNext && !bytes.empty()) {
        hasNext = body.take(bytes.substr(0, size), [&](std::string_view part) {
            outcome.content += part;
            return true;
        });
        bytes.remove_prefix(std::min(size, bytes.size()));
    }
    outcome.isWhole = body.isWhole();
    return outcome;
}

constexpr std::string_view wholeBody =
    "5\r\nhello\r\n00A;name=value\r\n, 10 bytes\r\n0\r\nField: x\r\n\r\n";

} // namespace

// Chunked bodies (RFC 9112 §7.1).
class TstChunkedBody : public QObject {
    Q_OBJECT

private slots:
    void chunksAreJoinedWhateverPiecesTheyArriveIn()
    {
        for (std::size_t size = 1; size <= wholeBody.size(); ++size) {
            const auto outcome = outcomeOf(wholeBody, size);
            QVERIFY(outcome.isWhole);
            QCOMPARE(outcome.content, std::string("hello, 10 bytes"));
        }
    }

    void everyCutIsNoticed()
    {
        for (std::size_t length = 0; length < wholeBody.size(); ++length)
            QVERIFY(!outcomeOf(wholeBody.substr(0, length), wholeBody.size()).isWhole);
    }

    void whatIsNoChunkIsRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        for (const char *bytes :
             {"\r\n", "x\r\n", "-1\r\na", "+1\r\na\r\n0\r\n\r\n", "0x1\r\na\r\n0\r\n\r\n",
              " 1\r\na\r\n0\r\n\r\n", "1\na\r\n0\r\n\r\n", "1\r\nab\r\n0\r\n\r\n",
              "1\r\na\n0\r\n\r\n", "10000000000000000\r\na", "1\r\na\r\n0\r\nField: x\n\r\n"})
            QTest::newRow(QByteArray(bytes).toPercentEncoding().constData()) << QByteArray(bytes);
    }

    void whatIsNoChunkIsRefused()
    {
        QFETCH(QByteArray, bytes);
        ChunkedBody body;
        QVERIFY(!body.take(bytes.toStdString(), [](std::string_view) { return true; }));
        QVERIFY(!body.isWhole());
    }

    void linesAreLimited()
    {
        const std::string line = "1;" + std::string(5'000, 'a') + "\r\na\r\n0\r\n\r\n";
        QVERIFY(!outcomeOf(line, line.size()).isWhole);
    }

    void whoEndsItGetsNoMore()
    {
        ChunkedBody body;
        int calls = 0;
        const auto end = [&](std::string_view) {
            ++calls;
            return false;
        };
        QVERIFY(!body.take("1\r\na\r\n1\r\nb\r\n0\r\n\r\n", end));
        QVERIFY(!body.take("1\r\na\r\n", end));
        QCOMPARE(calls, 1);
        QVERIFY(!body.isWhole());
    }
};

EMBER_TEST(TstChunkedBody)
#include "tst_chunkedbody.moc"
