// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/compression/compression.h"
#include "model/formats/formatregistry.h"
#include "tests/formats/readfile.h"
#include "tests/support/chunkgenerator.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <fstream>
#include <utility>

using namespace ember::model;
using namespace ember::tests;

namespace {

QString formatOf(const QString &path)
{
    const auto import = builtinFormats().open({QFile::encodeName(path).toStdString()}, {});
    if (!import->refused.empty())
        return QString::fromLatin1(codeName(import->refused.front().code));
    return QString::fromStdString(import->profiles.front().format);
}

// A file of these bytes.
class Written {
public:
    explicit Written(const std::string &bytes)
    {
        std::ofstream(m_folder.filePath(QStringLiteral("file")).toStdString(), std::ios::binary)
            << bytes;
    }

    Result<Import> open() const
    {
        return builtinFormats().open({m_folder.filePath(QStringLiteral("file")).toStdString()}, {});
    }

private:
    QTemporaryDir m_folder;
};

// Its format, or "Code: detail".
QString openingOf(const std::string &bytes)
{
    const auto import = Written(bytes).open();
    if (import->refused.empty())
        return QString::fromStdString(import->profiles.front().format);
    const auto &error = import->refused.front();
    return QStringLiteral("%1: %2").arg(QString::fromLatin1(codeName(error.code)),
                                        QString::fromStdString(error.detail));
}

// Words of other formats, deeper down, and more text than a first look takes in.
std::string withMembersBefore(std::string document)
{
    const auto others = json("'a':{'b':{'profiler_id':1,'traceEvents':[],'samples':[],'nodes':[],"
                             "'stack_id':0,'preprocessedProfileVersion':1}},'text':'profiler_id'");
    const auto filling = ",\"filling\":\"" + std::string(70'000, 'x') + "\",";
    return document.insert(document.find('{') + 1, others + filling);
}

std::string deepStack(std::size_t frames)
{
    std::string line;
    for (std::size_t frame = 0; frame < frames; ++frame)
        line += "deep;";
    return line + "f 1\n";
}

} // namespace

class TstDetection : public QObject {
    Q_OBJECT

private slots:
    // The open dialog lists what rooms say of their files.
    void formatsNameTheirFiles()
    {
        const auto patterns = builtinFormats().patterns();
        for (const char *const pattern :
             {"*.ember", "*.json", "*.envelope", "*.rds", "*.pb", "*.pprof", "*.prof", "*.heap",
              "*.Rprof", "*.out", "*.speedscope", "*.cpuprofile", "*.out.*", "*.folded",
              "*.collapsed", "*.gz", "*.zst", "*.bz2", "*.xz"})
            QCOMPARE(std::ranges::count(patterns, std::string_view(pattern)), std::ptrdiff_t(1));
        for (const auto &exporter : builtinFormats().exporters())
            QVERIFY(!exporter->extensions().empty());
    }

    void whatIsWrittenIsReadAsThatFormatUnderAnyName()
    {
        const QTemporaryDir folder;
        const auto profile = textProfile("a a b\nc . .\n");
        for (const auto &exporter : builtinFormats().exporters()) {
            const auto written = exported(*exporter, profile);
            QVERIFY(!written.bytes.empty());
            if (exporter->format() == "html") // is not read
                continue;
            for (const char *name : {"profile", "profile.json", "profile.txt"}) {
                QFile file(folder.filePath(QString::fromLatin1(name)));
                QVERIFY(file.open(QIODevice::WriteOnly));
                file.write(written.bytes.data(), qint64(written.bytes.size()));
                file.close();
                QCOMPARE(formatOf(file.fileName()),
                         QString::fromStdString(std::string(exporter->format())));
            }
        }
    }

    void samplesAreNotSentrysAlone()
    {
        QCOMPARE(openingOf(json("{'nodes':[{'id':1,'callFrame':{'functionName':'(root)','scriptId':"
                                "'0','url':'','lineNumber':-1,'columnNumber':-1},'children':[2]},"
                                "{'id':2,'callFrame':{'functionName':'f','scriptId':'1','url':"
                                "'a.js','lineNumber':0,'columnNumber':0}}],'startTime':1000,"
                                "'endTime':4000,'samples':[2,2],'timeDeltas':[1000,1000]}")),
                 QStringLiteral("cpuprofile"));
        QCOMPARE(openingOf(json("{'traceEvents':[{'name':'a','ph':'X','ts':1,'dur':5,'pid':1,"
                                "'tid':1,'args':{'samples':3}}]}")),
                 QStringLiteral("chrometrace"));
    }

    void whereAMemberStandsDoesNotMatter()
    {
        const auto profile = textProfile("a a b\nc . .\n");
        const std::string cpuProfile = json(
            "{'nodes':[{'id':1,'callFrame':{'functionName':'(root)','scriptId':'0','url':'',"
            "'lineNumber':-1,'columnNumber':-1},'children':[2]},{'id':2,'callFrame':"
            "{'functionName':'f','scriptId':'1','url':'a.js','lineNumber':1,'columnNumber':2}}],"
            "'startTime':0,'endTime':20,'samples':[2,2],'timeDeltas':[10,10]}");
        std::vector<std::pair<std::string, std::string>> files{
            {"sentry-v2", generateChunk(ChunkContent::Samples, 20'000)},
            {"cpuprofile", cpuProfile}};
        for (const char *format : {"speedscope", "chrometrace", "firefox"})
            files.emplace_back(format,
                               exported(*builtinFormats().exporterOf(format), profile).bytes);
        for (const auto &[format, bytes] : files) {
            QCOMPARE(openingOf(bytes), QString::fromStdString(format));
            QCOMPARE(openingOf(withMembersBefore(bytes)), QString::fromStdString(format));
            QCOMPARE(openingOf(gzipped(withMembersBefore(bytes)).value()),
                     QString::fromStdString(format));
        }
    }

    void wordsOfChunksInATraceAreItsOwn()
    {
        for (const char *member : {"'samples':[]", "'args':{'samples':3}", "'name':'samples'",
                                   "'stack_id':1", "'profiler_id':1", "'chunk_id':2"}) {
            const std::string event = "{'name':'a','ph':'X','ts':1,'dur':5,'pid':1,'tid':1,";
            QCOMPARE(openingOf(json("{'traceEvents':[" + event + member + "}]}")),
                     QStringLiteral("chrometrace"));
            QCOMPARE(openingOf(json("[" + event + member + "}]")), QStringLiteral("chrometrace"));
        }
        QCOMPARE(openingOf(json("{'traceEvents':[{'name':'a','ph':'X','ts':1}],'samples':[]}")),
                 QStringLiteral("chrometrace"));
    }

    void unknownCutAndDamagedJsonAreDifferentMessages()
    {
        const auto unknown = QStringLiteral(
            "UnknownFormat: JSON without the members of any format this build reads");
        QCOMPARE(openingOf("{}"), unknown);
        QCOMPARE(openingOf(json("{'version':3,'configurePresets':[{'name':'dev'}]}")), unknown);
        QCOMPARE(openingOf("[1, 2]"), unknown);
        QCOMPARE(openingOf(json("{'a':{'profiler_id':1}}")), unknown);
        QCOMPARE(openingOf(json("{'name':'x'")),
                 QStringLiteral("Truncated: JSON, byte 11: the document ends before it tells its "
                                "format"));
        QCOMPARE(openingOf(json("{'name':x}")),
                 QStringLiteral("SyntaxError: JSON, byte 8: expected a value"));
        QCOMPARE(openingOf("{ a { color: red } }"),
                 QStringLiteral("UnknownFormat: byte 0: no format this build reads"));
    }

    void linesMayBeLongerThanTheFirstLook()
    {
        QCOMPARE(openingOf(deepStack(100'000)), QStringLiteral("collapsed"));
        QCOMPARE(openingOf(deepStack(100'000) + "a;b 2\n"), QStringLiteral("collapsed"));
        QCOMPARE(openingOf(std::string(1'500'000, 'f') + ";g 1\n"), QStringLiteral("collapsed"));
        QVERIFY(openingOf(std::string(1'500'000, 'f')).startsWith(QLatin1String("UnknownFormat")));
        QCOMPARE(openingOf("# " + std::string(70'000, 'x') + "\na;b 2\n"),
                 QStringLiteral("collapsed"));
        std::string header;
        for (int line = 0; line < 2000; ++line)
            header += "# a line of the header that perf writes: 123456789\n";
        QCOMPARE(openingOf(header + "a 1 1.0: 10 cycles:\n\t1 f (a)\n\n"),
                 QStringLiteral("perfscript"));
        QVERIFY(openingOf(std::string(100'000, ';')).startsWith(QLatin1String("UnknownFormat")));
        QVERIFY(openingOf(header).startsWith(QLatin1String("UnknownFormat")));
    }

    void textThatLooksLikeAProfileIsNone_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("list") << QByteArray("apples 3\nbananas 5\n");
        QTest::newRow("words") << QByteArray("hello world 42\n");
        QTest::newRow("long list") << QByteArray("foo 1\n").repeated(20'000);
        QTest::newRow("workflow") << QByteArray("version: 1\nname: foo\nevents: push\n");
        QTest::newRow("events") << QByteArray("version: 1\nevents: push\n");
        QTest::newRow("configuration") << QByteArray("cmd: ./a\nname: b\nevents: push\n");
        // To readers of protocol buffers: a message of 32 bytes, all numbers, and another one.
        QTest::newRow("fields") << QByteArray("\n (a(a(a(a(a(a(a(a(a(a(a(a(a(a(a(a").repeated(2);
    }

    void textThatLooksLikeAProfileIsNone()
    {
        QFETCH(QByteArray, text);
        QCOMPARE(openingOf(text.toStdString()),
                 QStringLiteral("UnknownFormat: byte 0: no format this build reads"));
    }

    void aStackFarBehindLinesOfOneFrameTells()
    {
        const auto lines = QByteArray("f 1\n").repeated(20'000).toStdString();
        QCOMPARE(openingOf(lines + "f;g 1\n"), QStringLiteral("collapsed"));
        QCOMPARE(openingOf("# collapsed stacks\nf 1\n"), QStringLiteral("collapsed"));
    }

    void framesInBracketsAreNoJson()
    {
        QCOMPARE(openingOf("[unknown];f 1\n[kernel];g 2\n"), QStringLiteral("collapsed"));
        QCOMPARE(openingOf("{closure};f 1\n{closure};g 2\n"), QStringLiteral("collapsed"));
    }

    void carriageReturnsInJsonAreBlanks()
    {
        for (const char *start : {"", "\xef\xbb\xbf"})
            QCOMPARE(openingOf(start + json("{\r'traceEvents':[{'ph':'X','ts':1,'dur':1}]\r}\r")),
                     QStringLiteral("chrometrace"));
    }

    void aFileOfNothingButAByteOrderMarkIsEmpty()
    {
        QCOMPARE(openingOf("\xef\xbb\xbf"),
                 QStringLiteral("FileEmpty: byte 3: there is nothing but a byte order mark"));
    }

    void aByteOrderMarkIsNoPartOfTheText()
    {
        const std::string mark = "\xef\xbb\xbf";
        const auto profile = textProfile("a a b\nc . .\n");
        std::vector<std::string> files{generateChunk(ChunkContent::Samples, 20'000)};
        for (const char *format : {"speedscope", "chrometrace", "firefox", "rprof", "collapsed"})
            files.push_back(exported(*builtinFormats().exporterOf(format), profile).bytes);
        for (const auto &bytes : files) {
            const auto plain = Written(bytes).open();
            for (const auto &marked : {mark + bytes, gzipped(mark + bytes).value()}) {
                const auto import = Written(marked).open();
                QVERIFY(import->refused.empty());
                QCOMPARE(import->log.findings().size(), plain->log.findings().size());
                QCOMPARE(printed(import), printed(plain));
            }
        }
    }

    // As Windows' shells write what programs print.
    void textInUtf16IsRead()
    {
        const auto utf16 = [](const std::string &text, bool isBig) {
            const QString units = QChar(0xfeff) + QString::fromStdString(text);
            std::string bytes;
            for (const QChar unit : units) {
                const std::array halves{char(unit.cell()), char(unit.row())};
                bytes += halves[isBig ? 1 : 0];
                bytes += halves[isBig ? 0 : 1];
            }
            return bytes;
        };
        const auto profile = textProfile("a b b\n");
        std::vector<std::string> files{"sp\u00e4t;\U0001f525 3\nb;c 1\n"};
        for (const char *format : {"speedscope", "chrometrace", "firefox", "rprof", "collapsed"})
            files.push_back(exported(*builtinFormats().exporterOf(format), profile).bytes);
        std::string large; // more than what is looked at first
        while (large.size() < 200'000)
            large += "main;f" + std::to_string(large.size()) + " 1\n";
        files.push_back(large);
        for (const auto &bytes : files) {
            const auto plain = Written(bytes).open();
            for (const bool isBig : {false, true}) {
                const auto marked = utf16(bytes, isBig);
                for (const auto &file : {marked, gzipped(marked).value()})
                    QCOMPARE(printed(Written(file).open()), printed(plain));
            }
        }
    }

    void whatIsToBeConvertedFirstIsNamed()
    {
        using namespace std::string_literals;
        // Stored, not packed: the header of R's file is to be read in it.
        QCOMPARE(openingOf("PK\3\4\n\0sample.interval=20000\n\"f\" \n"s),
                 QStringLiteral("UnknownFormat: byte 0: a zip archive; unpack it first"));
        QCOMPARE(openingOf("PERFILE2 and so on"),
                 QStringLiteral("UnknownFormat: byte 0: a recording of perf; open what `perf "
                                "script` prints of it"));
        const auto oldMac = QStringLiteral("UnknownFormat: byte %1: lines that end in a carriage "
                                           "return only; save them with line feeds");
        QCOMPARE(openingOf("a;b 1\rc;d 2\r"), oldMac.arg(5));
        QCOMPARE(openingOf("sample.interval=20000\r\"f\" \r"), oldMac.arg(21));
    }

    // Their names tell nothing of their order: they can be shown while they come all the same.
    void chunksAreReadByTime()
    {
        const QTemporaryDir folder;
        std::vector<std::string> paths;
        for (const unsigned minute : {2U, 0U, 3U, 1U}) {
            paths.push_back(folder.filePath(QString::number(minute)).toStdString());
            std::ofstream(paths.back()) << generateChunk(ChunkContent::Samples, 20'000, minute);
        }
        std::vector<Timestamp> starts;
        ImportOptions options;
        options.grown = [&](const ProfilePointer &profile) {
            starts.push_back(profile->timeRange().start);
        };
        const auto import = builtinFormats().open(paths, options);
        QCOMPARE(import->profiles.size(), std::size_t(1));
        QVERIFY(import->profiles.front().hasGrown);
        QVERIFY(!starts.empty());
        QCOMPARE(starts.front(), import->profiles.front().profile->timeRange().start);
        std::ranges::sort(paths);
        QCOMPARE(import->profiles.front().files, paths);
    }

    void findingsOfSeveralFilesSayWhichIsMeant()
    {
        const QTemporaryDir folder;
        const auto write = [&](const char *name, const std::string &bytes) {
            const auto path = folder.filePath(QLatin1String(name)).toStdString();
            std::ofstream(path, std::ios::binary) << bytes;
            return path;
        };
        const auto subjects = [](const std::vector<std::string> &paths) {
            const auto import = builtinFormats().open(paths, {});
            std::vector<std::string> found;
            for (const auto &finding : import ? import->log.findings() : std::vector<Finding>())
                found.push_back(finding.subject);
            return found;
        };
        using Subjects = std::vector<std::string>;
        const auto stacks = write("stacks.txt", "a;b 1\n");
        const auto graph =
            write("graph.out", "# callgrind format\nevents: Ir\nfn=f\n1 1\ntotals: 5\n");
        const auto fine = write("fine.out", "# callgrind format\nevents: Ir\nfn=f\n1 1\n");
        QCOMPARE(subjects({graph}), Subjects{"line 5"});
        QCOMPARE(subjects({stacks, graph}), Subjects{graph + ": line 5"});
        QCOMPARE(subjects({fine, graph}), Subjects{graph + ": line 5"});
        const auto cut = write("cut.txt", "a;b 1\nc;d 1\ne;f\n"); // names its file itself
        QCOMPARE(subjects({cut}), Subjects{cut + ": line 3"});
        QCOMPARE(subjects({stacks, cut}), Subjects{cut + ": line 3"});
        auto absurd = generateChunk(ChunkContent::Samples, 20'000, 1);
        const std::string time = "\"timestamp\":";
        absurd.insert(absurd.find(time) + time.size(), "9999");
        const auto chunk = write("a.json", generateChunk(ChunkContent::Samples, 20'000, 0));
        const auto second = write("b.json", absurd);
        const auto alone = subjects({second});
        QVERIFY(std::ranges::find(alone, "timestamp") != alone.end());
        const auto both = subjects({chunk, second});
        QVERIFY(std::ranges::find(both, second + ": timestamp") != both.end());
    }

    void theLongestEndingChoosesTheExporter()
    {
        const auto nameFor = [](const char *file) {
            const auto *exporter = builtinFormats().exporterFor(file);
            return exporter != nullptr ? std::string(exporter->format()) : std::string();
        };
        QCOMPARE(nameFor("/a/b.pb.gz"), std::string("pprof"));
        QCOMPARE(nameFor("b.speedscope.json"), std::string("speedscope"));
        QCOMPARE(nameFor("b.folded"), std::string("collapsed"));
        QCOMPARE(nameFor("b.json"), std::string());
        QCOMPARE(nameFor("pb.gz"), std::string());
        QVERIFY(builtinFormats().exporterOf("pprof") != nullptr);
        QVERIFY(builtinFormats().exporterOf("nothing") == nullptr);
    }

    void noKnownFileIsTakenForAnother()
    {
        if (referenceData(QString()).isEmpty())
            QSKIP("no reference data");
        const auto all = [](const QString &folder, const QString &pattern) {
            QStringList paths;
            QDirIterator files(referenceData(folder), {pattern}, QDir::Files,
                               QDirIterator::Subdirectories);
            while (files.hasNext())
                paths += files.next();
            return paths;
        };
        for (const QString &path : all(QStringLiteral("sentry/real"), QStringLiteral("*.json")))
            QVERIFY2(formatOf(path) == QLatin1String("sentry-v2") || formatOf(path).contains(u'E')
                         || !formatOf(path).contains(QLatin1String("speedscope")),
                     qPrintable(path + formatOf(path)));
        for (const QString &path : all(QStringLiteral("rprofile/pprof"), QStringLiteral("*.gz")))
            QCOMPARE(formatOf(path), QStringLiteral("pprof"));
        for (const QString &path : all(QStringLiteral("rprofile/v1"), QStringLiteral("*.rds")))
            QCOMPARE(formatOf(path), QStringLiteral("rds"));
        for (const QString &path : all(QStringLiteral("rprofile/rprof"), QStringLiteral("*.out")))
            QCOMPARE(formatOf(path), QStringLiteral("rprof"));
    }
};

EMBER_TEST(TstDetection)
#include "tst_detection.moc"
