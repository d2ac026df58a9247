// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/files.h"
#include "model/formats/export/stagedfiles.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <csignal>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ember::model;

class TstStagedFiles : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void filesGetTheirNamesTogether()
    {
        StagedFiles files(path("out.json"));
        QVERIFY(files.add("one").has_value());
        QVERIFY(files.add("two").has_value());
        QVERIFY(!QFile::exists(m_folder->filePath(QStringLiteral("a"))));
        const std::array names{path("a"), path("b")};
        QVERIFY(files.publish(names).has_value());
        QCOMPARE(entries(), (QStringList{QStringLiteral("a"), QStringLiteral("b")}));
        QCOMPARE(contentOf("a"), QByteArray("one"));
        QCOMPARE(contentOf("b"), QByteArray("two"));
    }

    void whatGotNoNameVanishes()
    {
        {
            StagedFiles files(path("out.json"));
            QVERIFY(files.add("one").has_value());
            QCOMPARE(entries().size(), 1);
        }
        QCOMPARE(entries(), QStringList());
    }

    void anOlderFileIsReplacedWhole()
    {
        write("a", "an older and longer file");
        StagedFiles files(path("a"));
        QVERIFY(files.add("new").has_value());
        QCOMPARE(contentOf("a"), QByteArray("an older and longer file"));
        const std::array names{path("a")};
        QVERIFY(files.publish(names).has_value());
        QCOMPARE(contentOf("a"), QByteArray("new"));
    }

    // Renaming would put a file in the place of /dev/stdout.
    void whatIsNoFileIsNotReplacedNorAnythingBesideIt()
    {
        write("a", "old");
        const auto pipe = path("pipe");
        QCOMPARE(::mkfifo(pipe.c_str(), S_IRUSR | S_IWUSR), 0);
        StagedFiles files(path("a"));
        QVERIFY(files.add("one").has_value());
        QVERIFY(files.add("two").has_value());
        const std::array names{path("a"), pipe};
        const auto published = files.publish(names);
        QVERIFY(!published);
        QCOMPARE(published.error().code, ErrorCode::FileNotWritable);
        QCOMPARE(published.error().subject, pipe);
        QCOMPARE(contentOf("a"), QByteArray("old"));
    }

    // However many there are.
    void aSignalLeavesNoneBehind()
    {
        const pid_t child = ::fork();
        QVERIFY(child >= 0);
        if (child == 0) {
            constexpr int count = 120;
            StagedFiles files(path("out.json"));
            for (int number = 0; number < count; ++number)
                static_cast<void>(files.add("one"));
            ::signal(SIGINT, SIG_DFL); // the test has its own
            removeTemporariesOnSignals();
            if (entries().size() == count)
                ::raise(SIGINT);
            ::_exit(1);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFSIGNALED(status));
        QCOMPARE(WTERMSIG(status), SIGINT);
        QCOMPARE(entries(), QStringList());
    }

    void aFolderThatIsNotThereIsNamed()
    {
        StagedFiles files(path("none/out.json"));
        const auto added = files.add("one");
        QVERIFY(!added);
        QCOMPARE(added.error().code, ErrorCode::FileNotWritable);
        QCOMPARE(added.error().subject, path("none/out.json"));
    }

private:
    std::string path(const char *name) const
    {
        return m_folder->filePath(QString::fromLatin1(name)).toStdString();
    }

    QStringList entries() const { return QDir(m_folder->path()).entryList(QDir::Files); }

    void write(const char *name, const char *content) const
    {
        QFile file(QString::fromStdString(path(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }

    QByteArray contentOf(const char *name) const
    {
        QFile file(QString::fromStdString(path(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

EMBER_TEST(TstStagedFiles)
#include "tst_stagedfiles.moc"
