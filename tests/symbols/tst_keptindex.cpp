// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/dwarfunits.h"
#include "capture/symbols/symbolizer.h"
#include "tests/support/testmain.h"
#include "tests/symbols/symboltargets.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace ember::capture;
using namespace ember::model;
using namespace ember::tests;

// What was read of debug info, kept for the next time.
class TstKeptIndex : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        m_paths.cacheFolder = m_folder->filePath(QStringLiteral("cache")).toStdString();
    }

    void theNextSymbolizerFindsTheSame()
    {
        const auto first = everythingIn(symbolTarget("full"));
        QVERIFY(first.contains(QStringLiteral("shapes::innermost(int)")));
        QCOMPARE(keptFiles().size(), 1);
        QCOMPARE(everythingIn(symbolTarget("full")), first);
    }

    void itDoesNotReadTheDebugInfoAgain()
    {
        const auto binary = copyOf("full");
        const auto first = everythingIn(binary);
        // The same build-id, but without abbreviations nothing in the debug info can be read.
        const auto zeros = m_folder->filePath(QStringLiteral("zeros"));
        QFile file(zeros);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(16, '\0'));
        file.close();
        run(QStringLiteral("objcopy"),
            {QStringLiteral("--update-section"), u".debug_abbrev=" + zeros,
             QString::fromStdString(binary)});
        QCOMPARE(everythingIn(binary), first);
        QVERIFY(QDir(QString::fromStdString(m_paths.cacheFolder)).removeRecursively());
        QVERIFY(everythingIn(binary) != first);
    }

    void aBinaryWithoutBuildIdIsNotKept()
    {
        everythingIn(symbolTarget("noid"));
        QCOMPARE(keptFiles().size(), 0);
    }

    void withoutAFolderNothingIsKept()
    {
        const auto folder = std::exchange(m_paths.cacheFolder, {});
        everythingIn(symbolTarget("full"));
        QVERIFY(!QDir(QString::fromStdString(folder)).exists());
    }

    void aDamagedFileIsReadAnew()
    {
        const auto first = everythingIn(symbolTarget("full"));
        QFile file(keptFiles().first());
        QVERIFY(file.open(QIODevice::ReadWrite));
        file.seek(file.size() / 2);
        file.write("damage");
        file.close();
        QCOMPARE(everythingIn(symbolTarget("full")), first);
    }

    // The checksum of the cache holds this back; but then everything depends on it.
    void bytesThatMakeNoSenseAreRefusedOrHarmless()
    {
        const auto file = ElfFile::open(symbolTarget("full"));
        QVERIFY(file.has_value());
        const auto dwarf = DwarfUnits::open(*file);
        QVERIFY(dwarf);
        BinaryUnits units;
        units.ranges = dwarf->ranges();
        units.indices.resize(dwarf->size());
        units.indices[0] = std::make_unique<UnitIndex>(dwarf->readUnit(0));
        const auto whole = toBytes(units);
        QVERIFY(binaryUnitsFromBytes(whole));
        std::mt19937 random(1);
        for (int round = 0; round < 3'000; ++round) {
            auto bytes = whole;
            for (int i = 0; i < 3; ++i)
                bytes[random() % bytes.size()] = std::byte(random() % 256);
            if (round % 3 == 0)
                bytes.resize(random() % bytes.size());
            if (const auto read = binaryUnitsFromBytes(bytes))
                lookInto(*read);
        }
    }

private:
    // All frames at every few bytes of the functions, as text.
    QString everythingIn(const std::string &binary) const
    {
        Symbolizer symbolizer(m_paths);
        QString all;
        const auto start = addressOf(binary, "_init");
        const auto end = addressOf(binary, "_fini");
        for (auto address = start; address < end; address += 3) {
            for (const ResolvedFrame &frame : symbolizer.resolve(keyOf(binary), address)) {
                all +=
                    QStringLiteral("%1 %2 %3:%4:%5 %6\n")
                        .arg(address)
                        .arg(QString::fromStdString(frame.name), QString::fromStdString(frame.file))
                        .arg(frame.line)
                        .arg(frame.column)
                        .arg(frame.functionStart);
            }
        }
        return all;
    }

    static void lookInto(const BinaryUnits &units)
    {
        for (const auto &index : units.indices) {
            for (std::uint64_t address = 0; index && address < 0x4000; address += 7) {
                std::size_t length = index->text(index->placeAt(address).file).size();
                for (const auto *scope = index->scopeAt(address); scope != nullptr;
                     scope = index->outerOf(*scope))
                    length += index->text(scope->name).size();
                QVERIFY(length < 100'000'000);
            }
        }
    }

    QStringList keptFiles() const
    {
        QStringList paths;
        const QDir folder(QString::fromStdString(m_paths.cacheFolder));
        for (const QString &name : folder.entryList(QDir::Files | QDir::Hidden))
            paths << folder.filePath(name);
        return paths;
    }

    std::string copyOf(const char *name) const
    {
        const auto path = m_folder->filePath(QString::fromLatin1(name));
        QFile::copy(QString::fromStdString(symbolTarget(name)), path);
        return path.toStdString();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    SymbolPaths m_paths;
};

EMBER_TEST(TstKeptIndex)
#include "tst_keptindex.moc"
