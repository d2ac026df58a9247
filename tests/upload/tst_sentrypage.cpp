// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/sentrypage.h"
#include "model/profile/profilebuilder.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember;
using namespace ember::app;
using namespace ember::model;

namespace {

sentry::Dsn dsnAt(const std::string &server)
{
    return sentry::parseDsn("https://0123456789abcdef0123456789abcdef@" + server + "/42").value();
}

// 2023-11-14, 22:13:20 UTC, and a half second.
constexpr auto start = timestampFromNs(1'700'000'000'500'000'000);

} // namespace

class TstSentryPage : public QObject {
    Q_OBJECT

private slots:
    void itHasTheProjectsProfilesOfTheTime()
    {
        ProfileBuilder builder;
        SentryPage page;
        page.add(*builder.snapshot(), {start, start + std::chrono::seconds(2)});
        page.add(*builder.snapshot(),
                 {start + std::chrono::seconds(60), start + std::chrono::seconds(61)});
        QCOMPARE(page.addressAt(dsnAt("o7.ingest.us.sentry.io")),
                 QStringLiteral("https://sentry.io/organizations/7/explore/profiling/?project=42"
                                "&start=2023-11-14T22:13:20&end=2023-11-14T22:14:22&utc=true"));
    }

    void timesOfAV1ProfileCountFromItsStart()
    {
        ProfileBuilder builder(TimeOrigin::ProfileStart);
        builder.setStart(start);
        SentryPage page;
        page.add(*builder.snapshot(), {Timestamp(), timestampFromNs(1'000'000'000)});
        QVERIFY(page.addressAt(dsnAt("o7.ingest.sentry.io"))
                    .contains(QLatin1String("start=2023-11-14T22:13:20")));
    }

    void aTimeThatIsNotKnownIsLeftOut()
    {
        ProfileBuilder builder(TimeOrigin::ProfileStart);
        SentryPage page;
        page.add(*builder.snapshot(), {Timestamp(), timestampFromNs(1)});
        QCOMPARE(page.addressAt(dsnAt("o7.ingest.sentry.io")),
                 QStringLiteral("https://sentry.io/organizations/7/explore/profiling/?project=42"));
    }

    void otherServersDoNotTellTheOrganization_data()
    {
        QTest::addColumn<QByteArray>("server");
        for (const char *server :
             {"sentry.example", "sentry.io", "127.0.0.1:8000", "o7.ingest.sentry.io.example",
              "ox.ingest.sentry.io", "o7.ingest.us.other.io", "example.o7.ingest.sentry.io"})
            QTest::newRow(server) << QByteArray(server);
    }

    void otherServersDoNotTellTheOrganization()
    {
        QFETCH(const QByteArray, server);
        ProfileBuilder builder;
        SentryPage page;
        page.add(*builder.snapshot(), {start, start + std::chrono::seconds(2)});
        QCOMPARE(page.addressAt(dsnAt(server.toStdString())), QString());
    }

    void whereNothingWasSentThereIsNoPage()
    {
        QCOMPARE(SentryPage().addressAt(dsnAt("o7.ingest.sentry.io")), QString());
    }
};

EMBER_TEST(TstSentryPage)
#include "tst_sentrypage.moc"
