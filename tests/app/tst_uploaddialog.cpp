// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/profilepart.h"
#include "app/sentry/uploaddialog.h"
#include "app/upload/dsnprofiles.h"
#include "app/window/actions.h"
#include "app/window/panels.h"
#include "model/profile/pauses.h"
#include "model/spans/spanbuilder.h"
#include "tests/app/openandwait.h"
#include "tests/app/sandbox.h"
#include "tests/capturelog/logfixture.h"
#include "tests/support/testmain.h"
#include "tests/support/twicerecorded.h"
#include "tests/support/variable.h"
#include "tests/upload/relayserver.h"
#include "views/lists/chunkspanel.h"
#include "views/state/viewstate.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QTreeWidget>

#include <memory>

using namespace ember;
using namespace ember::app;
using ember::tests::openAndWait;
using ember::tests::Sandbox;

namespace {

// A window with a small chunk, and the dialog that sends it.
class Sending {
public:
    explicit Sending(const QString &name = QStringLiteral("a.json"),
                     const QByteArray &content = tests::smallChunk())
        : m_file(m_sandbox.write(name, content))
    {
        m_window.show();
        openAndWait(m_window, {m_file});
    }

    const QString &file() const { return m_file; }

    MainWindow &window() { return m_window; }

    void open() { m_window.actions().at("upload")->trigger(); }

    void close()
    {
        dialog()->close();
        EMBER_TRY(dialog() == nullptr);
    }

    void send()
    {
        open();
        press();
    }

    // Sends what the dialog has.
    void press()
    {
        EMBER_TRY(button()->isEnabled());
        button()->click();
        EMBER_TRY(!part<QLabel>("result")->text().isEmpty());
    }

    UploadDialog *dialog() { return m_window.findChild<UploadDialog *>(); }

    QPushButton *button() { return part<QPushButton>("send"); }

    // The lines of the list of what leaves.
    QStringList leaving()
    {
        QStringList lines;
        const auto *content = part<QTreeWidget>("content");
        for (int row = 0; row < content->topLevelItemCount(); ++row) {
            QTreeWidgetItem *group = content->topLevelItem(row);
            group->setExpanded(true);
            lines << group->text(0);
            for (int entry = 0; entry < group->childCount(); ++entry)
                lines << group->child(entry)->text(0);
        }
        return lines;
    }

    template<typename Widget>
    Widget *part(const char *name)
    {
        auto *widget = dialog()->findChild<Widget *>(QString::fromLatin1(name));
        if (widget == nullptr)
            qFatal("no %s", name);
        return widget;
    }

private:
    const Sandbox m_sandbox;
    const QString m_file;
    MainWindow m_window;
};

// Chunks of it are made when they are written.
QByteArray smallCpuProfile()
{
    return R"({"nodes":[{"id":1,"callFrame":{"functionName":"work","scriptId":"0","url":"",)"
           R"("lineNumber":-1,"columnNumber":-1}}],"startTime":0,"endTime":3000,)"
           R"("samples":[1,1,1],"timeDeltas":[1000,1000,1000]})";
}

// One thread, three samples.
QByteArray smallProfileV1()
{
    return R"({"version":"1","event_id":"41fed0925670468bb0457f61a74688ec",)"
           R"("timestamp":"2026-11-21T07:00:00.25Z","release":"app@1.0","environment":"test",)"
           R"("platform":"node","device":{"architecture":"x64"},)"
           R"("os":{"name":"linux","version":"6.1"},)"
           R"("transaction":{"id":"30976f2ddbe04ac9b6bffe6e35d4710c","name":"GET /",)"
           R"("trace_id":"4b25bc58f14243d8b208d1e22a054164","active_thread_id":"7"},)"
           R"("profile":{"samples":[)"
           R"({"stack_id":0,"thread_id":"7","elapsed_since_start_ns":"1000000"},)"
           R"({"stack_id":0,"thread_id":"7","elapsed_since_start_ns":"11000000"},)"
           R"({"stack_id":0,"thread_id":"7","elapsed_since_start_ns":"21000000"}],)"
           R"("stacks":[[0]],"frames":[{"function":"main","filename":"a.js"}],)"
           R"("thread_metadata":{"7":{"name":"main"}}}})";
}

// A second of samples; two transactions lasted for a part of it each.
QByteArray captureOfTransactions()
{
    using namespace ember::model::capturelog;
    constexpr int ticks = 100;
    tests::LogFile log;
    log->event({model::CaptureEventKind::Started, tests::captureStart, 0, ""});
    const auto small = tests::beginSmallProcess(log);
    log->event({model::CaptureEventKind::Resumed, tests::captureStart, 0,
                std::string(model::ofTransactions)});
    for (int tick = 0; tick < ticks; ++tick) {
        const model::TickSample sample{small.thread,
                                       model::SampleKind::Taken,
                                       tests::smallStack(log, small, 0x300),
                                       {9'000'000, 12'000, model::ThreadState::Running}};
        if (!log->tick(tests::tickTime(tick), {&sample, 1}))
            qFatal("no tick");
    }
    const auto transaction = [&](std::uint64_t id, int from, int to) {
        log->transaction({small.process, small.thread, "GET /", "http.server", 7, 8, id, "ok",
                          tests::tickTime(from), tests::tickTime(to)});
    };
    transaction(1, 10, 40);
    transaction(2, 50, 80);
    log.finish();
    return QByteArray::fromStdString(log.bytes());
}

QStringList typesOf(const tests::RelayRequest &request)
{
    QStringList types;
    for (const QJsonObject &header : request.itemHeaders)
        types << header.value(u"type").toString();
    return types;
}

tests::RelayAnswer limitingAnswer()
{
    tests::RelayAnswer answer;
    answer.status = 429;
    answer.headers = {"Retry-After: 120"};
    return answer;
}

} // namespace

class TstUploadDialog : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_server = std::make_unique<tests::RelayServer>();
        QVERIFY(m_server->listen());
    }

    void chunksAreSentAndMarked()
    {
        Sending sending;
        Settings().setDsn(m_server->dsn());
        sending.open();
        EMBER_TRY(sending.button()->isEnabled());
        QVERIFY(sending.part<QTreeWidget>("content")->topLevelItemCount() >= 2);
        QVERIFY(!sending.part<QPushButton>("openPage")->isVisible()); // nothing is there yet
        QVERIFY(m_server->requests().isEmpty());
        sending.close();
        sending.send();
        QCOMPARE(m_server->requests().size(), 1);
        QVERIFY2(m_server->requests().first().problem.isEmpty(),
                 qPrintable(m_server->requests().first().problem));
        EMBER_TRY(sending.window().panels().chunks->rows().size() == 1);
        EMBER_TRY(sending.window().panels().chunks->rows().front().sent == views::ChunkSent::Yes);
    }

    void whatWasReceivedIsSaidBeforeItIsSentAgain()
    {
        Sending sending;
        Settings().setDsn(m_server->dsn());
        sending.send();
        sending.close();
        sending.open();
        EMBER_TRY(sending.button()->isEnabled());
        EMBER_TRY(sending.part<QLabel>("sentBefore")->isVisible());
        QVERIFY(sending.part<QLabel>("sentBefore")->text().contains(QLatin1String("127.0.0.1")));
        QVERIFY(!sending.part<QLabel>("sentBefore")->text().startsWith(QLatin1Char('p')));
        QCOMPARE(sending.button()->text(), QStringLiteral("&Send Again"));
        QVERIFY(!sending.button()->isDefault()); // not by Enter
        sending.part<QLineEdit>("dsn")->setText(m_server->dsnOfNobody() + QLatin1Char('1'));
        EMBER_TRY(!sending.part<QLabel>("sentBefore")->isVisible());
        QCOMPARE(sending.button()->text(), QStringLiteral("&Send"));
    }

    void thePanelSaysWhenAndWhereAChunkWasSentBefore_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("a chunk") << QStringLiteral("a.json") << tests::smallChunk();
        QTest::newRow("cut when it is sent") << QStringLiteral("a.cpuprofile") << smallCpuProfile();
    }

    void thePanelSaysWhenAndWhereAChunkWasSentBefore()
    {
        QFETCH(const QString, name);
        QFETCH(const QByteArray, content);
        Sending sending(name, content);
        Settings().setDsn(m_server->dsn());
        const auto receipt = [](MainWindow &window) {
            const auto &rows = window.panels().chunks->rows();
            return rows.size() == 1 ? rows.front().receipt : QString();
        };
        EMBER_TRY(sending.window().panels().chunks->rows().size() == 1);
        QCOMPARE(receipt(sending.window()), QString());
        sending.send();
        EMBER_TRY(receipt(sending.window()).contains(QLatin1String("127.0.0.1")));
        MainWindow later; // of another run
        openAndWait(later, {sending.file()});
        EMBER_TRY(receipt(later).contains(QLatin1String("127.0.0.1")));
        const auto year = QDate::currentDate().toString(QStringLiteral("yy"));
        QVERIFY2(receipt(later).contains(year), qPrintable(receipt(later)));
        QCOMPARE(later.panels().chunks->rows().front().sent, views::ChunkSent::Yes);
    }

    // Of a capture, whose chunks are made when they are sent.
    void idsAreTheSameEachTime()
    {
        Sending sending;
        sending.open();
        const auto ids = [&] { return sending.part<QTreeWidget>("uploadChunks"); };
        EMBER_TRY(ids()->topLevelItemCount() == 1);
        const QString first = ids()->topLevelItem(0)->text(0);
        sending.close();
        sending.open();
        EMBER_TRY(ids()->topLevelItemCount() == 1);
        QCOMPARE(ids()->topLevelItem(0)->text(0), first);
    }

    void aRefusedUploadSaysWhy()
    {
        Sending sending;
        m_server->setAnswer(limitingAnswer());
        Settings().setDsn(m_server->dsn());
        sending.send();
        const auto *row = sending.part<QTreeWidget>("uploadChunks")->topLevelItem(0);
        QVERIFY2(row->text(3).contains(QLatin1String("limiting")), qPrintable(row->text(3)));
        QVERIFY(!sending.button()->isEnabled());
    }

    void whatWasRefusedCanBeSentAgainAtOnce_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<bool>("isOffered");
        QTest::newRow("the server's fault") << 500 << true;
        QTest::newRow("a project that is disabled") << 403 << true;
        QTest::newRow("too large") << 413 << false; // it is so the next time
    }

    void whatWasRefusedCanBeSentAgainAtOnce()
    {
        QFETCH(const int, status);
        QFETCH(const bool, isOffered);
        Sending sending;
        tests::RelayAnswer answer;
        answer.status = status;
        m_server->setAnswer(answer);
        Settings().setDsn(m_server->dsn());
        sending.send();
        auto *retry = sending.part<QPushButton>("retry");
        QCOMPARE(retry->isVisible(), isOffered);
        QCOMPARE(sending.button()->isVisible(), !isOffered);
        if (!isOffered)
            return;
        m_server->setAnswer({});
        const auto *result = sending.part<QLabel>("result");
        QVERIFY2(result->text().contains(QLatin1String("1 of them can be sent again")),
                 qPrintable(result->text()));
        retry->click();
        EMBER_TRY(result->text().contains(QLatin1String("All 1 envelope")));
        QVERIFY(!retry->isVisible());
        QCOMPARE(m_server->requests().size(), 2);
        QCOMPARE(m_server->requests().at(1).payloads.first(), // a client report comes with it
                 m_server->requests().at(0).payloads.first());
    }

    // Another program has forgotten it.
    void whatIsGoneIsNotWaitedFor()
    {
        Sending sending;
        tests::RelayAnswer answer;
        answer.status = 500;
        m_server->setAnswer(answer);
        Settings().setDsn(m_server->dsn());
        sending.send();
        auto *retry = sending.part<QPushButton>("retry");
        QVERIFY(retry->isVisible());
        auto queue = UploadQueue::open(UploadQueue::Use::Look);
        QVERIFY(queue);
        QList<qint64> numbers;
        const auto items = queue->items();
        QVERIFY(items);
        for (const QueuedUpload &item : items.value())
            numbers.append(item.number);
        QCOMPARE(queue->forget(numbers).value(), numbers);
        retry->click();
        const auto *result = sending.part<QLabel>("result");
        EMBER_TRY(!result->text().contains(QLatin1String("can be sent again")));
        EMBER_TRY(!sending.dialog()->findChild<QProgressBar *>()->isVisible());
        QVERIFY(!retry->isVisible());
    }

    // Not before the limit ends: it is said when.
    void whatIsLimitedCanBeSentAgainLater()
    {
        Sending sending;
        m_server->setAnswer(limitingAnswer());
        Settings().setDsn(m_server->dsn());
        sending.send();
        const auto *retry = sending.part<QPushButton>("retry");
        QVERIFY(retry->isVisible());
        QVERIFY(!retry->isEnabled());
        QVERIFY2(retry->text().startsWith(QLatin1String("Try Again from ")),
                 qPrintable(retry->text()));
    }

    // What may have arrived would count twice.
    void whatIsInDoubtIsNotOfferedAgain()
    {
        Sending sending;
        tests::RelayAnswer answer;
        answer.ending = tests::RelayEnding::Reset;
        m_server->setAnswer(answer);
        Settings().setDsn(m_server->dsn());
        sending.send();
        QVERIFY(!sending.part<QPushButton>("retry")->isVisible());
    }

    void aLimitHoldsForTheNextDialog()
    {
        Sending sending;
        m_server->setAnswer(limitingAnswer());
        Settings().setDsn(m_server->dsn());
        sending.send();
        sending.close();
        sending.open();
        EMBER_TRY(sending.part<QLabel>("limit")->isVisible());
        QVERIFY(
            sending.part<QLabel>("limit")->text().contains(QLatin1String("upload-limits.json")));
        QVERIFY(!sending.button()->isEnabled());
        QCOMPARE(m_server->requests().size(), 1);
    }

    void itIsSaidWhatOfTheProfileIsSent()
    {
        Sending sending(QStringLiteral("a.json"), tests::largeChunk(3, 100));
        const auto samples = [&] {
            return sending.part<QLabel>("summary")->text().section(u' ', 3, 3).toInt();
        };
        const auto said = [&] { return sending.part<QLabel>("partText")->text(); };
        sending.open();
        EMBER_TRY(samples() == 300);
        QVERIFY2(said().startsWith(QStringLiteral("Sent: The whole profile: 3 threads, ")),
                 qPrintable(said()));
        QVERIFY(!sending.part<QRadioButton>("selectedPart")->isVisible());
        sending.close();
        auto &state = sending.window().viewState();
        const auto all = state.spans()->profile()->timeRange();
        state.selection().selectRange(model::TimeRange{all.start, all.start + all.duration() / 4});
        state.threads().showOnly({state.threads().all().front()});
        sending.open();
        EMBER_TRY(samples() > 0);
        QVERIFY2(samples() < 30, qPrintable(sending.part<QLabel>("summary")->text()));
        QVERIFY2(said().startsWith(QStringLiteral("Sent: The selected range and 1 of 3 thread")),
                 qPrintable(said()));
        QVERIFY(sending.part<QRadioButton>("selectedPart")->isChecked());
        sending.part<QRadioButton>("wholePart")->click();
        QVERIFY(said().startsWith(QStringLiteral("Sent: The whole profile")));
        EMBER_TRY(samples() == 300);
        sending.part<QRadioButton>("selectedPart")->click();
        EMBER_TRY(samples() > 0 && samples() < 30);
    }

    // Neither with all nor with a range: its samples would count twice in Sentry.
    void whatWasRecordedTwiceIsNotSentUnlessItIsChosen()
    {
        views::ViewState state;
        state.open(model::buildSpans(tests::recordedTwice()));
        const auto sent = [](const ProfilePart &part) {
            std::size_t threads = 0;
            for (const auto &piece : part.choose().pieces)
                threads += piece.threads.size();
            return threads;
        };
        QCOMPARE(state.threads().secondRecords().size(), 1U);
        QCOMPARE(sent(wholePart(*state.spans(), state.threads())), 1U);
        const auto all = state.spans()->profile()->timeRange();
        state.selection().selectRange(model::TimeRange{all.start, all.start + all.duration() / 2});
        const auto selected = [&] {
            return partOfSelection(*state.spans(), state.sums(), state.threads());
        };
        QCOMPARE(sent(selected().value()), 1U);
        state.threads().showOnly(state.threads().secondRecords());
        const auto chosen = selected().value().choose().pieces;
        QCOMPARE(chosen.size(), 1U);
        QVERIFY(chosen.front().process
                == state.spans()->profile()->thread(state.threads().shown().front()).process);
    }

    void chunkOptionsReachWhatIsSent()
    {
        Sending sending;
        Settings settings;
        settings.setDsn(m_server->dsn());
        ChunkSettings chunks;
        chunks.release = QStringLiteral("fromsettings@1");
        settings.setChunks(chunks);
        sending.open();
        EMBER_TRY(sending.leaving().contains(QStringLiteral("Release: fromsettings@1")));
        sending.part<QLineEdit>("release")->setText(QStringLiteral("fromdialog@2"));
        EMBER_TRY(sending.leaving().contains(QStringLiteral("Release: fromdialog@2")));
    }

    void theListOfWhatLeavesHasEnvironmentAndDistribution()
    {
        Sending sending;
        Settings settings;
        settings.setDsn(m_server->dsn());
        ChunkSettings chunks;
        chunks.environment = QStringLiteral("staging");
        chunks.dist = QStringLiteral("nightly");
        settings.setChunks(chunks);
        sending.open();
        const auto *content = sending.part<QTreeWidget>("content");
        EMBER_TRY(content->topLevelItemCount() > 0);
        for (const char *text : {"Environment: staging", "Distribution: nightly"})
            QVERIFY2(content->findItems(QString::fromLatin1(text), Qt::MatchExactly).size() == 1,
                     text);
    }

    void whatIsTakenOutIsNeitherListedNorSent()
    {
        Sending sending(QStringLiteral("a.json"),
                        tests::smallChunk().replace("work.py", "/home/ada/work.py"));
        Settings().setDsn(m_server->dsn());
        sending.open();
        EMBER_TRY(sending.leaving().contains(QStringLiteral("/home/ada/work.py")));
        sending.part<QCheckBox>("homes")->setChecked(true);
        EMBER_TRY(sending.leaving().contains(QStringLiteral("~/work.py")));
        QVERIFY(!sending.leaving().contains(QStringLiteral("/home/ada/work.py")));
        QVERIFY(sending.leaving().contains(QStringLiteral("/home/ada/work.py → ~/work.py (1)")));
        sending.press();
        const QByteArray sent = m_server->requests().first().envelope;
        QVERIFY(sent.contains("~/work.py") && !sent.contains("/home/ada"));
        sending.close();
        sending.open();
        QVERIFY(sending.part<QCheckBox>("homes")->isChecked());
    }

    void whatSentryWillChangeIsSaid()
    {
        Sending sending(
            QStringLiteral("a.json"),
            tests::smallChunk().replace(R"("environment")", R"("unknown":"x","environment")"));
        sending.open();
        EMBER_TRY(!sending.leaving().filter(QStringLiteral("backend-members-dropped")).isEmpty());
        QVERIFY(sending.leaving().contains(QStringLiteral("unknown: x")));
    }

    void anEnvelopeIsSavedAndNothingIsSent()
    {
        Sending sending;
        Settings().setDsn(m_server->dsn());
        sending.open();
        EMBER_TRY(sending.button()->isEnabled());
        const QString path =
            QFileInfo(sending.file()).dir().filePath(QStringLiteral("out.envelope"));
        sending.dialog()->saveEnvelopesTo(path);
        EMBER_TRY(!sending.part<QLabel>("result")->text().isEmpty());
        QFile file(path);
        QVERIFY(file.open(QFile::ReadOnly));
        const QByteArray saved = file.readAll();
        QVERIFY(m_server->requests().isEmpty());
        sending.button()->click();
        EMBER_TRY(!m_server->requests().isEmpty());
        QVERIFY(saved.contains(m_server->requests().first().payloads.first()));
    }

    // Where no keychain answers.
    void aDestinationKeepsTheKeyAndWhatIsTakenOut()
    {
        const tests::Variable noBus("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere");
        Sending sending;
        Settings().setDsn(m_server->dsn());
        sending.open();
        sending.part<QCheckBox>("homes")->setChecked(true);
        sending.part<QPushButton>("saveDestination")->click();
        auto *ask = sending.dialog()->findChild<QInputDialog *>(QStringLiteral("destinationName"));
        QVERIFY(ask != nullptr);
        ask->setTextValue(QStringLiteral("work"));
        ask->accept();
        EMBER_TRY(sending.part<QLabel>("result")->text().contains(
            QLatin1String("destination-secrets.json")));
        QCOMPARE(sending.part<QLineEdit>("dsn")->text(), QStringLiteral("work"));
        sending.close();
        sending.open();
        QVERIFY(!sending.part<QCheckBox>("homes")->isChecked());
        sending.part<QLineEdit>("dsn")->setText(QStringLiteral("work"));
        QVERIFY(sending.part<QCheckBox>("homes")->isChecked());
        QVERIFY(sending.part<QLabel>("dsnState")->text().contains(QLatin1String("127.0.0.1")));
        sending.press();
        QCOMPARE(m_server->requests().size(), 1);
        QCOMPARE(m_server->requests().first().problem, QString());
        sending.close();
        sending.open();
        QCOMPARE(sending.part<QLineEdit>("dsn")->text(), QStringLiteral("work"));
    }

    // Before the keychain is asked for the key.
    void aLimitOfASavedDestinationIsKnown()
    {
        const tests::Variable noBus("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere");
        Sending sending;
        m_server->setAnswer(limitingAnswer());
        Settings().setDsn(m_server->dsn());
        sending.open();
        sending.dialog()->saveDestination(QStringLiteral("work"));
        QCOMPARE(sending.part<QLineEdit>("dsn")->text(), QStringLiteral("work"));
        sending.press();
        EMBER_TRY(sending.part<QLabel>("result")->text().contains(QLatin1String("received")));
        sending.close();
        sending.open();
        QCOMPARE(sending.part<QLineEdit>("dsn")->text(), QStringLiteral("work"));
        EMBER_TRY(sending.part<QLabel>("limit")->isVisible());
        QVERIFY(!sending.button()->isEnabled());
        QCOMPARE(m_server->requests().size(), 1);
    }

    void aSavedDestinationCanBeRemoved()
    {
        Sending sending;
        DsnProfile work;
        work.name = QStringLiteral("work");
        work.dsn = *model::sentry::parseDsn(m_server->dsn().toStdString());
        QVERIFY(addDsnProfile(work));
        sending.open();
        auto *remove = sending.part<QPushButton>("removeDestination");
        QVERIFY(!remove->isEnabled());
        sending.part<QLineEdit>("dsn")->setText(QStringLiteral("work"));
        QVERIFY(remove->isEnabled());
        remove->click();
        auto *question = sending.dialog()->findChild<QMessageBox *>();
        QVERIFY(question != nullptr);
        question->button(QMessageBox::Cancel)->click();
        EMBER_TRY(sending.dialog()->findChild<QMessageBox *>() == nullptr);
        QCOMPARE(dsnProfiles()->size(), 1);
        remove->click();
        question = sending.dialog()->findChild<QMessageBox *>();
        for (QAbstractButton *button : question->buttons()) {
            if (question->buttonRole(button) == QMessageBox::AcceptRole)
                button->click();
        }
        EMBER_TRY(dsnProfiles()->isEmpty());
        EMBER_TRY(sending.part<QLineEdit>("dsn")->text().isEmpty());
        QVERIFY(!remove->isEnabled());
        QVERIFY(sending.part<QLabel>("result")->text().contains(QLatin1String("work")));
    }

    void aV1ProfileGoesAsV1UnlessV2IsChosen()
    {
        Sending sending(QStringLiteral("a.json"), smallProfileV1());
        Settings().setDsn(m_server->dsn());
        sending.send();
        QCOMPARE(typesOf(m_server->requests().first()),
                 (QStringList{QStringLiteral("transaction"), QStringLiteral("profile")}));
        sending.close();
        sending.open();
        EMBER_TRY(sending.part<QComboBox>("format")->isVisible());
        sending.part<QComboBox>("format")->setCurrentIndex(1);
        sending.press();
        QCOMPARE(typesOf(m_server->requests().last()),
                 QStringList{QStringLiteral("profile_chunk")});
    }

    // SPEC L12: each transaction with its profile, and no samples of other times.
    void aCaptureOfTransactionsGoesAsV1WithThese()
    {
        Sending sending(QStringLiteral("a.ember"), captureOfTransactions());
        Settings().setDsn(m_server->dsn());
        sending.send();
        QCOMPARE(m_server->requests().size(), 2);
        for (const auto &request : m_server->requests()) {
            QCOMPARE(typesOf(request),
                     (QStringList{QStringLiteral("transaction"), QStringLiteral("profile")}));
            QVERIFY2(request.problem.isEmpty(), qPrintable(request.problem));
        }
        sending.close();
        sending.open();
        EMBER_TRY(sending.part<QComboBox>("format")->isVisible());
        sending.part<QComboBox>("format")->setCurrentIndex(1);
        sending.press();
        EMBER_TRY(m_server->requests().size() > 2);
        QCOMPARE(typesOf(m_server->requests()[2]), QStringList{QStringLiteral("profile_chunk")});
    }

    // Whoever is on the way can read the key: a proxy, too.
    void anAddressInTheOpenIsSaid()
    {
        Sending sending;
        sending.open();
        const auto stateOf = [&](const char *scheme) {
            sending.part<QLineEdit>("dsn")->setText(
                QLatin1String(scheme)
                + QStringLiteral("://%1@sentry.example/1")
                      .arg(QLatin1String(tests::RelayServer::publicKey)));
            return sending.part<QLabel>("dsnState")->text();
        };
        QVERIFY(!stateOf("https").contains(QLatin1String("http://")));
        QVERIFY(stateOf("http").contains(QLatin1String("http://")));
        const tests::Variable proxy("http_proxy", "http://10.9.8.7:3128");
        stateOf("https"); // the same text again is no news
        const QString state = stateOf("http");
        QVERIFY2(state.contains(QLatin1String("10.9.8.7:3128")), qPrintable(state));
    }

    void theSecretOfADsnIsNotKept()
    {
        Sending sending;
        sending.open();
        QString withSecret = m_server->dsn();
        withSecret.insert(withSecret.indexOf(QLatin1Char('@')), QStringLiteral(":hush"));
        sending.part<QLineEdit>("dsn")->setText(withSecret);
        sending.part<QCheckBox>("keepDsn")->click();
        EMBER_TRY(sending.button()->isEnabled());
        sending.button()->click();
        EMBER_TRY(!sending.part<QLabel>("result")->text().isEmpty());
        QVERIFY(m_server->requests().first().headers.value("x-sentry-auth").contains("hush"));
        QCOMPARE(Settings().dsn(), m_server->dsn());
    }

    void aDsnIsKeptOnlyIfTheUserAsksForIt()
    {
        Sending sending;
        const auto sendTyped = [&](bool isKept) {
            sending.open();
            sending.part<QLineEdit>("dsn")->setText(m_server->dsn());
            auto *keep = sending.part<QCheckBox>("keepDsn");
            EMBER_TRY(keep->isVisible());
            if (isKept != keep->isChecked())
                keep->click();
            sending.press();
            sending.close();
        };
        sending.open();
        QVERIFY(!sending.part<QCheckBox>("keepDsn")->isChecked());
        sending.close();
        sendTyped(false);
        QCOMPARE(Settings().dsn(), QString());
        QVERIFY(!userStore().fileName().isEmpty());
        QFile file(userStore().fileName());
        const QByteArray key(tests::RelayServer::publicKey);
        QVERIFY(!file.open(QIODevice::ReadOnly) || !file.readAll().contains(key));
        sendTyped(true);
        QCOMPARE(Settings().dsn(), m_server->dsn());
        sendTyped(false);
        QCOMPARE(Settings().dsn(), QString());
    }

    void anotherDsnThanTheKeptOneIsNotKeptUnasked()
    {
        Sending sending;
        Settings().setDsn(m_server->dsn());
        sending.open();
        auto *edit = sending.part<QLineEdit>("dsn");
        auto *keep = sending.part<QCheckBox>("keepDsn");
        edit->setText(m_server->dsn());
        QVERIFY(keep->isChecked());
        edit->setText(m_server->dsnOfNobody());
        QVERIFY(!keep->isChecked());
        edit->setText(m_server->dsn());
        QVERIFY(keep->isChecked());
        keep->click();
        edit->setText(m_server->dsnOfNobody());
        keep->click();
        edit->setText(m_server->dsn() + QLatin1Char('1'));
        QVERIFY(keep->isChecked()); // as was asked for
    }

    // As by the options of the command.
    void aTransactionIsAddedAndIdleSamplesAreLeftOut()
    {
        Sending sending(QStringLiteral("a.json"), tests::smallChunk());
        Settings().setDsn(m_server->dsn());
        sending.open();
        EMBER_TRY(sending.button()->isEnabled());
        const QString before = sending.leaving().join(QLatin1Char('\n'));
        QVERIFY(!before.contains(QLatin1String("transaction: ")));
        sending.part<QCheckBox>("thinned")->click();
        sending.part<QCheckBox>("transaction")->click();
        EMBER_TRY(
            sending.leaving().join(QLatin1Char('\n')).contains(QLatin1String("transaction: ")));
        sending.press();
        QCOMPARE(m_server->requests().size(), 2);
        QCOMPARE(typesOf(m_server->requests()[1]), QStringList{QStringLiteral("transaction")});
    }

    void aBadDsnKeepsTheButtonOff()
    {
        Sending sending;
        Settings().setDsn(QStringLiteral("https://nonsense"));
        sending.open();
        EMBER_TRY(sending.part<QTreeWidget>("uploadChunks")->topLevelItemCount() == 1);
        QVERIFY(!sending.button()->isEnabled());
    }

private:
    std::unique_ptr<tests::RelayServer> m_server;
};

EMBER_TEST(TstUploadDialog)
#include "tst_uploaddialog.moc"
