// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/compression/compression.h"
#include "model/formats/formatregistry.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <zlib.h>

#include <bzlib.h>
#include <lzma.h>
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

std::string bzip2(std::string_view content)
{
    std::string source(content);
    std::string packed(content.size() + content.size() / 100 + 600, '\0');
    auto size = static_cast<unsigned>(packed.size());
    BZ2_bzBuffToBuffCompress(packed.data(), &size, source.data(),
                             static_cast<unsigned>(source.size()), 9, 0, 0);
    packed.resize(size);
    return packed;
}

std::string xz(std::string_view content)
{
    std::string packed(lzma_stream_buffer_bound(content.size()), '\0');
    std::size_t size = 0;
    const auto outcome = lzma_easy_buffer_encode(
        LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64, nullptr,
        reinterpret_cast<const std::uint8_t *>(content.data()), content.size(),
        reinterpret_cast<std::uint8_t *>(packed.data()), &size, packed.size());
    packed.resize(outcome == LZMA_OK ? size : 0);
    return packed;
}

// Nothing that a compressor could make smaller.
std::string noise(std::size_t size)
{
    std::string bytes(size, '\0');
    std::uint64_t state = 1;
    for (char &byte : bytes) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        byte = static_cast<char>(state >> 56U);
    }
    return bytes;
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
    void allKindsAreToldApartByTheirFirstBytes()
    {
        QVERIFY(compressionOf(gzip("abc")) == Compression::Gzip);
        QVERIFY(compressionOf(zstandard("abc")) == Compression::Zstd);
        QVERIFY(compressionOf(bzip2("abc")) == Compression::Bzip2);
        QVERIFY(compressionOf(bzip2("")) == Compression::Bzip2);
        QVERIFY(compressionOf(xz("abc")) == Compression::Xz);
        QVERIFY(compressionOf("BZh9 is how this text begins") == Compression::None);
        QVERIFY(compressionOf("{\"abc\":1}") == Compression::None);
        QVERIFY(compressionOf("") == Compression::None);
    }

    void contentComesBackByteForByte()
    {
        std::string content;
        for (std::uint32_t i = 0; i < 700'000; ++i)
            content += static_cast<char>(i * i / 7);
        for (const auto &packed :
             {gzip(content), zstandard(content), bzip2(content), xz(content)}) {
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
        QCOMPARE(outcome(bzip2("one ") + bzip2("two")), "content: one two");
        QCOMPARE(outcome(xz("one ") + std::string(8, '\0') + xz("two")), "content: one two");
        for (const auto &packed : {gzip("one"), bzip2("one"), xz("one")})
            QCOMPARE(outcome(packed + std::string(1000, '\0')), "content: one");
    }

    void everyCutIsCalledTruncated()
    {
        for (const auto &packed : {gzip("some content, some content"), zstandard("abcabcabc"),
                                   bzip2("some content"), xz("some content, some content")}) {
            for (std::size_t size = 6; size < packed.size(); ++size)
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
        QVERIFY(outcome(bzip2("a") + "rubbish").startsWith("SyntaxError: bzip2, byte"));
        QVERIFY(outcome(xz("a") + "rubbish behind it").startsWith("SyntaxError: xz, byte"));
    }

    void aWrongBitAnywhereIsTold()
    {
        const std::string content = "some content, some content";
        for (const auto &whole : {bzip2(content), xz(content)}) {
            for (std::size_t place = 10; place < whole.size(); ++place) {
                auto packed = whole;
                packed[place] = static_cast<char>(packed[place] ^ 1);
                const auto unpacked = decompress("f", packed);
                QVERIFY(!unpacked || unpacked->view() == content);
            }
        }
    }

    void nothingInItIsAnEmptyFile()
    {
        QVERIFY(outcome(gzip("")).startsWith("FileEmpty"));
        QVERIFY(outcome(zstandard("")).startsWith("FileEmpty"));
        QVERIFY(outcome(bzip2("")).startsWith("FileEmpty"));
        QVERIFY(outcome(xz("")).startsWith("FileEmpty"));
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

        // Ten kilobytes of bzip2.
        const auto stream = bzip2(std::string(30'000'000, '\0'));
        std::string smaller;
        for (int i = 0; i < 25; ++i)
            smaller += stream;
        QVERIFY(smaller.size() < 10'000);
        QVERIFY(outcome(smaller).startsWith("FileTooBig"));
    }

    // Neither is anybody's profile; one must not be unpacked to say so, the other need not.
    void whatIsOfNoFormatIsTooBigOnlyIfItIs()
    {
        const auto member = gzip(std::string(7'000'000, '\1'));
        std::string bomb;
        for (int i = 0; i < 100; ++i)
            bomb += member;
        QCOMPARE(openingOf(bomb), "FileTooBig");
        QCOMPARE(openingOf(zstandard(bomb)), "FileTooBig");
        QCOMPARE(openingOf(bomb.substr(0, bomb.size() / 2)), "UnknownFormat");
        QCOMPARE(openingOf(member), "UnknownFormat");
        QCOMPARE(openingOf(zstandard(member)), "UnknownFormat");
    }

    void aDictionaryOfGigabytesIsTooBig()
    {
        // A block's header, behind the 12 bytes of the stream's, has the dictionary's size in a
        // byte behind the filter's number and length: 40 is 4 GiB less one. Its own sum has to
        // agree.
        auto packed = xz("some content");
        constexpr std::size_t header = 12;
        const auto *const bytes = reinterpret_cast<std::uint8_t *>(packed.data()) + header;
        const auto length = std::size_t(bytes[0] + 1U) * 4 - 4;
        const auto filter = packed.find("\x21\x01", header);
        QVERIFY(filter < header + length);
        packed[filter + 2] = 40;
        const auto sum = lzma_crc32(bytes, length, 0);
        for (unsigned byte = 0; byte < 4; ++byte)
            packed[header + length + byte] = static_cast<char>(sum >> (8 * byte));
        QCOMPARE(outcome(packed).left(18), "FileTooBig: xz, by");
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
        QCOMPARE(openingOf(bzip2(heap)), "pprof");
        QCOMPARE(openingOf(xz(heap)), "pprof");
    }

    void aBlockThatIsBiggerThanWhatTellsAFormatOpens()
    {
        std::string stacks = "a;b 1\n";
        const auto random = noise(400'000);
        for (std::size_t start = 0; start < random.size(); start += 40) {
            for (const char byte : random.substr(start, 40))
                stacks += static_cast<char>('0' + (static_cast<unsigned char>(byte) & 63U));
            stacks += ";c 1\n";
        }
        QVERIFY(bzip2(stacks).size() > 128U << 10U);
        for (const auto &packed : {gzip(stacks), zstandard(stacks), bzip2(stacks), xz(stacks)})
            QCOMPARE(openingOf(packed), "collapsed");
    }

    void cutUnknownAndEmptyAreDifferentMessages()
    {
        const auto packed = gzip("nothing that anybody knows");
        QCOMPARE(openingOf(packed), "UnknownFormat");
        QCOMPARE(openingOf(packed.substr(0, packed.size() - 9)), "Truncated");
        QCOMPARE(openingOf(gzip("")), "FileEmpty");
        QCOMPARE(openingOf(gzip(gzip("twice"))), "UnknownFormat");
    }

    void layersAreTakenOff()
    {
        const std::string stacks = "main;a;b 3\nmain;c 4\n";
        QCOMPARE(openingOf(zstandard(gzip(stacks))), "collapsed");
        QCOMPARE(openingOf(gzip(zstandard(gzip(stacks)))), "collapsed");
        const auto fourTimes = gzip(gzip(zstandard(gzip(stacks))));
        QCOMPARE(openingOf(fourTimes), "UnknownFormat");
        const auto damaged = gzip(zstandard(stacks).substr(0, 9));
        QCOMPARE(openingOf(damaged), "Truncated");
    }

    // Each layer is small for the one around it, the last is not for the file.
    void aBombWithinABombIsTooBig()
    {
        std::string stacks;
        while (stacks.size() < 7'000'000)
            stacks += "a;b 1\n";
        const auto member = gzip(stacks);
        std::string bomb;
        for (int i = 0; i < 100; ++i)
            bomb += member;
        const auto packed = gzip(bomb);
        QVERIFY(packed.size() < bomb.size() / 4);
        QCOMPARE(openingOf(packed), "FileTooBig");
    }

    // Each is within the limit, both are in memory at once.
    void twoLayersThatTogetherAreTooBigAreRefused()
    {
        std::string stacks;
        while (stacks.size() < 7'000'000)
            stacks += "a;b 1\n";
        const auto repeated = [](const std::string &member) {
            std::string members;
            for (int i = 0; i < 45; ++i)
                members += member;
            return members;
        };
        // 315 MB that are packed to little, and 315 MB of zeros behind them, which are no member.
        const auto packed =
            gzip(repeated(gzip(stacks))) + repeated(gzip(std::string(stacks.size(), '\0')));
        QVERIFY(decompressedLimit(packed.size()) > 320'000'000U);
        QVERIFY(decompressedLimit(packed.size()) < 630'000'000U);
        QCOMPARE(openingOf(packed), "FileTooBig");
    }
};

EMBER_TEST(TstCompression)
#include "tst_compression.moc"
