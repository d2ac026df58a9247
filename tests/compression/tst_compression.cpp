// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/compression/compression.h"
#include "model/formats/formatregistry.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <zlib.h>

#include <zstd.h>

using namespace ember::model;

namespace {

std::string zstandard(std::string_view content)
{
    std::string packed(ZSTD_compressBound(content.size()), '\0');
    const auto size =
        ZSTD_compress(packed.data(), packed.size(), content.data(), content.size(), 3);
    packed.resize(size);
    return packed;
}

std::string gzip(std::string_view content)
{
    return gzipped(content).value();
}

QByteArray outcome(std::string_view bytes)
{
    const auto content = decompress("f", bytes);
    if (content)
        return "content: " + QByteArray(content->view().data(), qsizetype(content->size()));
    return QByteArray(codeName(content.error().code)) + ": "
        + QByteArray::fromStdString(content.error().detail);
}

QByteArray openingOf(const std::string &bytes)
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("profile")));
    if (!file.open(QIODevice::WriteOnly))
        return "cannot write";
    file.write(bytes.data(), qint64(bytes.size()));
    file.close();
    const auto import = builtinFormats().open({file.fileName().toStdString()}, {});
    if (!import)
        return codeName(import.error().code);
    return import->refused.empty() ? QByteArray::fromStdString(import->profiles.front().format)
                                   : QByteArray(codeName(import->refused.front().code));
}

} // namespace

class TstCompression : public QObject {
    Q_OBJECT

private slots:
    void bothKindsAreToldApartByTheirFirstBytes()
    {
        QVERIFY(compressionOf(gzip("abc")) == Compression::Gzip);
        QVERIFY(compressionOf(zstandard("abc")) == Compression::Zstd);
        QVERIFY(compressionOf("{\"abc\":1}") == Compression::None);
        QVERIFY(compressionOf("") == Compression::None);
    }

    void contentComesBackByteForByte()
    {
        std::string content;
        for (std::uint32_t i = 0; i < 700'000; ++i)
            content += static_cast<char>(i * i / 7);
        for (const auto &packed : {gzip(content), zstandard(content)}) {
            const auto unpacked = decompress("f", packed);
            QVERIFY(unpacked.has_value());
            QVERIFY(unpacked->view() == content);
            QCOMPARE(decompressedStart(packed, 100), content.substr(0, 100));
        }
    }

    void membersFollowEachOther()
    {
        QCOMPARE(outcome(gzip("one ") + gzip("two")), "content: one two");
        QCOMPARE(outcome(zstandard("one ") + zstandard("two")), "content: one two");
        QCOMPARE(outcome(gzip("one") + std::string(1000, '\0')), "content: one");
    }

    void everyCutIsCalledTruncated()
    {
        for (const auto &packed : {gzip("some content, some content"), zstandard("abcabcabc")}) {
            for (std::size_t size = 4; size < packed.size(); ++size)
                QVERIFY2(outcome(std::string_view(packed).substr(0, size)).startsWith("Truncated"),
                         outcome(std::string_view(packed).substr(0, size)).constData());
        }
    }

    void damageHasItsPlaceAndReason()
    {
        auto packed = gzip("some content");
        packed[packed.size() - 6] = static_cast<char>(packed[packed.size() - 6] ^ 1);
        QCOMPARE(outcome(packed),
                 QByteArray("SyntaxError: gzip, byte "
                            + QByteArray::number(qsizetype(packed.size()) - 4)
                            + ": incorrect data check"));
        QVERIFY(outcome(gzip("a") + "rubbish").startsWith("SyntaxError: gzip, byte"));
        QVERIFY(outcome(zstandard("a") + "rubbish").startsWith("SyntaxError: zstd, byte"));
    }

    void nothingInItIsAnEmptyFile()
    {
        QVERIFY(outcome(gzip("")).startsWith("FileEmpty"));
        QVERIFY(outcome(zstandard("")).startsWith("FileEmpty"));
    }

    void aBombIsTooBig()
    {
        // A hundred times the same member: 700 MB of zeros in less than a megabyte.
        const auto member = gzip(std::string(7'000'000, '\0'));
        std::string bomb;
        for (int i = 0; i < 100; ++i)
            bomb += member;
        QVERIFY(decompressedLimit(bomb.size()) < 700'000'000U);
        QVERIFY(outcome(bomb).startsWith("FileTooBig"));
    }

    void aStoppedReadingIsCancelled()
    {
        std::stop_source source;
        source.request_stop();
        const auto content = decompress("f", gzip("abc"), source.get_token());
        QVERIFY(!content && content.error().code == ErrorCode::Cancelled);
    }

    void aCompressedFileOfAnyFormatOpens()
    {
        const std::string heap = "heap profile: 1: 8 [1: 8] @ heapprofile\n1: 8 [1: 8] @ 0x10\n";
        QCOMPARE(openingOf(heap), "pprof");
        QCOMPARE(openingOf(gzip(heap)), "pprof");
        QCOMPARE(openingOf(zstandard(heap)), "pprof");
    }

    void cutUnknownAndEmptyAreDifferentMessages()
    {
        const auto packed = gzip("nothing that anybody knows");
        QCOMPARE(openingOf(packed), "UnknownFormat");
        QCOMPARE(openingOf(packed.substr(0, packed.size() - 9)), "Truncated");
        QCOMPARE(openingOf(gzip("")), "FileEmpty");
        QCOMPARE(openingOf(gzip(gzip("twice"))), "UnknownFormat");
    }
};

EMBER_TEST(TstCompression)
#include "tst_compression.moc"
