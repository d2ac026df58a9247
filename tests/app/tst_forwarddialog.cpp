// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/forwarddialog.h"
#include "app/sentry/sentryfields.h"
#include "app/upload/dsnprofiles.h"
#include "app/upload/uploads.h"
#include "tests/app/sandbox.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "tests/upload/relayserver.h"

#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QTreeWidget>

#include <memory>

using namespace ember;
using namespace ember::app;
using ember::tests::Sandbox;

namespace {

// Unusual white space, an item that is no text, one that nobody knows.
QByteArray rest()
{
    const QByteArray image("\x89PNG\r\n\x1a\n\0\0", 10);
    const QByteArray chunk =
        "{ \"version\":\"2\",\t\"chunk_id\" : \"bbbbbbbbbbbb4bbb8bbbbbbbbbbbbbbb\",\"profiler_id\":"
        "\"aaaaaaaaaaaa4aaa8aaaaaaaaaaaaaaa\", \"platform\":\"python\", \"profile\": {},"
        "\"user\":\"ada\", \"x\":\"\\u0061\" }";
    return "\n{\"type\":\"profile_chunk\",  \"platform\":\"python\",\"length\":"
        + QByteArray::number(chunk.size()) + "}\n" + chunk
        + "\n{\"type\":\"attachment\",\"length\":10}\n" + image
        + "\n{\"type\":\"odd\",\"length\":12}\n{\"a\":[1, 2]}\n";
}

QByteArray received()
{
    return R"({"dsn":"http://0123456789abcdef0123456789abcdef@127.0.0.1:1/1",)"
           R"("sdk":{"name":"sentry.python","version":"2.0.0"}})"
        + rest();
}

// The dialog with an envelope, which may be chosen several times.
class Forwarding {
public:
    explicit Forwarding(int times = 1)
        : m_dialog(QStringList(times, m_sandbox.write(QStringLiteral("001.envelope"), received())),
                   m_settings, m_uploads, nullptr)
    {
        m_dialog.show();
        EMBER_TRY(rows().topLevelItemCount() == times);
    }

    void sendTo(const QString &destination)
    {
        field().setText(destination);
        EMBER_TRY(button().isEnabled());
        button().click();
    }

    QString state(int row = 0) { return rows().topLevelItem(row)->text(rows().columnCount() - 1); }

    DestinationField &field() { return *m_dialog.findChild<DestinationField *>(); }

    QPushButton &button() { return part<QPushButton>("send"); }

    QTreeWidget &rows() { return part<QTreeWidget>("uploadChunks"); }

    // The lines of the list of what leaves.
    QStringList leaving()
    {
        QStringList lines;
        auto &content = part<QTreeWidget>("content");
        for (int row = 0; row < content.topLevelItemCount(); ++row) {
            QTreeWidgetItem *group = content.topLevelItem(row);
            group->setExpanded(true);
            lines << group->text(0);
            for (int entry = 0; entry < group->childCount(); ++entry)
                lines << group->child(entry)->text(0);
        }
        return lines;
    }

    template<typename Widget>
    Widget &part(const char *name)
    {
        auto *widget = m_dialog.findChild<Widget *>(QString::fromLatin1(name));
        if (widget == nullptr)
            qFatal("no %s", name);
        return *widget;
    }

private:
    const Sandbox m_sandbox;
    Settings m_settings;
    Uploads m_uploads;
    ForwardDialog m_dialog;
};

} // namespace

class TstForwardDialog : public QObject {
    Q_OBJECT

    std::unique_ptr<tests::RelayServer> m_server;

private slots:
    void init()
    {
        m_server = std::make_unique<tests::RelayServer>();
        QVERIFY(m_server->listen());
    }

    void everyByteIsSentOnAsItCame()
    {
        Forwarding forwarding;
        QVERIFY(!forwarding.button().isEnabled());
        QVERIFY(m_server->requests().isEmpty());
        forwarding.sendTo(m_server->dsn());
        EMBER_TRY(m_server->requests().size() == 1);
        const auto &request = m_server->requests().first();
        QVERIFY2(request.problem.isEmpty(), qPrintable(request.problem));
        QCOMPARE(request.envelope.mid(request.envelope.indexOf('\n')), rest());
        QVERIFY(request.envelopeHeader.contains(QLatin1String("sent_at")));
        QVERIFY(!request.envelopeHeader.contains(QLatin1String("dsn")));
        QVERIFY(request.envelopeHeader.contains(QLatin1String("sdk")));
        auto &result = forwarding.part<QLabel>("result");
        EMBER_TRY(result.text().contains(QLatin1String("All 1 envelope")));
        QVERIFY2(forwarding.state().contains(QLatin1String("eceived")),
                 qPrintable(forwarding.state()));
        QVERIFY(!forwarding.button().isEnabled());
    }

    void equalEnvelopesAreSentOnceAndBothSayWhatBecameOfThem()
    {
        Forwarding forwarding(2);
        forwarding.sendTo(m_server->dsn());
        auto &result = forwarding.part<QLabel>("result");
        EMBER_TRY(result.text().contains(QLatin1String("All 2 envelope")));
        QCOMPARE(m_server->requests().size(), 1);
        for (const int row : {0, 1})
            QVERIFY2(forwarding.state(row).contains(QLatin1String("eceived")),
                     qPrintable(forwarding.state(row)));
    }

    void whatLeavesIsListedBefore()
    {
        Forwarding forwarding;
        const auto leaving = forwarding.leaving().join(QLatin1Char('\n'));
        QVERIFY2(leaving.contains(QLatin1String("ada")), qPrintable(leaving));
        QVERIFY2(leaving.contains(QLatin1String("1 item")), qPrintable(leaving)); // the picture
    }

    void aDestinationThatRedactsTakesNone()
    {
        const Sandbox sandbox;
        DsnProfile work;
        work.name = QStringLiteral("work");
        work.dsn = *model::sentry::parseDsn(m_server->dsn().toStdString());
        work.redaction.users = true;
        QVERIFY(addDsnProfile(work));
        Forwarding forwarding;
        forwarding.field().offer({work}, Settings());
        forwarding.field().setText(QStringLiteral("work"));
        const auto &result = forwarding.part<QLabel>("result");
        EMBER_TRY(result.text().contains(QLatin1String("work")));
        QVERIFY(!forwarding.button().isEnabled());
        forwarding.field().setText(m_server->dsn());
        EMBER_TRY(forwarding.button().isEnabled());
    }

    void whatIsRefusedSaysWhy()
    {
        tests::RelayAnswer refusing;
        refusing.status = 403;
        refusing.body = R"({"detail":"project is off"})";
        m_server->setAnswer(refusing);
        Forwarding forwarding;
        forwarding.sendTo(m_server->dsn());
        auto &result = forwarding.part<QLabel>("result");
        EMBER_TRY(result.text().contains(QLatin1String("0 of 1")));
        QVERIFY(!forwarding.state().isEmpty());
        QVERIFY2(result.text().contains(forwarding.state()), qPrintable(result.text()));
        QCOMPARE(m_server->requests().size(), 1);
    }
};

EMBER_TEST(TstForwardDialog)
#include "tst_forwarddialog.moc"
