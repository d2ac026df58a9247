// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/blockstore.h"
#include "model/core/column.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <fstream>
#include <future>
#include <string>
#include <vector>

using namespace ember::model;

namespace {

using Row = std::array<std::uint64_t, 8>;
using Rows = Column<Index<struct BlockRowTag>, Row>;

constexpr std::size_t rowCount = 1'000'000; // 64 MB

void fill(Rows &rows, std::size_t count)
{
    while (rows.size() < count)
        rows.append(Row{rows.size(), rows.size() + 1});
}

std::uint64_t residentKb()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmRSS:"))
            return std::stoull(line.substr(6));
    }
    return 0;
}

// Mappings of files that have no name any more.
std::size_t mappedFiles()
{
    std::ifstream maps("/proc/self/maps");
    std::size_t count = 0;
    for (std::string line; std::getline(maps, line);)
        count += line.ends_with("(deleted)") ? 1U : 0U;
    return count;
}

// A block may be the last of its file, which goes after it.
void waitForReleases()
{
    for (int round = 0; round < 2; ++round) {
        std::promise<void> end;
        releaseAside([&end] { end.set_value(); });
        end.get_future().wait();
    }
}

class UsedFolder {
public:
    explicit UsedFolder(const QString &path) { BlockStore::useFolder(path.toStdString()); }

    ~UsedFolder() { BlockStore::useFolder({}); }

    UsedFolder(const UsedFolder &) = delete;
    UsedFolder &operator=(const UsedFolder &) = delete;
};

} // namespace

class TstBlockStore : public QObject {
    Q_OBJECT

private slots:
    void columnsInFilesHoldWhatColumnsHold()
    {
        const QTemporaryDir folder;
        const UsedFolder used(folder.path());
        {
            Rows rows;
            fill(rows, rowCount);
            QVERIFY(BlockStore::bytesInFiles()
                    >= rowCount * sizeof(Row) - BlockStore::smallestBlock);
            QVERIFY(QDir(folder.path()).isEmpty()); // nobody else sees the files
            const Rows snapshot = rows;
            BlockStore::unload(0);
            fill(rows, rowCount + 1000);
            snapshot.forEach([](std::size_t number, const Row &row) {
                if (row[0] != number || row[1] != number + 1)
                    QFAIL("another row");
            });
            QCOMPARE(rows.back()[0], std::uint64_t(rowCount + 999));
        }
        waitForReleases();
        QCOMPARE(BlockStore::bytesInFiles(), std::size_t(0));
    }

    void unloadingTakesThemOutOfMemory()
    {
        const QTemporaryDir folder;
        const UsedFolder used(folder.path());
        Rows rows;
        fill(rows, rowCount);
        const auto loaded = residentKb();
        BlockStore::unload(std::size_t(1) << 40U);
        BlockStore::unload(0);
        QCOMPARE_LT(residentKb() + 50'000, loaded);
        QCOMPARE(rows.back()[0], std::uint64_t(rowCount - 1));
    }

    // As of a thousand threads that have hardly begun.
    void smallBlocksShareFiles()
    {
        const QTemporaryDir folder;
        const UsedFolder used(folder.path());
        waitForReleases();
        const auto before = mappedFiles();
        {
            std::vector<Rows> columns(1000);
            for (Rows &rows : columns)
                fill(rows, 2000); // 128 kB
            QVERIFY(BlockStore::bytesInFiles() >= 100'000'000);
            QVERIFY(mappedFiles() < before + 100);
            BlockStore::unload(0);
            columns.resize(500);
            fill(columns.front(), 3000);
            for (const Rows &rows : columns)
                rows.forEach([](std::size_t number, const Row &row) {
                    if (row[0] != number || row[1] != number + 1)
                        QFAIL("another row");
                });
        }
        waitForReleases();
        QCOMPARE(BlockStore::bytesInFiles(), std::size_t(0));
        QCOMPARE(mappedFiles(), before);
    }

    void aFolderThatCannotHoldThemLeavesThemInMemory()
    {
        const UsedFolder used(QStringLiteral("/proc"));
        Rows rows;
        fill(rows, rowCount / 10);
        QCOMPARE(BlockStore::bytesInFiles(), std::size_t(0));
        QCOMPARE(rows.back()[0], std::uint64_t(rowCount / 10 - 1));
    }
};

EMBER_TEST(TstBlockStore)
#include "tst_blockstore.moc"
