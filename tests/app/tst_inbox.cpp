// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/inbox.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace ember;
using namespace ember::app;
using namespace ember::tests;

namespace {

ReceivedEnvelope envelopeOf(const QByteArray &bytes, const std::vector<std::string> &profilers)
{
    ReceivedEnvelope envelope;
    envelope.time = QDateTime::currentDateTimeUtc();
    envelope.bytes = bytes;
    for (const std::string &profiler : profilers)
        envelope.items.push_back({.type = "profile_chunk",
                                  .platform = "node",
                                  .bytes = 7,
                                  .rejection = {},
                                  .eventId = {},
                                  .profilerId = profiler});
    return envelope;
}

QByteArray contentOfFile(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("absent");
}

// Adds an envelope of one item and waits until it is in the list; fails with what keeps it out.
void addAndWait(Inbox &inbox, const ReceivedEnvelope &envelope)
{
    const QSignalSpy failed(&inbox, &Inbox::failed);
    const int rows = inbox.rowCount() + 1;
    inbox.add(envelope);
    EMBER_TRY(inbox.rowCount() == rows || !failed.isEmpty());
    if (!failed.isEmpty())
        QFAIL(failed.first().first().value<model::Error>().detail.c_str());
}

} // namespace

class TstInbox : public QObject {
    Q_OBJECT

private slots:
    void envelopesAreKeptAsTheyWereSentForTheirOwnerOnly()
    {
        Inbox inbox;
        const QAbstractItemModelTester tester(&inbox);
        inbox.add(envelopeOf("{}\n{\"type\":\"x\"}\nabc", {"a", "a"}));
        EMBER_TRY(inbox.rowCount() == 2);
        const QStringList files = inbox.filesOf({0, 1});
        QCOMPARE(files.size(), 1);
        QCOMPARE(contentOfFile(files[0]), QByteArray("{}\n{\"type\":\"x\"}\nabc"));
        const auto others =
            QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QVERIFY(!(QFile::permissions(files[0]) & others));
        QVERIFY(!(QFile::permissions(QFileInfo(files[0]).path()) & others));
    }

    void filesGoWithTheInbox()
    {
        QString file;
        {
            Inbox inbox;
            inbox.add(envelopeOf("one", {"a"}));
            EMBER_TRY(inbox.rowCount() == 1);
            file = inbox.filesOf({0}).constFirst();
            QVERIFY(QFile::exists(file));
        }
        QVERIFY(!QFile::exists(file));
    }

    void itemsSayWhichProcessHasSentThem()
    {
        Inbox inbox;
        auto envelope = envelopeOf("one", {"a"});
        envelope.sender = {4711, "node"};
        inbox.add(envelope);
        inbox.add(envelopeOf("two", {"a"}));
        EMBER_TRY(inbox.rowCount() == 2);
        QSet<QString> processes;
        for (int row = 0; row < 2; ++row)
            processes << inbox.index(row, Inbox::Process).data().toString();
        QCOMPARE(processes, (QSet<QString>{QString(), QStringLiteral("node (4711)")}));
    }

    void itemsThatArriveCanBeRead()
    {
        Inbox inbox;
        InboxDialog dialog(inbox, nullptr);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        const auto *view = dialog.findChild<QTableView *>(QStringLiteral("received"));
        inbox.add(envelopeOf("one", {"a"}));
        EMBER_TRY(inbox.rowCount() == 1);
        const auto type = inbox.index(0, Inbox::Type);
        EMBER_TRY(view->columnWidth(type.column()) >= view->sizeHintForIndex(type).width());
    }

    void whatIsOfOneProfilerIsOpenedTogether()
    {
        Inbox inbox;
        for (const auto *profiler : {"a", "b", "a", "", ""})
            addAndWait(inbox, envelopeOf(profiler, {profiler}));
        if (QTest::currentTestFailed())
            return;
        QCOMPARE(inbox.filesOfProfiles({2}).size(), 2);
        QCOMPARE(inbox.filesOfProfiles({1}).size(), 1);
        QCOMPARE(inbox.filesOfProfiles({3}).size(), 1); // those without a profiler are alone
        QCOMPARE(inbox.filesOfProfiles({0, 1}).size(), 3);
    }

    void transactionsOfOneTraceAreOpenedTogether()
    {
        Inbox inbox;
        for (const auto *trace : {"t", "u", "t"}) {
            ReceivedEnvelope envelope = envelopeOf(trace, {""});
            envelope.items.front().traceId = trace;
            addAndWait(inbox, envelope);
        }
        if (QTest::currentTestFailed())
            return;
        QCOMPARE(inbox.filesOfProfiles({0}).size(), 2);
        QCOMPARE(inbox.filesOfProfiles({1}).size(), 1);
    }

    void theOldestAreForgottenAndCounted()
    {
        Inbox inbox;
        inbox.setMostBytes(10);
        for (int number = 0; number < 4; ++number) {
            inbox.add(envelopeOf(QByteArray(4, 'x'), {"a"}));
            EMBER_TRY(inbox.rowCount() + int(inbox.forgotten()) == number + 1);
        }
        QCOMPARE(inbox.rowCount(), 2);
        QCOMPARE(inbox.forgotten(), 2U);
        QVERIFY(QFile::exists(inbox.filesOf({0}).constFirst()));
    }

    void theDialogActsOnTheSelectionOrOnAll()
    {
        Inbox inbox;
        InboxDialog dialog(inbox, nullptr);
        dialog.show();
        auto *open = dialog.findChild<QPushButton *>(QStringLiteral("open"));
        QVERIFY(!open->isEnabled());
        for (const auto *profiler : {"a", "b"})
            addAndWait(inbox, envelopeOf(profiler, {profiler}));
        if (QTest::currentTestFailed())
            return;
        QSignalSpy opened(&dialog, &InboxDialog::openRequested);
        open->click();
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened.takeFirst()[0].toStringList().size(), 2);
        dialog.findChild<QTableView *>()->selectRow(1);
        open->click();
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened.takeFirst()[0].toStringList().size(), 1);
        QSignalSpy sent(&dialog, &InboxDialog::sendRequested);
        dialog.findChild<QPushButton *>(QStringLiteral("send"))->click();
        QCOMPARE(sent.size(), 1);
        QCOMPARE(sent.takeFirst()[0].toStringList(), inbox.filesOf({1}));
    }

    void theDialogSaysWhereToSendAndWhetherItListens()
    {
        Inbox inbox;
        InboxDialog dialog(inbox, nullptr);
        QSignalSpy wanted(&dialog, &InboxDialog::listeningWanted);
        auto *listen = dialog.findChild<QPushButton *>(QStringLiteral("listen"));
        listen->click();
        QCOMPARE(wanted.takeFirst()[0].toBool(), true);
        dialog.setDsn(QStringLiteral("http://key@127.0.0.1:4000/1"));
        QCOMPARE(dialog.findChild<QLabel *>(QStringLiteral("dsn"))->text(),
                 QStringLiteral("http://key@127.0.0.1:4000/1"));
        listen->click();
        QCOMPARE(wanted.takeFirst()[0].toBool(), false);
    }
};

EMBER_TEST(TstInbox)
#include "tst_inbox.moc"
