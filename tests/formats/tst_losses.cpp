// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/export/losses.h"
#include "model/formats/formatregistry.h"
#include "model/formats/sentry/files/chunkexport.h"
#include "tests/formats/heldfacts.h"
#include "tests/formats/readfile.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/tables/everyfact.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace ember::model;
using namespace ember::tests;

namespace {

bool isListed(const std::vector<Loss> &losses, std::string_view name)
{
    return std::ranges::any_of(
        losses, [&](const Loss &loss) { return loss.count > 0 && loss.what.starts_with(name); });
}

bool isListed(const std::vector<Loss> &losses, Part part)
{
    // Rprof says which.
    return isListed(losses, partName(part))
        || (part == Part::Values && isListed(losses, "values of the type"));
}

// What is lost and not listed, or listed and not lost. "" if nothing is.
QString mistakes(const Profile &written, const std::vector<ImportedProfile> &read,
                 const std::vector<Loss> &losses)
{
    QStringList mistakes;
    // Rprof has the symbol table's, as their names.
    const auto called = isListed(losses, "names of functions beside those of the symbol table")
        ? Called::ByRawName
        : Called::ByName;
    for (std::size_t row = 0; row < std::size_t(Part::Count); ++row) {
        const auto part = Part(row);
        if (part == Part::NonUtf8Names && called == Called::ByRawName)
            continue;
        const auto facts = factsOf(written, part, called);
        std::set<std::string> again;
        for (const auto &profile : read) {
            again.merge(factsOf(*profile.profile, part));
            if (part == Part::LastDurations)
                again.merge(lastEnds(*profile.profile));
        }
        const auto lost =
            std::ranges::find_if(facts, [&](const auto &fact) { return !again.contains(fact); });
        const auto name = QString::fromUtf8(partName(part).data(), int(partName(part).size()));
        if (lost != facts.end() && !isListed(losses, part) && !isListed(losses, wholeOf(part)))
            mistakes += QStringLiteral("not listed: ") + name + QStringLiteral(": ")
                + QString::fromStdString(*lost);
        if (facts.empty() && isListed(losses, part))
            mistakes += QStringLiteral("listed, though there is nothing: ") + name;
        if (!facts.empty() && lost == facts.end() && isListed(losses, part))
            mistakes += QStringLiteral("listed, though it is there: ") + name;
    }
    return mistakes.join(u'\n');
}

ProfilePointer plainProfile()
{
    ProfileBuilder builder(TimeOrigin::ProfileStart);
    addTextThread(builder, "a a b a\nc d . .\n", "", "");
    return builder.snapshot();
}

ProfilePointer linesOfCode()
{
    ProfileBuilder builder;
    addTextThread(builder,
                  "1700000000000 1700000000010 1700000000020 1700000000030\n"
                  "a:3#f.c a:4#f.c b a\nc!mod d . .\n",
                  "12", "main");
    addTextThread(builder, "1700000000005\nx\n", "13", "other");
    return builder.snapshot();
}

// As R's profiler says it: the last sample lasts as long as the others.
ProfilePointer samplesOfIntervals()
{
    ProfileBuilder builder(TimeOrigin::ProfileStart);
    addTextThread(builder, "0 20 40 60\na a b a\nc d . .\n", "", "");
    addRprofSource(builder, 20'000);
    return builder.snapshot();
}

// Each known by another id, two at one place.
ProfilePointer loadedBinaries()
{
    ProfileBuilder builder(TimeOrigin::ProfileStart);
    addTextThread(builder, "a a b\n", "", "");
    const auto add = [&](const char *debugId, const char *codeId, const char *type) {
        const auto text = [&](const char *content) {
            return *content != '\0' ? builder.string(content) : StringIndex();
        };
        Image image;
        image.process = ProcessIndex(0);
        image.codeFile = text("/usr/bin/demo");
        image.debugId = text(debugId);
        image.codeId = text(codeId);
        image.type = text(type);
        image.address = 0x40000;
        image.size = 0x1000;
        builder.addImage(image);
    };
    add("", "4567", "");
    add("", "89ab", "");
    add("", "cdef", "elf");
    add("0123", "", "");
    return builder.snapshot();
}

ProfilePointer profileOf(const char *name)
{
    const std::string_view wanted = name;
    if (wanted == "every fact")
        return profileWithEveryFact();
    if (wanted == "values")
        return profileOfValues();
    if (wanted == "intervals")
        return samplesOfIntervals();
    if (wanted == "binaries")
        return loadedBinaries();
    return wanted == "lines" ? linesOfCode() : plainProfile();
}

} // namespace

// What a format cannot hold is listed, what is listed is not held, and the rest comes back.
class TstLosses : public QObject {
    Q_OBJECT

private slots:
    void whatIsNotListedComesBack_data()
    {
        QTest::addColumn<QByteArray>("format");
        QTest::addColumn<QByteArray>("profile");
        QTest::addColumn<bool>("isEach");
        for (const auto &exporter : builtinFormats().exporters()) {
            const auto format = exporter->format();
            if (format == "html") // is not read
                continue;
            const QByteArray name(format.data(), int(format.size()));
            for (const char *profile :
                 {"every fact", "values", "lines", "plain", "intervals", "binaries"}) {
                for (const bool isEach : {false, true})
                    QTest::addRow("%s, %s%s", name.constData(), profile, isEach ? ", each" : "")
                        << name << QByteArray(profile) << isEach;
            }
        }
    }

    void whatIsNotListedComesBack()
    {
        QFETCH(QByteArray, format);
        QFETCH(QByteArray, profile);
        QFETCH(bool, isEach);
        const auto original = profileOf(profile.constData());
        ExportOptions options;
        options.samples = isEach ? Samples::Each : Samples::Summed;
        const auto written =
            builtinFormats().exporterOf(format.toStdString())->write({&original, 1}, options);
        if (!written) {
            QCOMPARE(written.error().code, ErrorCode::FormatCannotHold);
            QVERIFY(profile == "values");
            return;
        }
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("file")).toStdString();
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(written->bytes.data(), qint64(written->bytes.size()));
        file.close();
        const auto import = builtinFormats().open({path}, {});
        QVERIFY(import.has_value());
        QVERIFY(import->refused.empty());
        QCOMPARE(mistakes(*original, import->profiles, written->losses), QString());
    }

    void whatChunksCannotHoldIsListed()
    {
        const auto original = profileWithEveryFact();
        const auto losses = sentry::lossesOfChunks({&original, 1});
        for (const auto part :
             {Part::ThreadLives, Part::ThreadChanges, Part::ProcessIds, Part::ProcessNames,
              Part::Executables, Part::ProcessRuns, Part::Values, Part::Labels, Part::States,
              Part::Inlining, Part::NonUtf8Names, Part::StartLines, Part::Output, Part::Events,
              Part::Statistics, Part::MainThreads, Part::SourceFacts})
            QVERIFY2(isListed(losses, part), partName(part).data());
        const auto plain = plainProfile();
        QVERIFY(sentry::lossesOfChunks({&plain, 1}).empty());
    }

    void chunksOfChunksLoseNothing()
    {
        const QTemporaryDir folder;
        const auto original = linesOfCode();
        const auto path = folder.filePath(QStringLiteral("c.json")).toStdString();
        QVERIFY(sentry::exportChunks({&original, 1}, {}, path));
        const auto import = builtinFormats().open({path}, {});
        QVERIFY(import.has_value());
        QCOMPARE(import->profiles.size(), std::size_t(1));
        QStringList lost;
        for (const auto &loss : sentry::lossesOfChunks({&import->profiles.front().profile, 1}))
            lost += QString::fromStdString(loss.what);
        QCOMPARE(lost, QStringList());
    }
};

EMBER_TEST(TstLosses)
#include "tst_losses.moc"
