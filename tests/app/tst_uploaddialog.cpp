// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/loader.h"
#include "app/window/actions.h"
#include "app/window/mainwindow.h"
#include "app/window/panels.h"
#include "app/window/uploaddialog.h"
#include "tests/app/sandbox.h"
#include "tests/support/testmain.h"
#include "tests/upload/relayserver.h"
#include "views/chunks/chunkspanel.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTreeWidget>

using namespace ember;
using namespace ember::app;
using ember::tests::Sandbox;

namespace {

void openAndWait(MainWindow &window, const QStringList &paths)
{
    const QSignalSpy loaded(&window.loader(), &Loader::loaded);
    window.openFiles(paths);
    EMBER_TRY(!loaded.isEmpty());
}

} // namespace

class TstUploadDialog : public QObject {
    Q_OBJECT
private slots:
    void chunksAreSentAndMarked()
    {
        const Sandbox sandbox;
        tests::RelayServer server;
        QVERIFY(server.listen());
        Settings().setDsn(server.dsn());
        MainWindow window;
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        EMBER_TRY(window.panels().chunks->rows().size() == 1);
        window.actions().upload->trigger();
        auto *dialog = window.findChild<UploadDialog *>();
        QVERIFY(dialog != nullptr);
        auto *send = dialog->findChild<QPushButton *>(QStringLiteral("send"));
        EMBER_TRY(send->isEnabled());
        auto *content = dialog->findChild<QTreeWidget *>(QStringLiteral("content"));
        QVERIFY(content->topLevelItemCount() >= 2);
        QVERIFY(server.requests().isEmpty());
        send->click();
        EMBER_TRY(!dialog->findChild<QLabel *>(QStringLiteral("result"))->text().isEmpty());
        QCOMPARE(server.requests().size(), 1);
        QVERIFY2(server.requests().first().problem.isEmpty(),
                 qPrintable(server.requests().first().problem));
        EMBER_TRY(window.panels().chunks->rows().front().sent == views::ChunkSent::Yes);
        dialog->close();
    }

    void aRefusedUploadSaysWhy()
    {
        const Sandbox sandbox;
        tests::RelayServer server;
        QVERIFY(server.listen());
        tests::RelayAnswer answer;
        answer.status = 429;
        answer.headers = {"Retry-After: 120"};
        server.setAnswer(answer);
        Settings().setDsn(server.dsn());
        MainWindow window;
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        window.actions().upload->trigger();
        auto *dialog = window.findChild<UploadDialog *>();
        auto *send = dialog->findChild<QPushButton *>(QStringLiteral("send"));
        EMBER_TRY(send->isEnabled());
        send->click();
        EMBER_TRY(!dialog->findChild<QLabel *>(QStringLiteral("result"))->text().isEmpty());
        auto *row =
            dialog->findChild<QTreeWidget *>(QStringLiteral("uploadChunks"))->topLevelItem(0);
        QVERIFY2(row->text(3).contains(QLatin1String("limiting")), qPrintable(row->text(3)));
        QVERIFY(!send->isEnabled());
        dialog->close();
    }

    void aLimitHoldsForTheNextDialog()
    {
        const Sandbox sandbox;
        tests::RelayServer server;
        QVERIFY(server.listen());
        tests::RelayAnswer answer;
        answer.status = 429;
        answer.headers = {"Retry-After: 120"};
        server.setAnswer(answer);
        Settings().setDsn(server.dsn());
        MainWindow window;
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        window.actions().upload->trigger();
        auto *first = window.findChild<UploadDialog *>();
        auto *send = first->findChild<QPushButton *>(QStringLiteral("send"));
        EMBER_TRY(send->isEnabled());
        send->click();
        EMBER_TRY(!first->findChild<QLabel *>(QStringLiteral("result"))->text().isEmpty());
        first->close();
        EMBER_TRY(window.findChild<UploadDialog *>() == nullptr);

        window.actions().upload->trigger();
        auto *second = window.findChild<UploadDialog *>();
        EMBER_TRY(second->findChild<QLabel *>(QStringLiteral("limit"))->isVisible());
        QVERIFY(!second->findChild<QPushButton *>(QStringLiteral("send"))->isEnabled());
        QCOMPARE(server.requests().size(), 1);
        second->close();
    }

    void chunkOptionsReachWhatIsSent()
    {
        const Sandbox sandbox;
        tests::RelayServer server;
        QVERIFY(server.listen());
        Settings settings;
        settings.setDsn(server.dsn());
        ChunkSettings chunks;
        chunks.release = QStringLiteral("fromsettings@1");
        settings.setChunks(chunks);
        MainWindow window;
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        window.actions().upload->trigger();
        auto *dialog = window.findChild<UploadDialog *>();
        auto *content = dialog->findChild<QTreeWidget *>(QStringLiteral("content"));
        const auto release = [&] {
            const int last = content->topLevelItemCount() - 1;
            return last < 0 ? QString() : content->topLevelItem(last)->text(0);
        };
        EMBER_TRY(release().contains(QLatin1String("fromsettings@1")));
        dialog->findChild<QLineEdit *>(QStringLiteral("release"))
            ->setText(QStringLiteral("fromdialog@2"));
        EMBER_TRY(release().contains(QLatin1String("fromdialog@2")));
        dialog->close();
    }

    void aBadDsnKeepsTheButtonOff()
    {
        const Sandbox sandbox;
        Settings().setDsn(QStringLiteral("https://nonsense"));
        MainWindow window;
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), tests::smallChunk())});
        window.actions().upload->trigger();
        auto *dialog = window.findChild<UploadDialog *>();
        auto *chunks = dialog->findChild<QTreeWidget *>(QStringLiteral("uploadChunks"));
        EMBER_TRY(chunks->topLevelItemCount() == 1);
        QVERIFY(!dialog->findChild<QPushButton *>(QStringLiteral("send"))->isEnabled());
        dialog->close();
    }
};

EMBER_TEST(TstUploadDialog)
#include "tst_uploaddialog.moc"
