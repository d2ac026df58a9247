// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/queuesender.h"
#include "app/upload/uploadqueue.h"
#include "model/formats/sentry/envelope.h"
#include "tests/support/testmain.h"
#include "tests/upload/relayserver.h"

#include <QFile>
#include <QProcess>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslSocket>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <chrono>
#include <memory>

using namespace ember::app;
using namespace ember::model;
using namespace ember::tests;

namespace {

constexpr int postPatience = 60'000; // ms a loaded machine may take

QByteArray chunkEnvelope(const QByteArray &extra = {})
{
    sentry::NewEnvelope envelope;
    envelope.eventId = "00112233445566778899aabbccddeeff";
    sentry::NewEnvelopeItem item;
    item.platform = "native";
    item.payload = R"({"version":"2","chunk_id":"a","profiler_id":"b","platform":"native",)"
                   R"("profile":{"frames":[],"stacks":[],"samples":[]},"x":")"
        + extra.toStdString() + "\"}";
    envelope.items.push_back(item);
    return QByteArray::fromStdString(sentry::writeEnvelope(envelope));
}

UploadWay impatiently()
{
    UploadWay way;
    way.timeout = std::chrono::seconds(5);
    return way;
}

RelayAnswer limitedForAnHour()
{
    RelayAnswer answer;
    answer.status = 429;
    answer.headers = {"Retry-After: 3600"};
    return answer;
}

// Sends envelopes one after the other, through a queue of its own as a program has it, and keeps
// what is said about them.
class Sending {
public:
    explicit Sending(const QString &dsnText, const UploadWay &way = {})
        : m_dsn(*sentry::parseDsn(dsnText.toStdString())),
          m_queue(*UploadQueue::open(UploadQueue::Use::Send, m_folder.path())),
          m_sender(m_queue)
    {
        if (!m_sender.addTarget(m_dsn, way))
            qFatal("no target");
        QObject::connect(&m_sender, &QueueSender::tried, &m_sender,
                         [this](const QueuedUpload &item) {
                             outcomes << item.outcome;
                             sendNext();
                         });
        QObject::connect(&m_sender, &QueueSender::progress, &m_sender,
                         [this](qint64, qint64 sent, qint64 total) {
                             sentBytes = std::max(sentBytes, sent);
                             totalBytes = std::max(totalBytes, total);
                         });
    }

    void send(const QList<QByteArray> &envelopes = {chunkEnvelope()})
    {
        for (const QByteArray &bytes : envelopes) // without an id: none is another one again
            m_numbers << m_queue.add({{}, QStringLiteral("native"), bytes}, m_dsn).value().number;
        sendNext();
    }

    QueueSender &sender() { return m_sender; }

    QList<UploadOutcome> outcomes;
    qint64 sentBytes = 0;
    qint64 totalBytes = 0;
    bool isFinished = false;

private:
    void sendNext()
    {
        isFinished = outcomes.size() == m_numbers.size();
        if (!isFinished)
            m_sender.send({**m_queue.item(m_numbers.at(outcomes.size()))});
    }

    const QTemporaryDir m_folder;
    const sentry::Dsn m_dsn;
    UploadQueue m_queue;
    QueueSender m_sender;
    QList<qint64> m_numbers;
};

} // namespace

class TstEnvelopePost : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_server = std::make_unique<RelayServer>();
        QVERIFY(m_server->listen());
        m_state = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", m_state->path().toLocal8Bit());
        qputenv("XDG_DATA_HOME", m_state->path().toLocal8Bit());
    }

    void anEnvelopeArrivesAsRelayWantsIt()
    {
        Sending sending(m_server->dsn());
        sending.send();
        QTRY_VERIFY_WITH_TIMEOUT(sending.isFinished, postPatience);
        QCOMPARE(m_server->requests().size(), 1);
        const auto &request = m_server->requests().first();
        QCOMPARE(request.problem, QString());
        QCOMPARE(request.envelopeHeader.value(u"event_id").toString(),
                 QStringLiteral("00112233445566778899aabbccddeeff"));
        QCOMPARE(request.itemHeaders.size(), 1);
        QCOMPARE(request.itemHeaders.first().value(u"type").toString(),
                 QStringLiteral("profile_chunk"));
        QVERIFY(chunkEnvelope().contains(request.payloads.first()));
        const auto &outcome = sending.outcomes.first();
        QCOMPARE(outcome.verdict, UploadVerdict::Received);
        QCOMPARE(outcome.httpStatus, 200);
        QCOMPARE(outcome.eventId, QStringLiteral("0123456789abcdef0123456789abcdef"));
        QVERIFY(!outcome.retryAt.isValid());
        QVERIFY(sending.totalBytes > 0);
        QCOMPARE(sending.sentBytes, sending.totalBytes);
    }

    void statusesAreToldApart_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<UploadVerdict>("verdict");
        QTest::newRow("400") << 400 << UploadVerdict::Malformed;
        QTest::newRow("401") << 401 << UploadVerdict::NotAuthorised;
        QTest::newRow("403") << 403 << UploadVerdict::Refused;
        QTest::newRow("413") << 413 << UploadVerdict::TooLarge;
        QTest::newRow("429") << 429 << UploadVerdict::RateLimited;
        QTest::newRow("500") << 500 << UploadVerdict::ServerError;
        QTest::newRow("503") << 503 << UploadVerdict::ServerError;
        QTest::newRow("404") << 404 << UploadVerdict::Rejected;
        QTest::newRow("302") << 302 << UploadVerdict::Rejected;
    }

    void statusesAreToldApart()
    {
        QFETCH(int, status);
        QFETCH(UploadVerdict, verdict);
        RelayAnswer answer;
        answer.status = status;
        answer.body = R"({"detail":"the reason","causes":["first","second"]})";
        answer.headers << "Location: http://127.0.0.1:1/elsewhere";
        m_server->setAnswer(answer);
        Sending sending(m_server->dsn());
        sending.send();
        QTRY_VERIFY_WITH_TIMEOUT(sending.isFinished, postPatience);
        QCOMPARE(m_server->requests().size(), 1); // never a second time
        const auto &outcome = sending.outcomes.first();
        QCOMPARE(outcome.verdict, verdict);
        QCOMPARE(outcome.httpStatus, status);
        QVERIFY(outcome.detail.contains(u"the reason"));
        QVERIFY(outcome.detail.contains(u"second"));
        QVERIFY(!toText(outcome).isEmpty());
    }

    void anUnknownKeyIsRefusedByTheServersOwnWords()
    {
        Sending sending(m_server->dsnOfNobody());
        sending.send();
        QTRY_VERIFY_WITH_TIMEOUT(sending.isFinished, postPatience);
        QCOMPARE(sending.outcomes.first().verdict, UploadVerdict::Refused);
        QVERIFY(sending.outcomes.first().detail.contains(u"event submission rejected"));
    }

    void afterALimitNothingIsSentUntilItEnds_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<int>("seconds");
        QTest::newRow("Retry-After") << 429 << QByteArray("Retry-After: 300") << 300;
        QTest::newRow("X-Sentry-Rate-Limits")
            << 429 << QByteArray("X-Sentry-Rate-Limits: 400:profile_chunk:organization") << 400;
        QTest::newRow("limit with 200")
            << 200 << QByteArray("X-Sentry-Rate-Limits: 500:profile_chunk:organization") << 500;
        QTest::newRow("429 alone") << 429 << QByteArray("X-Other: 1") << 60;
    }

    void afterALimitNothingIsSentUntilItEnds()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, header);
        QFETCH(int, seconds);
        RelayAnswer answer;
        answer.status = status;
        answer.headers << header;
        m_server->setAnswer(answer);
        const auto before = QDateTime::currentDateTimeUtc();
        Sending sending(m_server->dsn());
        sending.send({chunkEnvelope(), chunkEnvelope()});
        QTRY_VERIFY_WITH_TIMEOUT(sending.isFinished, postPatience);
        QCOMPARE(m_server->requests().size(), 1);
        const auto &held = sending.outcomes[1];
        QCOMPARE(held.verdict, UploadVerdict::RateLimited);
        QCOMPARE(held.httpStatus, 0);
        QVERIFY(held.retryAt >= before.addSecs(seconds));
        QVERIFY(held.retryAt <= QDateTime::currentDateTimeUtc().addSecs(seconds));
        QVERIFY(toText(held) != toText(sending.outcomes[0]) || status == 429);
    }

    void aServerThatSaysNothingTimesOut()
    {
        RelayAnswer answer;
        answer.ending = RelayEnding::Hang;
        m_server->setAnswer(answer);
        Sending sending(m_server->dsn(), impatiently());
        sending.send();
        QTRY_VERIFY_WITH_TIMEOUT(sending.isFinished, postPatience);
        QCOMPARE(sending.outcomes.first().verdict, UploadVerdict::TimedOut);
        QCOMPARE(sending.outcomes.first().httpStatus, 0);
        QVERIFY(m_server->requests().size() <= 1);
    }

    void aServerThatDripsTimesOut_data()
    {
        QTest::addColumn<RelayEnding>("ending");
        QTest::newRow("the body") << RelayEnding::DripBody;
        QTest::newRow("all of it") << RelayEnding::DripAll;
    }

    void aServerThatDripsTimesOut()
    {
        QFETCH(RelayEnding, ending);
        RelayAnswer answer;
        answer.ending = ending;
        answer.body = answer.body.leftJustified(100, ' ');
        m_server->setAnswer(answer);
        Sending sending(m_server->dsn(), impatiently());
        sending.send();
        QTRY_VERIFY_WITH_TIMEOUT(sending.isFinished, postPatience);
        QCOMPARE(sending.outcomes.first().verdict, UploadVerdict::TimedOut);
        QCOMPARE(m_server->requests().size(), 1);
    }

    void anAnswerWithoutEndIsNotTaken()
    {
        RelayAnswer answer;
        answer.ending = RelayEnding::Flood;
        m_server->setAnswer(answer);
        Sending sending(m_server->dsn());
        sending.send();
        QTRY_VERIFY_WITH_TIMEOUT(sending.isFinished, postPatience);
        QCOMPARE(sending.outcomes.first().verdict, UploadVerdict::NotSentry);
        QVERIFY(sending.outcomes.first().detail.size() <= 400);
        constexpr qint64 socketsHold = 16LL * 1024 * 1024;
        QVERIFY2(m_server->flooded() < socketsHold,
                 qPrintable(QString::number(m_server->flooded())));
    }

    void onlySentrysWordsAreAReceipt_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<bool>("isReceived");
        const auto row = [](const char *name, const QByteArray &body, bool isReceived) {
            QTest::newRow(name) << body << isReceived;
        };
        row("an id", R"({"id":"0123456789abcdef0123456789abcdef"})", true);
        row("no id: a chunk by itself", "{}", true);
        row("no id, said so", R"({"id":null})", true);
        row("a login page", "<!DOCTYPE html><title>Sign in</title>", false);
        row("nothing", "", false);
        row("another's JSON", R"({"status":"ok"})", false);
        row("a list", "[]", false);
        row("a number for an id", R"({"id":5})", false);
        row("an id that steers a terminal", "{\"id\":\"\\u001b[2J\"}", false);
        row("an empty id", R"({"id":""})", false);
        row("an endless id", R"({"id":")" + QByteArray(50'000, 'a') + R"("})", false);
    }

    void onlySentrysWordsAreAReceipt()
    {
        QFETCH(QByteArray, body);
        QFETCH(bool, isReceived);
        RelayAnswer answer;
        answer.body = body;
        m_server->setAnswer(answer);
        Sending sending(m_server->dsn());
        sending.send();
        QTRY_VERIFY_WITH_TIMEOUT(sending.isFinished, postPatience);
        QCOMPARE(sending.outcomes.first().verdict,
                 isReceived ? UploadVerdict::Received : UploadVerdict::NotSentry);
        QCOMPARE(toText(sending.outcomes.first()).contains(u"not as Sentry does"), !isReceived);
    }

    void aPageIsNoReceiptWhateverItSays()
    {
        RelayAnswer answer;
        for (const char *type : {"text/html", "Text/HTML; charset=utf-8"}) {
            answer.contentType = type;
            m_server->setAnswer(answer);
            Sending sending(m_server->dsn());
            sending.send();
            QTRY_VERIFY_WITH_TIMEOUT(sending.isFinished, postPatience);
            QCOMPARE(sending.outcomes.first().verdict, UploadVerdict::NotSentry);
        }
    }

    void longWordsAreCut()
    {
        const QByteArray words(30000, 'w');
        const QByteArray asJson = "{\"detail\":\"" + words + "\"}";
        for (const QByteArray &body : {words, asJson}) {
            RelayAnswer answer;
            answer.status = 400;
            answer.body = body;
            m_server->setAnswer(answer);
            Sending sending(m_server->dsn());
            sending.send();
            QTRY_VERIFY_WITH_TIMEOUT(sending.isFinished, postPatience);
            QCOMPARE(sending.outcomes.first().detail, QString(400, u'w'));
        }
    }

    void aConnectionThatBreaksIsNotTriedAgain()
    {
        RelayAnswer answer;
        answer.ending = RelayEnding::Reset;
        m_server->setAnswer(answer);
        Sending sending(m_server->dsn());
        sending.send();
        QTRY_VERIFY_WITH_TIMEOUT(sending.isFinished, postPatience);
        QCOMPARE(sending.outcomes.first().verdict, UploadVerdict::NetworkFailed);
        QCOMPARE(m_server->requests().size(), 1);
    }

    void anAnswerCutInTheMiddleIsNoReceipt()
    {
        RelayAnswer answer;
        answer.ending = RelayEnding::CutAnswer;
        m_server->setAnswer(answer);
        Sending sending(m_server->dsn());
        sending.send();
        QTRY_VERIFY_WITH_TIMEOUT(sending.isFinished, postPatience);
        QCOMPARE(sending.outcomes.first().verdict, UploadVerdict::NetworkFailed);
        QCOMPARE(m_server->requests().size(), 1);
    }

    void nobodyThereIsANetworkError()
    {
        // A port that was just given back may have another test's server.
        Sending sending(QStringLiteral("http://0123456789abcdef0123456789abcdef@127.0.0.1:1/42"));
        sending.send();
        QTRY_VERIFY_WITH_TIMEOUT(sending.isFinished, postPatience);
        QCOMPARE(sending.outcomes.first().verdict, UploadVerdict::NetworkFailed);
        QVERIFY(!sending.outcomes.first().detail.isEmpty());
    }

    void cancellingEndsWhatWasNotAnswered()
    {
        RelayAnswer answer;
        answer.ending = RelayEnding::Hang;
        m_server->setAnswer(answer);
        Sending sending(m_server->dsn());
        sending.send();
        QTRY_COMPARE_WITH_TIMEOUT(m_server->requests().size(), 1, postPatience);
        sending.sender().abort();
        QTRY_VERIFY_WITH_TIMEOUT(sending.isFinished, postPatience);
        QCOMPARE(sending.outcomes.first().verdict, UploadVerdict::Cancelled);
        QVERIFY(sending.outcomes.first().hasLeft);
        QCOMPARE(m_server->requests().size(), 1);
    }

    void aLargeEnvelopeArrivesWhole()
    {
        QByteArray noise(8'000'000, 'x');
        for (qsizetype i = 0; i < noise.size(); i += 3)
            noise[i] = char('a' + i * 7919 % 26);
        Sending sending(m_server->dsn());
        sending.send({chunkEnvelope(noise)});
        QTRY_VERIFY_WITH_TIMEOUT(sending.isFinished, postPatience);
        QCOMPARE(m_server->requests().first().problem, QString());
        QVERIFY(m_server->requests().first().payloads.first().contains(noise));
    }

    void whatStaysOnThisMachineIsNotCompressed()
    {
        Sending sending(m_server->dsn());
        sending.send();
        QTRY_VERIFY_WITH_TIMEOUT(sending.isFinished, postPatience);
        QCOMPARE(m_server->requests().first().problem, QString());
        QVERIFY(!m_server->requests().first().headers.contains("content-encoding"));
    }

    // Servers before a Relay limit bodies as they arrive.
    void aLargeEnvelopeIsCompressedEvenSo()
    {
        Sending sending(m_server->dsn());
        sending.send({chunkEnvelope(QByteArray(17 * 1024 * 1024, 'x'))});
        QTRY_VERIFY_WITH_TIMEOUT(sending.isFinished, postPatience);
        QCOMPARE(m_server->requests().first().problem, QString());
        QCOMPARE(m_server->requests().first().headers.value("content-encoding"),
                 QByteArray("gzip"));
    }

    void whatLeavesThisMachineIsCompressed()
    {
        UploadWay way;
        way.proxy = *proxyOf(m_server->asProxy());
        Sending sending(m_server->dsnBehindProxy(), way);
        sending.send();
        QTRY_VERIFY_WITH_TIMEOUT(sending.isFinished, postPatience);
        QCOMPARE(sending.outcomes.first().verdict, UploadVerdict::Received);
        QCOMPARE(m_server->requests().first().problem, QString());
        QCOMPARE(m_server->requests().first().headers.value("content-encoding"),
                 QByteArray("gzip"));
    }

    void whatIsNoEnvelopeIsNotSent()
    {
        Sending sending(m_server->dsn());
        sending.send({"not an envelope"});
        QTRY_VERIFY_WITH_TIMEOUT(sending.isFinished, postPatience);
        QCOMPARE(sending.outcomes.first().verdict, UploadVerdict::Malformed);
        QVERIFY(m_server->requests().isEmpty());
    }

    // Nor to another program: each sending has a queue and a sender of its own here.
    void aLimitHoldsForTheNextUploadThere()
    {
        m_server->setAnswer(limitedForAnHour());
        Sending first(m_server->dsn());
        first.send();
        QTRY_VERIFY_WITH_TIMEOUT(first.isFinished, postPatience);
        m_server->setAnswer({});
        Sending next(m_server->dsn());
        next.send();
        QTRY_VERIFY_WITH_TIMEOUT(next.isFinished, postPatience);
        QCOMPARE(m_server->requests().size(), 1);
        QCOMPARE(next.outcomes.first().verdict, UploadVerdict::RateLimited);
        QCOMPARE(next.outcomes.first().retryAt, first.outcomes.first().retryAt);
    }

    void aKeptLimitCanBeIgnoredButNotWhatIsSaidNow()
    {
        m_server->setAnswer(limitedForAnHour());
        Sending first(m_server->dsn());
        first.send();
        QTRY_VERIFY_WITH_TIMEOUT(first.isFinished, postPatience);
        Sending next(m_server->dsn());
        next.sender().ignoreKeptLimits();
        next.send({chunkEnvelope(), chunkEnvelope()});
        QTRY_VERIFY_WITH_TIMEOUT(next.isFinished, postPatience);
        QCOMPARE(m_server->requests().size(), 2);
        QCOMPARE(next.outcomes.last().httpStatus, 0);
    }

    void aLimitIsThatOfItsPlaceAlone()
    {
        m_server->setAnswer(limitedForAnHour());
        Sending first(m_server->dsn());
        first.send();
        QTRY_VERIFY_WITH_TIMEOUT(first.isFinished, postPatience);
        Sending stranger(m_server->dsnOfNobody());
        stranger.send();
        QTRY_VERIFY_WITH_TIMEOUT(stranger.isFinished, postPatience);
        QCOMPARE(m_server->requests().size(), 2);
    }

    // And neither a key nor an address is to be read there.
    void whatIsKeptOfALimitIsForTheUserAlone()
    {
        m_server->setAnswer(limitedForAnHour());
        Sending sending(m_server->dsn());
        sending.send();
        QTRY_VERIFY_WITH_TIMEOUT(sending.isFinished, postPatience);
        QFile file(m_state->filePath(QStringLiteral("emberchart/upload-limits.json")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray kept = file.readAll();
        QVERIFY(!kept.contains(RelayServer::publicKey));
        QVERIFY(!kept.contains("127.0.0.1"));
        constexpr auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup
            | QFileDevice::ReadOther | QFileDevice::WriteOther;
        QVERIFY(!(file.permissions() & others));
    }

    void aCertificateNobodySignedIsATlsError()
    {
        if (!QSslSocket::supportsSsl())
            QSKIP("Qt has no TLS backend here");
        const QTemporaryDir folder;
        QSslConfiguration tls;
        if (!makeCertificate(folder, tls))
            QSKIP("no openssl command to make a certificate with");
        RelayServer server;
        QVERIFY(server.listen(&tls));
        Sending sending(server.dsn());
        sending.send();
        QTRY_VERIFY_WITH_TIMEOUT(sending.isFinished, postPatience);
        QCOMPARE(sending.outcomes.first().verdict, UploadVerdict::TlsFailed);
        QVERIFY(!sending.outcomes.first().detail.isEmpty());
        QVERIFY(server.requests().isEmpty()); // nothing has left
    }

    void gzipKeepsEveryByte_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("short") << QByteArray("{}\n");
        QTest::newRow("zeros") << QByteArray(3'000'000, '\0');
    }

    void gzipKeepsEveryByte()
    {
        QFETCH(QByteArray, bytes);
        QCOMPARE(gunzip(gzipped(bytes)), std::optional(bytes));
    }

private:
    static bool makeCertificate(const QTemporaryDir &folder, QSslConfiguration &tls)
    {
        const auto key = folder.filePath(QStringLiteral("key.pem"));
        const auto certificate = folder.filePath(QStringLiteral("certificate.pem"));
        QProcess openssl;
        openssl.start(QStringLiteral("openssl"),
                      {QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-nodes"),
                       QStringLiteral("-newkey"), QStringLiteral("rsa:2048"),
                       QStringLiteral("-subj"), QStringLiteral("/CN=127.0.0.1"),
                       QStringLiteral("-days"), QStringLiteral("2"), QStringLiteral("-keyout"), key,
                       QStringLiteral("-out"), certificate});
        if (!openssl.waitForFinished(postPatience) || openssl.exitCode() != 0)
            return false;
        QFile keyFile(key);
        if (!keyFile.open(QIODevice::ReadOnly))
            return false;
        tls = QSslConfiguration::defaultConfiguration();
        tls.setPrivateKey(QSslKey(&keyFile, QSsl::Rsa));
        tls.setLocalCertificateChain(QSslCertificate::fromPath(certificate));
        return !tls.localCertificateChain().isEmpty();
    }

    std::unique_ptr<RelayServer> m_server;
    std::unique_ptr<QTemporaryDir> m_state; // the user's state folder
};

EMBER_TEST(TstEnvelopePost)
#include "tst_envelopepost.moc"
