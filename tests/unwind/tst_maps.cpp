// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/processimages.h"
#include "capture/procfs/procfiles.h"
#include "capture/procfs/procreader.h"
#include "tests/support/testmain.h"

#include <QScopeGuard>
#include <QTest>

#include <algorithm>
#include <cstring>
#include <sys/resource.h>
#include <sys/sysmacros.h>
#include <unistd.h>

using namespace ember::capture;

namespace {

constexpr std::string_view loadedTwice = "1000-2000 r--p 00000000 08:01 7 /lib/a.so\n"
                                         "2000-3000 r-xp 00001000 08:01 7 /lib/a.so\n"
                                         "3000-4000 rw-p 00002000 08:01 7 /lib/a.so\n"
                                         "4000-5000 rw-p 00000000 00:00 0 \n"
                                         "5000-6000 r--p 00000000 08:01 7 /lib/a.so\n"
                                         "6000-7000 r-xp 00001000 08:01 7 /lib/a.so\n";

} // namespace

class TstMaps : public QObject {
    Q_OBJECT

private slots:
    void aLineHasAllItsParts()
    {
        const auto maps =
            parseMaps("7f0000000000-7f0000021000 r-xp 00001000 fd:02 123456   /usr/lib/a "
                      "b\\012c.so (deleted)\n"
                      "7f0000021000-7f0000022000 rw-s 00000000 00:00 0 \n"
                      "7ffd00000000-7ffd00021000 rw-p 00000000 00:00 0                  [stack]\n");
        QVERIFY(maps.has_value());
        QCOMPARE(maps->size(), std::size_t(3));
        const Mapping &code = maps->front();
        QCOMPARE(code.start, std::uint64_t(0x7f0000000000));
        QCOMPARE(code.end, std::uint64_t(0x7f0000021000));
        QCOMPARE(code.offset, std::uint64_t(0x1000));
        QCOMPARE(code.device, std::uint64_t(makedev(0xfd, 2)));
        QCOMPARE(code.inode, std::uint64_t(123456));
        QCOMPARE(code.path, std::string("/usr/lib/a b\nc.so"));
        QVERIFY(code.isReadable && !code.isWritable && code.isExecutable && !code.isShared);
        QVERIFY(code.isDeleted);
        QVERIFY((*maps)[1].isShared && (*maps)[1].path.empty());
        QCOMPARE((*maps)[2].path, std::string("[stack]"));
        QCOMPARE(findMapping(*maps, 0x7f0000021000), &(*maps)[1]);
        QCOMPARE(findMapping(*maps, 0x7f0000022000), nullptr);
        QCOMPARE(findMapping(*maps, 1), nullptr);
    }

    void brokenLinesAreNamedByNumber()
    {
        for (const auto text :
             {"1000-2000 r-xp 0 08:01 7 /a\nnonsense\n", "1000-2000 r-xp 0 08:01 7 /a\n\n",
              "1000-2000 r-xp 0 08:01 7 /a\n3000-2000 r-xp 0 08:01 7 /a"}) {
            const auto maps = parseMaps(text);
            QVERIFY(!maps.has_value());
            QCOMPARE(maps.error().code, ember::model::ErrorCode::SyntaxError);
            QCOMPARE(maps.error().detail, std::string("line 2"));
        }
    }

    void aFileLoadedTwiceIsTwoGroups()
    {
        const auto maps = parseMaps(loadedTwice);
        const auto groups = groupMappings(*maps);
        QCOMPARE(groups.size(), std::size_t(2));
        QCOMPARE(groups[0].back().end, std::uint64_t(0x4000));
        QCOMPARE(groups[1].front().start, std::uint64_t(0x5000));
        QVERIFY(groups[0].hasCode() && groups[1].hasCode());
    }

    void theMappingsOfASmallBinaryAreOneGroup()
    {
        const auto maps =
            parseMaps("1000-2000 r--p 0 08:01 7 /bin/a\n2000-3000 r-xp 0 08:01 7 /bin/a\n"
                      "3000-4000 r--p 0 08:01 7 /bin/a\n4000-5000 rw-p 0 08:01 7 /bin/a\n");
        QCOMPARE(groupMappings(*maps).size(), std::size_t(1));
    }

    void aPieceMappedTwiceIsTwoGroups()
    {
        const auto maps =
            parseMaps("10000-20000 r-xp 8000 08:01 7 /bin/a\n20000-30000 rwxp 0 00:00 0 \n"
                      "30000-40000 r-xp 8000 08:01 7 /bin/a\n");
        const auto groups = groupMappings(*maps);
        QCOMPARE(groups.size(), std::size_t(2));
        QCOMPARE(groups[0].back().end, std::uint64_t(0x20000));
    }

    void segmentsMayShareAPage()
    {
        const auto maps = parseMaps(
            "10000-20000 r-xp 8000 08:01 7 /bin/a\n20000-30000 rw-p 17000 08:01 7 /bin/a\n");
        QCOMPARE(groupMappings(*maps).size(), std::size_t(1));
    }

    void anonymousMemoryInsideABinaryBelongsToIt()
    {
        const auto maps =
            parseMaps("1000-2000 r--p 0 08:01 7 /bin/a\n2000-3000 r-xp 0 00:00 0 \n"
                      "3000-4000 r-xp 2000 08:01 7 /bin/a\n4000-5000 rw-p 0 00:00 0 \n");
        const auto groups = groupMappings(*maps);
        QCOMPARE(groups.size(), std::size_t(1));
        QCOMPARE(groups.front().back().end, std::uint64_t(0x4000));
    }

    void codeThatWasCopiedToLargePagesIsABinarysStill()
    {
        const auto maps = parseMaps("1000-2000 r--p 0 08:01 7 /bin/a\n2000-3000 r-xp 0 00:00 0 \n"
                                    "3000-4000 r--p 2000 08:01 7 /bin/a\n"
                                    "5000-6000 r--p 0 08:01 8 /data\n6000-7000 r-xp 0 00:00 0 \n");
        const auto groups = groupMappings(*maps);
        QCOMPARE(groups.size(), std::size_t(2));
        QVERIFY(groups[0].hasCode());
        QVERIFY(!groups[1].hasCode()); // that code lies behind it
    }

    void thisProcessHasItsImages()
    {
        const auto maps = readMaps(::getpid());
        QVERIFY(maps.has_value());
        ImageReader reader;
        const auto images = reader.imagesFromMaps(::getpid(), *maps);
        QVERIFY(std::ranges::is_sorted(images, {}, &MappedImage::start));
        const auto here = reinterpret_cast<std::uint64_t>(&TstMaps::registered);
        const auto executable = readExecutable(::getpid());
        const auto own = std::ranges::find_if(images, [&](const MappedImage &image) {
            return image.start <= here && here < image.end;
        });
        QVERIFY(own != images.end());
        QCOMPARE(own->path, *executable);
        QCOMPARE(own->displayPath, *executable);
        QCOMPARE(own->start, own->bias); // linked at zero
        const auto vdso = std::ranges::find(images, "[vdso]", &MappedImage::displayPath);
        QVERIFY(vdso != images.end() && vdso->memory && !vdso->buildId.empty());
        QVERIFY(reader.imagesFromMaps(::getpid(), *maps) == images);
    }

    // Its process may just end, or this one has too many files open: at another time it can.
    void aFileThatCannotBeOpenedIsReadLater()
    {
        const auto maps = readMaps(::getpid());
        QVERIFY(maps.has_value());
        const auto isInFile = [](const MappedImage &image) { return image.memory == nullptr; };
        rlimit usual{};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &usual), 0);
        ImageReader reader;
        std::vector<MappedImage> images;
        {
            const rlimit none{0, usual.rlim_max};
            QCOMPARE(::setrlimit(RLIMIT_NOFILE, &none), 0);
            const auto restore = qScopeGuard([&] { ::setrlimit(RLIMIT_NOFILE, &usual); });
            images = reader.imagesFromMaps(::getpid(), *maps);
        }
        QVERIFY(std::ranges::none_of(images, isInFile));
        images = reader.imagesFromMaps(::getpid(), *maps);
        const auto executable = readExecutable(::getpid());
        QVERIFY(std::ranges::find(images, *executable, &MappedImage::path) != images.end());
    }

private:
    static void registered() { }
};

EMBER_TEST(TstMaps)
#include "tst_maps.moc"
