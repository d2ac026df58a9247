// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/elfidentity.h"
#include "capture/unwind/tablecache.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace ember::capture;

namespace {

const std::string library = "/lib/x86_64-linux-gnu/libc.so.6";

bool isSame(const UnwindTable &left, const UnwindTable &right)
{
    return TableStorage::toBytes(left) == TableStorage::toBytes(right);
}

} // namespace

class TstTableStorage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void aTableComesBackAsItWas();
    void damagedBytesAreNoTableOrASoundOne();
    void theNextCacheFindsWhatTheLastOneBuilt();
    void aDamagedFileIsBuiltAnew();

private:
    std::shared_ptr<const UnwindTable> tableFrom(const QTemporaryDir &folder) const
    {
        TableCache tables(
            TableCache::defaultByteLimit,
            DiskCache({.folder = folder.path().toStdString(), .version = TableStorage::version}));
        return tables.tableFor(m_image);
    }

    MappedImage m_image;
    UnwindTable m_table;
};

void TstTableStorage::initTestCase()
{
    const auto reader = BinaryReader::open(library);
    if (!reader)
        QSKIP("no C library in Debian's place");
    m_image.path = library;
    m_image.identity = *readFileIdentity(library);
    m_image.buildId = readElfIdentity(*reader)->buildId;
    m_table = *loadUnwindTable(*reader);
    QVERIFY(!m_image.buildId.empty() && m_table.rowCount() > 10000);
}

void TstTableStorage::aTableComesBackAsItWas()
{
    const auto copy = TableStorage::fromBytes(TableStorage::toBytes(m_table));
    QVERIFY(copy.has_value());
    QVERIFY(isSame(*copy, m_table));
    QCOMPARE(copy->rowCount(), m_table.rowCount());
    QCOMPARE(copy->functionCount(), m_table.functionCount());
    std::mt19937_64 random(1);
    for (int i = 0; i < 100000; ++i) {
        const auto address = random() % 0x200000;
        const auto &rule = m_table.find(address);
        QVERIFY(copy->find(address) == rule);
        QVERIFY(copy->saved(copy->find(address)) == m_table.saved(rule));
    }
    QVERIFY(TableStorage::fromBytes(TableStorage::toBytes(UnwindTable()))->isEmpty());
}

// The sanitizers judge what is read through a table that was accepted.
void TstTableStorage::damagedBytesAreNoTableOrASoundOne()
{
    const auto whole = TableStorage::toBytes(m_table);
    for (const std::size_t size :
         {std::size_t(0), std::size_t(7), std::size_t(48), whole.size() - 1})
        QVERIFY(!TableStorage::fromBytes(std::span(whole).first(size)));
    std::mt19937_64 random(2);
    for (int round = 0; round < 300; ++round) {
        auto bytes = whole;
        // Counts most of all.
        const auto place = round % 2 == 0 ? random() % 48 : random() % bytes.size();
        bytes[place] = static_cast<std::byte>(random());
        const auto table = TableStorage::fromBytes(bytes);
        for (std::uint64_t address = 0; table && address < 0x200000; address += 0x1111) {
            const auto &rule = table->find(address);
            (void)table->saved(rule);
            (void)table->expression(rule.value);
        }
    }
}

void TstTableStorage::theNextCacheFindsWhatTheLastOneBuilt()
{
    const QTemporaryDir folder;
    const auto built = tableFrom(folder);
    const auto kept = QDir(folder.path()).entryList(QDir::Files);
    QCOMPARE(kept.size(), 1);
    QVERIFY(kept.front().startsWith(QString::fromStdString(m_image.buildId)));
    // What is kept is what is used: another table under the same name shows it.
    DiskCache({.folder = folder.path().toStdString(), .version = TableStorage::version})
        .store(kept.front().toStdString(), TableStorage::toBytes(UnwindTable()));
    QVERIFY(tableFrom(folder)->isEmpty());
    QVERIFY(isSame(*built, m_table));
}

void TstTableStorage::aDamagedFileIsBuiltAnew()
{
    const QTemporaryDir folder;
    (void)tableFrom(folder);
    QFile file(folder.filePath(QDir(folder.path()).entryList(QDir::Files).value(0)));
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.seek(file.size() / 2));
    QCOMPARE(file.write("damage"), qint64(6));
    file.close();
    QVERIFY(isSame(*tableFrom(folder), m_table));
}

EMBER_TEST(TstTableStorage)
#include "tst_tablestorage.moc"
