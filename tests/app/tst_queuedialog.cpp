// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/queuedialog.h"
#include "tests/app/sandbox.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"

#include <QAbstractItemModelTester>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace ember;
using namespace ember::app;

namespace {

const QString hostileId = QStringLiteral("<b>1</b>");

// A queue with an item for a project to which nobody sends.
class Waiting {
public:
    Waiting()
        : m_uploads([this] {
              auto queue = UploadQueue::open(UploadQueue::Use::Send, m_folder.path());
              const auto dsn = model::sentry::parseDsn(
                  "https://0123456789abcdef0123456789abcdef@sentry.example/42");
              if (!queue || !dsn || !queue->add({hostileId, {}, "{}\n{}\n"}, *dsn))
                  qFatal("no queue");
              return m_folder.path();
          }())
    {
    }

    Uploads &uploads() { return m_uploads; }

private:
    tests::Sandbox m_sandbox; // a queue takes over the receipts of earlier versions
    QTemporaryDir m_folder;
    Uploads m_uploads;
};

} // namespace

class TstQueueDialog : public QObject {
    Q_OBJECT

private slots:
    void itemsAreListedAndForgotten()
    {
        Waiting waiting;
        QueueList list(waiting.uploads());
        const QAbstractItemModelTester tester(&list);
        EMBER_TRY(list.rowCount() == 1);
        QCOMPARE(list.index(0, QueueList::Id).data().toString(), hostileId);
        waiting.uploads().forget({list.item(0).upload.number});
        EMBER_TRY(list.rowCount() == 0);
    }

    void buttonsAreEnabledWhereTheyDoSomething()
    {
        Waiting waiting;
        QueueDialog dialog(waiting.uploads(), nullptr);
        auto *view = dialog.findChild<QTableView *>(QStringLiteral("uploads"));
        const auto isEnabled = [&](const char *name) {
            return dialog.findChild<QPushButton *>(QString::fromLatin1(name))->isEnabled();
        };
        EMBER_TRY(view->model()->rowCount() == 1);
        QVERIFY(!isEnabled("retry") && !isEnabled("cancel") && !isEnabled("forget"));
        view->selectRow(0);
        QVERIFY(!isEnabled("retry")); // its DSN is not known here
        QVERIFY(isEnabled("cancel") && isEnabled("forget"));
        dialog.findChild<QPushButton *>(QStringLiteral("cancel"))->click();
        EMBER_TRY(isEnabled("retry") && !isEnabled("cancel"));
    }

    void pauseAndResumeAreOneButton()
    {
        Waiting waiting;
        QueueDialog dialog(waiting.uploads(), nullptr);
        auto *pause = dialog.findChild<QPushButton *>(QStringLiteral("pause"));
        const QString before = pause->text();
        pause->click();
        EMBER_TRY(pause->text() != before);
        pause->click();
        EMBER_TRY(pause->text() == before);
    }
};

EMBER_TEST(TstQueueDialog)
#include "tst_queuedialog.moc"
