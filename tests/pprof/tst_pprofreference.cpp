// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/formatregistry.h"
#include "model/formats/pprof/pprofformat.h"
#include "model/query/functionstatistics.h"
#include "model/query/weights.h"
#include "model/tables/fromprofile.h"
#include "model/tables/validate.h"
#include "tests/support/contentof.h"
#include "tests/support/testmain.h"
#include "tests/tables/functiontotals.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>

using namespace ember::model;
using namespace ember::tests;

namespace {

QStringList profilesIn(const QString &folder)
{
    QStringList paths;
    const QDir directory(referenceData(QStringLiteral("rprofile/") + folder));
    for (const QString &name : directory.entryList({QStringLiteral("*.pb.gz")}, QDir::Files))
        paths += directory.filePath(name);
    return paths;
}

Result<Import> opened(const QString &path)
{
    return builtinFormats().open({QFile::encodeName(path).toStdString()}, {});
}

QJsonObject sumsOf(const Profile &profile)
{
    QJsonObject sums;
    for (std::size_t row = 0; row < profile.tables().valueTypes.size(); ++row) {
        const auto &type = profile.tables().valueTypes[ValueTypeIndex(row)];
        double sum = 0;
        for (std::size_t thread = 0; thread < profile.threadCount(); ++thread) {
            const auto &samples = profile.samples(ThreadIndex(thread));
            const SampleWeights weights(samples, ValueTypeIndex(row));
            for (std::size_t sample = 0; sample < samples.size(); ++sample)
                sum += weights[SampleIndex(sample)];
        }
        sums.insert(QString::fromStdString(std::string(profile.text(type.type)) + '/'
                                           + std::string(profile.text(type.unit))),
                    sum);
    }
    return sums;
}

// Self values of the first type, by the name the reference counts by: as the linker has it.
std::map<QString, double> selfOf(const Profile &profile)
{
    std::map<QString, double> functions;
    for (std::size_t thread = 0; thread < profile.threadCount(); ++thread) {
        const auto &samples = profile.samples(ThreadIndex(thread));
        const SampleWeights weights(samples, ValueTypeIndex(0));
        samples.stacks.forEach([&](std::size_t row, StackIndex stack) {
            const auto frame = profile.stack(stack).frame;
            if (stack == emptyStack || !profile.frame(frame).function.isValid())
                return;
            const auto &function = profile.function(profile.frame(frame).function);
            const auto name = function.rawName.isValid() ? function.rawName : function.name;
            functions[QString::fromStdString(std::string(profile.text(name)))] +=
                weights[SampleIndex(row)];
        });
    }
    return functions;
}

std::size_t framesIn(const Profile &profile)
{
    std::size_t frames = 0;
    for (std::size_t thread = 0; thread < profile.threadCount(); ++thread) {
        profile.samples(ThreadIndex(thread)).stacks.forEach([&](std::size_t, StackIndex stack) {
            frames += profile.stack(stack).depth;
        });
    }
    return frames;
}

// What the reference reader makes of a file; "" if it refuses it.
QByteArray referenceReading(const QString &path, const QStringList &arguments)
{
    QProcess go;
    go.start(QStringLiteral("go"),
             QStringList{QStringLiteral("tool"), QStringLiteral("pprof"),
                         QStringLiteral("-symbolize=none")}
                 + arguments + QStringList{path});
    go.waitForFinished(-1);
    return go.exitCode() == 0 ? go.readAllStandardOutput() : QByteArray();
}

// The samples of a -raw report without the numbers of locations, which are anybody's choice.
QByteArray samplesOfRaw(const QByteArray &raw)
{
    const auto start = raw.indexOf("Samples:");
    const auto end = raw.indexOf("Locations");
    QByteArrayList lines;
    for (const QByteArray &line : raw.mid(start, end - start).split('\n')) {
        const auto colon = line.indexOf(':');
        const bool isRecord = colon > 0 && line.trimmed().at(0) != '[' && line.at(0) == ' ';
        lines += isRecord && line.mid(colon).count(' ') > 0 ? line.left(colon)
                + QByteArray::number(line.mid(colon + 1).simplified().split(' ').size())
                                                            : line;
    }
    std::ranges::sort(lines);
    return lines.join('\n').replace("[dflt]", ""); // what we write always names its main type
}

} // namespace

class TstPprofReference : public QObject {
    Q_OBJECT

private slots:
    void everyProfileHasItsKnownTotals()
    {
        const auto expected =
            QJsonDocument::fromJson(
                contentOf(referenceData(QStringLiteral("rprofile/V2_EXPECTED.json"))))
                .object();
        if (expected.isEmpty())
            QSKIP("no reference data");
        for (const char *folder : {"pprof", "pprof_edge", "gperftools", "pkg_fixtures"}) {
            for (const QString &path : profilesIn(QString::fromLatin1(folder))) {
                const auto known = expected.value(QFileInfo(path).fileName()).toObject();
                if (known.isEmpty())
                    continue;
                const auto import = opened(path);
                QVERIFY2(import && import->refused.empty(), qPrintable(path));
                const auto &profile = *import->profiles.front().profile;
                QCOMPARE(int(profile.sampleCount()), known.value(u"samples").toInt());
                QCOMPARE(int(framesIn(profile)), known.value(u"frames").toInt());
                if (!known.value(u"sums").toObject().isEmpty())
                    QCOMPARE(sumsOf(profile), known.value(u"sums").toObject());
                const auto tables = tables::tablesOf(profile).value();
                QCOMPARE(tables::errorSummary(tables::validate(tables)), std::string());
                QCOMPARE(differenceInRows(tables, QFileInfo(path).fileName()), QString());
                auto self = selfOf(profile);
                for (const auto entry : known.value(u"top_self").toArray())
                    QCOMPARE(self[entry.toArray().at(0).toString()],
                             entry.toArray().at(1).toDouble());
            }
        }
    }

    void verdictsAreTheReferenceReaders_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addRow("damaged") << QStringLiteral("pprof_negative");
        QTest::addRow("older formats") << QStringLiteral("google_pprof_testdata");
    }

    void verdictsAreTheReferenceReaders()
    {
        QFETCH(QString, folder);
        const auto verdicts =
            contentOf(referenceData(u"rprofile/expected/"_qs + folder + u".verdict.txt"_qs));
        if (verdicts.isEmpty())
            QSKIP("no reference data");
        int judged = 0;
        for (const QByteArray &line : verdicts.split('\n')) {
            const auto words = line.split(' ');
            const QString path =
                referenceData(u"rprofile/"_qs + folder + u'/' + QString::fromUtf8(words.value(0)));
            if (line.startsWith(' ') || words.size() < 2 || path.isEmpty())
                continue;
            const auto import = opened(path);
            const bool isAccepted = import && import->refused.empty();
            QVERIFY2(isAccepted == (words.at(1) == "OK"), line.constData());
            ++judged;
        }
        QVERIFY(judged > 10);
    }

    void theReferenceReaderSeesTheSameInWhatWeWrite()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("go")).isEmpty())
            QSKIP("no go");
        auto paths = profilesIn(QStringLiteral("pprof")) + profilesIn(QStringLiteral("gperftools"));
        paths += referenceData(QStringLiteral("rprofile/pprof_edge/ok_labels.pb.gz"));
        if (paths.size() < 4)
            QSKIP("no reference data");
        const QTemporaryDir folder;
        for (const QString &path : std::as_const(paths)) {
            const auto import = opened(path);
            const auto file =
                FormatExporter(pprof::format).write({&import->profiles.front().profile, 1}, {});
            QFile copy(folder.filePath(QStringLiteral("copy.pb.gz")));
            QVERIFY(copy.open(QIODevice::WriteOnly));
            copy.write(file->bytes.data(), qint64(file->bytes.size()));
            copy.close();
            for (const auto &type : sumsOf(*import->profiles.front().profile).keys()) {
                const QStringList top{QStringLiteral("-top"), QStringLiteral("-nodefraction=0"),
                                      QStringLiteral("-nodecount=100000"),
                                      QStringLiteral("-sample_index=") + type.section(u'/', 0, 0)};
                auto before = referenceReading(path, top);
                auto after = referenceReading(copy.fileName(), top);
                QVERIFY(!before.isEmpty());
                QCOMPARE(after.mid(after.indexOf("Showing")),
                         before.mid(before.indexOf("Showing")));
            }
            const QStringList raw{QStringLiteral("-raw")};
            QCOMPARE(samplesOfRaw(referenceReading(copy.fileName(), raw)),
                     samplesOfRaw(referenceReading(path, raw)));
        }
    }
};

EMBER_TEST(TstPprofReference)
#include "tst_pprofreference.moc"
