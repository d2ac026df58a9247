// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/outgoingenvelope.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::app;

class TstOutgoingEnvelope : public QObject {
    Q_OBJECT

private slots:
    void itIsWhatItsMostImportantItemIs_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("category");
        QTest::addColumn<QString>("id");
        const QByteArray header = "{\"event_id\":\"0123456789abcdef0123456789abcdef\"}\n";
        const QByteArray attachment = "{\"type\":\"attachment\",\"length\":1}\nx\n";
        const auto row = [](const char *name, const QByteArray &bytes, const char *type,
                            const char *category, const char *id) {
            QTest::newRow(name) << bytes << QString::fromLatin1(type)
                                << QString::fromLatin1(category) << QString::fromLatin1(id);
        };
        constexpr auto eventId = "0123456789abcdef0123456789abcdef";
        row("a chunk",
            "{}\n{\"type\":\"profile_chunk\",\"platform\":\"cocoa\"}\n{\"chunk_id\":\"c\"}",
            "profile_chunk", "profile_chunk_ui", "c");
        row("a transaction with an attachment before it",
            header + attachment + "{\"type\":\"transaction\"}\n{}", "transaction", "transaction",
            eventId);
        row("a profile behind its transaction",
            header + "{\"type\":\"transaction\"}\n{}\n{\"type\":\"profile\"}\n{}", "profile",
            "profile", eventId);
        row("a profile with an id of its own",
            header + "{\"type\":\"transaction\"}\n{}\n{\"type\":\"profile\"}\n{\"event_id\":\"p\"}",
            "profile", "profile", "p");
        row("a profile of cocoa", header + "{\"type\":\"profile\"}\n{\"profile_id\":\"p\"}",
            "profile", "profile", "p");
        row("an event", header + "{\"type\":\"event\"}\n{}", "event", "error", eventId);
        // They come with the id of an event, which others have, too.
        row("an attachment alone", header + attachment, "attachment", "attachment", "");
        row("a segment of a replay", header + "{\"type\":\"replay_event\"}\n{}", "replay_event",
            "default", "");
        row("nothing", header, "", "default", "");
    }

    void itIsWhatItsMostImportantItemIs()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, type);
        QFETCH(QString, category);
        QFETCH(QString, id);
        const auto outgoing = outgoingEnvelope(bytes);
        QVERIFY(outgoing);
        QCOMPARE(outgoing->type, type);
        QCOMPARE(outgoing->category(), category);
        QCOMPARE(outgoing->id, id);
        QCOMPARE(outgoing->bytes, bytes);
    }
};

EMBER_TEST(TstOutgoingEnvelope)
#include "tst_outgoingenvelope.moc"
