// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/openandwait.h"
#include "tests/support/testmain.h"

#include <QSignalSpy>
#include <QTest>

using namespace ember;
using namespace ember::app;
using namespace ember::tests;

// What the command line names is read while the window is made.
class TstStartFiles : public QObject {
    Q_OBJECT

private slots:
    void theyAreReadOnce()
    {
        const Sandbox sandbox;
        const QString file = sandbox.write(QStringLiteral("a.json"), smallChunk());
        MainWindow window(Remember::Yes, {file});
        QVERIFY(window.loader().isLoading());
        const QSignalSpy started(&window.loader(), &Loader::started);
        const QSignalSpy loaded(&window.loader(), &Loader::loaded);
        const QSignalSpy cancelled(&window.loader(), &Loader::cancelled);
        window.openFiles({file});
        QCOMPARE(started.count(), 1);
        EMBER_TRY(!window.loader().isLoading());
        QCOMPARE(loaded.count(), 1);
        QCOMPARE(cancelled.count(), 0);
        QCOMPARE(window.document().paths(), QStringList{file});
        window.openFiles({file}); // now it may be another one of that name
        EMBER_TRY(loaded.count() == 2);
        QCOMPARE(started.count(), 2);
    }

    void othersTakeTheirPlaceWithoutAWord()
    {
        const Sandbox sandbox;
        const QString file = sandbox.write(QStringLiteral("a.json"), smallChunk());
        const QString other = sandbox.write(QStringLiteral("b.json"), smallChunk());
        MainWindow window(Remember::Yes, {file});
        const QSignalSpy loaded(&window.loader(), &Loader::loaded);
        const QSignalSpy cancelled(&window.loader(), &Loader::cancelled);
        window.openFiles({other});
        EMBER_TRY(!window.loader().isLoading());
        QCOMPARE(loaded.count(), 1);
        QCOMPARE(cancelled.count(), 0);
        QCOMPARE(window.document().paths(), QStringList{other});
    }

    void aFileThatIsNotThereIsToldOnce()
    {
        const Sandbox sandbox;
        const QString gone = sandbox.path(QStringLiteral("gone.json"));
        MainWindow window(Remember::Yes, {gone});
        const QSignalSpy failed(&window.loader(), &Loader::failed);
        window.openFiles({gone});
        EMBER_TRY(!window.loader().isLoading());
        QCOMPARE(failed.count(), 1);
        QVERIFY(window.document().isEmpty());
    }
};

EMBER_TEST(TstStartFiles)
#include "tst_startfiles.moc"
