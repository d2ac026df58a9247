// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rds/unserialize.h"
#include "tests/rds/rdsfile.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <random>

using namespace ember::model;
using namespace ember::tests;

namespace {

// A file in R's text form.
Result<rds::Unserialized> readText(const std::string &words)
{
    return rds::unserialize("A\n2\n262658\n131840\n" + words, {});
}

template<typename Content>
Content rootOf(const Result<rds::Unserialized> &read)
{
    if (!read)
        return {};
    const auto *const content = rds::contentOf<Content>(read->objects[read->root]);
    return content != nullptr ? *content : Content();
}

std::string errorOf(const std::string &words)
{
    const auto read = readText(words);
    return read ? "read" : read.error().detail;
}

// A compact vector of that class: its name, its package and type, then what it was made of.
std::string compact(const std::string &name, const std::string &state)
{
    return "238\n2\n1\n262153\n" + std::to_string(name.size()) + "\n" + name
        + "\n2\n1\n262153\n4\nbase\n2\n13\n1\n13\n254\n" + state + "254\n";
}

} // namespace

// Serializations that nobody's tables are made of, are compact, or are damaged.
class TstRdsInput : public QObject {
    Q_OBJECT

private slots:
    void textsAreUnescapedAndConverted()
    {
        const auto read = readText("16\n6\n262153\n4\na\\040\\\"b\n9\n-1\n262153\n0\n\n"
                                   "16393\n1\n\\344\n32777\n2\n\\303\\244\n9\n1\n\\377\n");
        QStringList texts;
        for (const auto text : rootOf<tables::Texts>(read))
            texts.append(text.isValid()
                             ? QString::fromStdString(std::string(read->objects.text(text)))
                             : QStringLiteral("NA"));
        QCOMPARE(texts,
                 (QStringList{QStringLiteral("a \"b"), QStringLiteral("NA"), QString(),
                              QString(QChar(0xe4)), QString(QChar(0xe4)), QString(QChar(0xfffd))}));
    }

    void numbersOfTheTextFormAreRead()
    {
        const auto reals =
            rootOf<tables::Reals>(readText("14\n6\n0.1\n-1e-300\nNA\nInf\n-Inf\n-0x1.8p+1\n"));
        QCOMPARE(reals.size(), std::size_t(6));
        QCOMPARE(reals[0], 0.1);
        QCOMPARE(reals[1], -1e-300);
        QVERIFY(tables::isNa(reals[2]));
        QVERIFY(std::isinf(reals[3]) && reals[4] == -reals[3]);
        QCOMPARE(reals[5], -3.0);
        QCOMPARE(rootOf<tables::Integers>(readText("13\n2\nNA\n-7\n")),
                 (tables::Integers{tables::naInteger, -7}));
    }

    void compactVectorsAreWhatTheyStandFor()
    {
        QCOMPARE(rootOf<tables::Integers>(readText(compact("compact_intseq", "14\n3\n4\n3\n-1\n"))),
                 (tables::Integers{3, 2, 1, 0}));
        QCOMPARE(rootOf<tables::Reals>(readText(compact("compact_realseq", "14\n3\n2\n0.5\n1\n"))),
                 (tables::Reals{0.5, 1.5}));
        QCOMPARE(rootOf<tables::Integers>(
                     readText(compact("wrap_integer", "19\n2\n13\n1\n5\n13\n2\n1\n0\n"))),
                 (tables::Integers{5}));
        const auto deferred = readText(compact("deferred_string", "2\n14\n2\n1.5\nNA\n13\n1\n0\n"));
        const auto texts = rootOf<tables::Texts>(deferred);
        QCOMPARE(texts.size(), std::size_t(2));
        QCOMPARE(deferred->objects.text(texts[0]), std::string_view("1.5"));
        QVERIFY(!texts[1].isValid());
    }

    void compactVectorsThatExplodeAreRefused()
    {
        for (const char *count : {"1e9", "1e300", "-1", "NA"})
            QVERIFY(errorOf(compact("compact_intseq", std::string("14\n3\n") + count + "\n1\n1\n"))
                        .find("compact sequence")
                    != std::string::npos);
        QCOMPARE(readText(compact("compact_intseq", "14\n3\n1e9\n1\n1\n")).error().code,
                 ErrorCode::FileTooBig);
        QVERIFY(errorOf(compact("compact_intseq", "14\n3\n9\n2147483645\n1\n")).find("32 bits")
                != std::string::npos);
        const auto texts =
            compact("deferred_string",
                    "2\n" + compact("compact_intseq", "14\n3\n1e6\n1\n1\n") + "13\n1\n0\n");
        QVERIFY(errorOf(texts).find("deferred") != std::string::npos);
        QVERIFY(errorOf(compact("mmap_real", "254\n")).find("mmap_real") != std::string::npos);
    }

    void whatIsNoTableIsPassedOver()
    {
        // A list of an environment that refers to itself, a pointer, a structure, bytes, a pair.
        const auto read = readText("19\n5\n4\n0\n254\n254\n254\n511\n22\n254\n254\n"
                                   "66073\n1026\n1\n262153\n1\nx\n13\n1\n3\n254\n"
                                   "24\n2\n0a\nff\n2\n13\n1\n1\n13\n1\n2\n");
        QVERIFY2(read, read ? "" : read.error().detail.c_str());
        QCOMPARE(rds::elementsOf(read->objects[read->root]).size(), std::size_t(5));
    }

    void whichProfileOfAWorkspaceIsReadIsSaid()
    {
        // A pairlist of x and y, each a list of an empty list "meta", and z, NULL.
        const std::string head = "RDX2\nA\n2\n262658\n131840\n";
        const auto variable = [](const std::string &name, const std::string &namesSymbol) {
            return "1026\n1\n262153\n1\n" + name + "\n531\n1\n19\n0\n1026\n" + namesSymbol
                + "16\n1\n262153\n4\nmeta\n254\n";
        };
        const auto x = variable("x", "1\n262153\n5\nnames\n");
        const auto y = variable("y", "767\n"); // the symbol before it once more
        const std::string z = "1026\n1\n262153\n1\nz\n254\n";
        const auto leftOut = [&](const std::string &variables) {
            const auto reading = rds::readTables(head + variables + "254\n", {});
            return reading ? tables::leftOutText(reading->leftOut) : reading.error().detail;
        };
        QCOMPARE(leftOut(x + y + z), std::string("left out: the profile y (read is x)"));
        QCOMPARE(leftOut(x + z), std::string());
    }

    void whateverRStoresIsReadToItsEnd()
    {
        // Environments, calls, functions, complex numbers and R's compact vectors.
        const auto bytes =
            fileBytes(QStringLiteral(EMBER_SOURCE_DIR "/tests/fuzz/corpus/rds/odd.ascii"));
        const auto read = rds::unserialize(bytes.view(), {});
        QVERIFY2(read, read ? "" : read.error().detail.c_str());
        const auto &elements = rds::elementsOf(read->objects[read->root]);
        QCOMPARE(elements.size(), std::size_t(11));
        const auto *const wrapped = rds::contentOf<tables::Reals>(read->objects[elements[0]]);
        QVERIFY(wrapped != nullptr && *wrapped == (tables::Reals{1, 2}));
        const auto *const texts = rds::contentOf<tables::Texts>(read->objects[elements[1]]);
        QVERIFY(texts != nullptr && texts->size() == 5);
        QCOMPARE(read->objects.text(texts->back()), std::string_view("5"));
    }

    void faultsHaveAPlaceAndAReason_data()
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<QByteArray>("reason");
        const auto row = [](const char *name, const char *words, const char *reason) {
            QTest::newRow(name) << QByteArray(words) << QByteArray(reason);
        };
        row("a length beyond the file", "13\n1000000000\n1\n", "1000000000 elements");
        row("a long length", "13\n-1\n1\n1\n5\n", "4294967297 elements");
        row("a negative length", "13\n-2\n", "negative length");
        row("a text beyond the file", "16\n1\n9\n100\nabc\n", "100 elements");
        row("a reference to nothing", "19\n1\n511\n", "a reference to value 1 of 0");
        row("compiled code", "21\n", "type 21");
        row("an unknown type", "99\n", "type 99");
        row("no number", "13\n1\nx\n", "an integer is expected");
        row("the end", "19\n2\n254\n", "ends");
        row("a number that was cut", "16\n1\n2621", "ends within");
        row("a text vector of numbers", "16\n1\n13\n1\n1\n", "is a text");
    }

    void faultsHaveAPlaceAndAReason()
    {
        QFETCH(QByteArray, words);
        QFETCH(QByteArray, reason);
        const auto error = errorOf(words.toStdString());
        QVERIFY2(error.starts_with("rds, byte "), error.c_str());
        QVERIFY2(error.find(reason.toStdString()) != std::string::npos, error.c_str());
    }

    void deepNestingIsRefused()
    {
        std::string words;
        for (int depth = 0; depth < 100'000; ++depth)
            words += "19\n1\n";
        QVERIFY(errorOf(words).find("nested") != std::string::npos);
        std::string attributes;
        for (int depth = 0; depth < 100'000; ++depth)
            attributes += "514\n";
        QVERIFY(errorOf(attributes).find("nested") != std::string::npos);
    }

    void findingsAreNotCountedWithoutEnd()
    {
        std::string bytes = "A\n2\n262658\n131840\n19\n300000\n";
        for (int element = 0; element < 300'000; ++element)
            bytes += "254\n";
        const auto reading = rds::readTables(bytes, {});
        QVERIFY(reading);
        QVERIFY(reading->findings.size() < 200'000);
        QCOMPARE(reading->findings.back().detail,
                 std::string("there are more findings than are listed"));
    }

    void longPairlistsAreNotDeep()
    {
        std::string words;
        for (int cell = 0; cell < 100'000; ++cell)
            words += "2\n254\n";
        QCOMPARE(rootOf<rds::Members>(readText(words + "254\n")).size(), std::size_t(100'000));
    }

    void otherVersionsAreRefused()
    {
        const auto read = rds::unserialize("A\n4\n1\n1\n254\n", {});
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::UnsupportedVersion);
        QVERIFY(!rds::looksSerialized("A\n4\n"));
        QVERIFY(!rds::unserialize("RDX", {}));
        QVERIFY(!rds::unserialize("", {}));
    }

    void damageIsNoHarm()
    {
        const auto folder = referenceData(QStringLiteral("rprofile/v1_rds_encodings"));
        if (folder.isEmpty())
            QSKIP("no reference data");
        std::mt19937 random(7);
        for (const char *name : {"/ascii_v2_plain.rds", "/xdr_v3_plain.rds"}) {
            const auto bytes = fileBytes(folder + QLatin1String(name));
            QVERIFY(readRdsBytes(bytes.view()));
            for (int round = 0; round < 400; ++round) {
                std::string damaged(bytes.view());
                damaged[random() % damaged.size()] = static_cast<char>(random());
                damaged.resize(round % 2 == 0 ? damaged.size() : random() % damaged.size());
                const auto reading = readRdsBytes(damaged);
                QVERIFY(reading || !reading.error().detail.empty());
            }
        }
    }
};

EMBER_TEST(TstRdsInput)
#include "tst_rdsinput.moc"
