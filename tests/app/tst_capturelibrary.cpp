// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recording/capturesaver.h"
#include "app/recording/librarydialog.h"
#include "app/session/capturelibrary.h"
#include "tests/app/sandbox.h"
#include "tests/support/testmain.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <fcntl.h>
#include <unistd.h>

using namespace ember::app;
using ember::tests::Sandbox;

namespace {

CaptureFolder makeCapture(const CaptureLibrary &library, int bytes,
                          const QString &program = QStringLiteral("true"))
{
    LaunchCommand command;
    command.program = program;
    const auto folder = library.create(command);
    if (!folder)
        qFatal("no folder");
    QFile log(folder->logPath());
    if (!log.open(QIODevice::WriteOnly) || log.write(QByteArray(bytes, 'x')) != bytes)
        qFatal("no log");
    return *folder;
}

// Reads the control FIFO as a recorder does.
class RunningRecorder {
public:
    explicit RunningRecorder(const CaptureFolder &folder)
        : m_control(::open(QFile::encodeName(folder.controlPath()).constData(), O_RDWR | O_CLOEXEC))
    {
    }

    ~RunningRecorder() { ::close(m_control); }

    RunningRecorder(const RunningRecorder &) = delete;
    RunningRecorder &operator=(const RunningRecorder &) = delete;

private:
    int m_control;
};

} // namespace

class TstCaptureLibrary : public QObject {
    Q_OBJECT
private slots:
    // What a program is called and does is its user's.
    void nobodyElseLooksIntoCapturesAndTheirCopies()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const CaptureFolder folder = makeCapture(library, 1000, QStringLiteral("own"));
        constexpr auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup
            | QFileDevice::ExeGroup | QFileDevice::ReadOther | QFileDevice::WriteOther
            | QFileDevice::ExeOther;
        for (const QString &path : {folder.infoPath(), folder.path(), CaptureLibrary::defaultRoot(),
                                    QFileInfo(CaptureLibrary::defaultRoot()).path()})
            QVERIFY2(!(QFile::permissions(path) & others), qPrintable(path));
        const QString copy = sandbox.path(QStringLiteral("copy.ember"));
        QVERIFY(copyFile(folder.logPath(), copy, {}));
        QVERIFY(!(QFile::permissions(copy) & others));
        QFile::setPermissions(copy, QFile::permissions(copy) | QFileDevice::ReadGroup);
        QVERIFY(copyFile(folder.logPath(), copy, {})); // over a file that is there
        QVERIFY(QFile::permissions(copy) & QFileDevice::ReadGroup);
    }

    void capturesAreListedNewestFirst()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const CaptureFolder first = makeCapture(library, 1000, QStringLiteral("first"));
        const CaptureFolder second = makeCapture(library, 10, QStringLiteral("second"));
        const auto captures = library.list();
        QCOMPARE(captures.size(), 2);
        QCOMPARE(captures[0].folder, second);
        QCOMPARE(captures[1].folder, first);
        QCOMPARE(captures[1].title(), QStringLiteral("first"));
        QVERIFY(captures[1].bytes >= 1000);
        QVERIFY(!captures[0].isRecording);
        QVERIFY(!captures[0].isOpen);
    }

    void aNameIsKept()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const CaptureFolder folder = makeCapture(library, 1);
        QVERIFY(library.rename(folder, QStringLiteral("  before the fix ")));
        QCOMPARE(library.list().first().title(), QStringLiteral("before the fix"));
    }

    void theOldestWithoutANameGoFirst()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const CaptureFolder named = makeCapture(library, 4000);
        QVERIFY(library.rename(named, QStringLiteral("keep me")));
        const CaptureFolder oldest = makeCapture(library, 4000);
        const CaptureFolder newest = makeCapture(library, 4000);
        QCOMPARE(library.enforceLimit(9500), QStringList{oldest.id()});
        QVERIFY(QDir(named.path()).exists());
        QVERIFY(!QDir(oldest.path()).exists());
        QVERIFY(QDir(newest.path()).exists());
    }

    void whatIsPinnedStays()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const CaptureFolder first = makeCapture(library, 4000, QStringLiteral("first"));
        const CaptureFolder second = makeCapture(library, 4000, QStringLiteral("second"));
        QVERIFY(library.pin(first, Pinned::Yes));
        QVERIFY(library.info(first).isPinned);
        QVERIFY(library.info(first).name.isEmpty());
        QVERIFY(library.rename(second, QStringLiteral("mine")));
        QVERIFY(library.pin(second, Pinned::No)); // its name alone does not keep it
        QCOMPARE(library.enforceLimit(0), QStringList{second.id()});
    }

    void whatHasNoLogIsNotListed()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const CaptureFolder folder = makeCapture(library, 1);
        QVERIFY(QFile::remove(folder.logPath()));
        QVERIFY(library.list().isEmpty());
        QCOMPARE(library.enforceLimit(0), QStringList{folder.id()});
    }

    void whatIsOpenOrBeingRecordedStays()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const CaptureFolder open = makeCapture(library, 4000);
        const CaptureFolder recording = makeCapture(library, 4000);
        const CaptureUse use(open);
        const RunningRecorder recorder(recording);
        QVERIFY(library.info(open).isOpen);
        QVERIFY(library.info(recording).isRecording);
        QVERIFY(library.enforceLimit(0).isEmpty());
        QVERIFY(!library.remove(open));
        QVERIFY(!library.remove(recording));
        QCOMPARE(library.list().size(), 2);
    }

    void whatWasOpenCanBeDeletedAfterwards()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const CaptureFolder folder = makeCapture(library, 1);
        {
            const CaptureUse use(folder);
            QVERIFY(!library.remove(folder));
        }
        QVERIFY(library.remove(folder));
        QVERIFY(library.list().isEmpty());
    }

    void theFolderOfALogIsKnown()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const CaptureFolder folder = makeCapture(library, 1);
        QCOMPARE(library.folderOf(folder.logPath()), folder);
        QVERIFY(library.folderOf(sandbox.path(QStringLiteral("x/capture.ember"))).isEmpty());
    }

    void aLogThatIsAdoptedIsACaptureThatIsKept()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const CaptureFolder whole = makeCapture(library, 1);
        const QString part = sandbox.write(QStringLiteral("part.ember"), "EMBERLOG");
        const auto adopted =
            library.adopt(part, library.info(whole).command, QStringLiteral("the last minute"));
        QVERIFY(adopted);
        QVERIFY(!QFile::exists(part));
        const CaptureInfo info = library.info(*adopted);
        QCOMPARE(info.name, QStringLiteral("the last minute"));
        QCOMPARE(info.command, library.info(whole).command);
        QVERIFY(!info.isRecording);
        QCOMPARE(library.folderOf(adopted->logPath()), *adopted);

        const auto gone = library.adopt(part, info.command, info.name);
        QVERIFY(!gone);
        QCOMPARE(gone.error().subject, part.toStdString());
        QCOMPARE(library.list().size(), 2);
    }

    void theModelShowsAndRenames()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const CaptureFolder folder = makeCapture(library, 1);
        LibraryModel model(library);
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        EMBER_TRY(model.rowCount() == 1);
        QVERIFY(model.setData(model.index(0, LibraryModel::Name), QStringLiteral("mine")));
        QCOMPARE(library.info(folder).name, QStringLiteral("mine"));
        QVERIFY(!(model.flags(model.index(0, LibraryModel::Size)) & Qt::ItemIsEditable));
    }
};

EMBER_TEST(TstCaptureLibrary)
#include "tst_capturelibrary.moc"
