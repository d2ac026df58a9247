// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/cache/diskcache.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <string>

using namespace ember::capture;

namespace {

std::vector<std::byte> bytesOf(std::string_view text)
{
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

} // namespace

class TstDiskCache : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    void whatIsStoredIsThereForTheNext()
    {
        cache().store("key", bytesOf("some bytes"));
        cache().store("empty", {});
        QCOMPARE(cache().load("key"), bytesOf("some bytes"));
        QCOMPARE(cache().load("empty"), bytesOf(""));
        QVERIFY(!cache().load("other"));
        cache().store("key", bytesOf("newer"));
        QCOMPARE(cache().load("key"), bytesOf("newer"));
    }

    void anotherVersionIsAbsent()
    {
        cache(1).store("key", bytesOf("old shape"));
        QVERIFY(!cache(2).load("key"));
    }

    void damageIsAbsence()
    {
        cache().store("key", bytesOf("a content of some length"));
        QFile file(path(QStringLiteral("key")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto whole = file.readAll();
        file.close();
        for (qsizetype at = 0; at < whole.size(); ++at) {
            write(whole.left(at));
            QVERIFY2(!cache().load("key"), "cut off");
            auto damaged = whole;
            damaged[at] = char(damaged[at] ^ 0x10);
            write(damaged);
            const bool isReserved = at >= 12 && at < 16;
            QCOMPARE(cache().load("key").has_value(), isReserved);
        }
        write(whole + 'x');
        QVERIFY(!cache().load("key"));
        write(whole);
        QVERIFY(cache().load("key"));
    }

    void theLeastRecentlyUsedGoesFirst()
    {
        const std::string content(1'000, 'x');
        const auto small = cache(1, 4'000);
        for (const char *key : {"a", "b", "c"}) {
            small.store(key, bytesOf(content));
            setAge(QString::fromLatin1(key), key[0] == 'a' ? 300 : 200 - key[0]);
        }
        QVERIFY(small.load("a")); // used now
        small.store("d", bytesOf(content));
        QVERIFY(small.load("a"));
        QVERIFY(small.load("c"));
        QVERIFY(small.load("d"));
        QVERIFY(!small.load("b"));
        small.store("huge", bytesOf(std::string(5'000, 'x')));
        QVERIFY(!small.load("huge"));
        QVERIFY(small.load("d"));
    }

    void keysCannotLeaveTheFolder()
    {
        const auto inner = DiskCache({.folder = path(QStringLiteral("inner")).toStdString()});
        for (const char *key : {"", ".", "../out", "a/b", ".hidden", "a b"}) {
            inner.store(key, bytesOf("x"));
            QVERIFY(!inner.load(key));
        }
        QCOMPARE(QDir(m_folder->path())
                     .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot)
                     .size(),
                 0);
    }

    void withoutAPlaceNothingIsKept()
    {
        for (const char *folder : {"", "/proc/nowhere", "/dev/null"}) {
            const DiskCache nowhere({.folder = folder});
            nowhere.store("key", bytesOf("x"));
            QVERIFY(!nowhere.load("key"));
        }
    }

private:
    DiskCache cache(std::uint32_t version = 1, std::uint64_t limit = 1'000'000) const
    {
        return DiskCache({m_folder->path().toStdString(), version, limit});
    }

    QString path(const QString &name) const { return m_folder->filePath(name); }

    void write(const QByteArray &content) const
    {
        QFile file(path(QStringLiteral("key")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }

    void setAge(const QString &key, int seconds) const
    {
        QFile file(path(key));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(-seconds),
                                 QFileDevice::FileModificationTime));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

EMBER_TEST(TstDiskCache)
#include "tst_diskcache.moc"
