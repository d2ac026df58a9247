// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/blockstore.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"

#include <QTemporaryDir>
#include <QTest>

#include <future>
#include <memory>
#include <thread>
#include <vector>

using namespace ember::model;

class TstReleaseAside : public QObject {
    Q_OBJECT

private slots:
    void oneThreadReleasesWhatOthersGiveInTheirOrder()
    {
        std::vector<int> order; // of that thread, until the end
        std::vector<std::thread::id> threads;
        std::promise<void> end;
        for (int number = 0; number < 100; ++number) {
            releaseAside([&, number] {
                order.push_back(number);
                threads.push_back(std::this_thread::get_id());
            });
        }
        releaseAside([&] { end.set_value(); });
        end.get_future().wait();
        QCOMPARE(order.size(), std::size_t(100));
        for (int number = 0; number < 100; ++number)
            QCOMPARE(order[std::size_t(number)], number);
        QVERIFY(threads.front() != std::this_thread::get_id());
        QVERIFY(threads.front() == threads.back());
    }

    void whatAReleaseHoldsMayBeReleasedLikewise()
    {
        std::promise<std::thread::id> end;
        {
            const std::shared_ptr<int> held(new int(1), [&](const int *number) {
                delete number;
                releaseAside([&] { end.set_value(std::this_thread::get_id()); });
            });
            releaseAside([held] {});
        }
        QVERIFY(end.get_future().get() != std::this_thread::get_id());
    }

    // Whoever lets go of a column last does not wait for the system.
    void blocksInFilesGoAside()
    {
        const QTemporaryDir folder;
        BlockStore::useFolder(folder.path().toStdString());
        const auto before = BlockStore::bytesInFiles();
        std::promise<void> mayGoOn;
        releaseAside([waited = mayGoOn.get_future().share()] { waited.wait(); });
        auto large = BlockStore::allocate(std::size_t(8) << 20U);
        auto small = BlockStore::allocate(BlockStore::smallestBlock);
        const auto with = BlockStore::bytesInFiles();
        QVERIFY(with > before);
        large.reset();
        small.reset();
        QCOMPARE(BlockStore::bytesInFiles(), with);
        mayGoOn.set_value();
        EMBER_TRY(BlockStore::bytesInFiles() == before);
        BlockStore::useFolder({});
    }
};

EMBER_TEST(TstReleaseAside)
#include "tst_releaseaside.moc"
