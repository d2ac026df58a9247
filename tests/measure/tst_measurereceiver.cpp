// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/api/emberchart.h"
#include "capture/measure/measurereceiver.h"
#include "tests/capture/recorderrun.h"
#include "tests/support/testmain.h"

#include <QProcess>
#include <QTest>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <vector>

using namespace ember::capture;
using namespace ember::tests;

namespace {

// At a name of the abstract namespace.
FileDescriptor socketAt(const std::string &name, int (*place)(int, const sockaddr *, socklen_t))
{
    FileDescriptor made(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(&address.sun_path[1], name.data(), name.size());
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    if (place(made.number(), reinterpret_cast<const sockaddr *>(&address), size) != 0)
        return {};
    return made;
}

// What a program prints that reports to that name.
ProgramRun reportTo(const std::string &name, QStringList command)
{
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("EMBERCHART_SOCKET"), QString::fromStdString(name));
    process.setProcessEnvironment(environment);
    process.start(command.takeFirst(), command);
    return endOf(process);
}

// Sends the recorder a call of a transaction, or of none.
bool say(const FileDescriptor &connection, emberchart_kind_ kind, std::uint64_t transaction = 0)
{
    emberchart_message_ message{};
    message.magic = emberchart_magic_;
    message.kind = static_cast<std::uint8_t>(kind);
    std::size_t size = emberchart_header_size_;
    if (transaction != 0) {
        emberchart_span_tail_ tail{};
        tail.place.span = transaction;
        std::memcpy(&message.text[0], &tail, sizeof tail);
        size += sizeof tail;
    }
    return send(connection.number(), &message, size, MSG_NOSIGNAL) == ssize_t(size);
}

// The last packet that a program has sent over a connection that it has closed.
std::optional<AppMessage> lastMessage(const FileDescriptor &connection)
{
    std::optional<AppMessage> last;
    std::array<std::byte, sizeof(emberchart_message_)> bytes{};
    for (;;) {
        const auto size = recv(connection.number(), bytes.data(), bytes.size(), 0);
        if (size <= 0)
            return last;
        last = parseAppMessage(std::span(bytes).first(std::size_t(size)));
    }
}

QStringList reporterCommand()
{
    return {targetProgram(QStringLiteral("reporter")), QStringLiteral("values")};
}

} // namespace

// Any user of the machine can find the socket's name.
class TstMeasureReceiver : public QObject {
    Q_OBJECT

private slots:
    void oneProcessCannotTakeAllConnections()
    {
        const auto receiver = MeasureReceiver::open();
        QVERIFY(receiver);
        std::vector<FileDescriptor> connections;
        std::uint64_t refused = 0;
        for (int i = 0; i < 40; ++i) {
            connections.push_back(socketAt((*receiver)->name(), &::connect));
            refused += (*receiver)->take().refusedConnections;
        }
        refused += (*receiver)->take().refusedConnections;
        QCOMPARE(refused, std::uint64_t(24));
        const auto run = reportTo((*receiver)->name(), reporterCommand());
        QCOMPARE(run.output, QByteArray("1\n"));
        QCOMPARE((*receiver)->take().messages.size(), std::size_t(3));
    }

    void otherUsersAreNotListenedTo()
    {
        if (geteuid() != 0)
            QSKIP("only root can become another user");
        const auto receiver = MeasureReceiver::open();
        QVERIFY(receiver);
        const auto run = reportTo((*receiver)->name(), asNobody(reporterCommand()));
        QVERIFY2(run.status == 0, qPrintable(describe(run)));
        const auto received = (*receiver)->take();
        QVERIFY(received.messages.empty());
        QCOMPARE(received.refusedConnections, std::uint64_t(0));
    }

    void theEndOfATransactionIsNotLostToTheLimitOfCalls()
    {
        const auto receiver = MeasureReceiver::open();
        QVERIFY(receiver);
        const auto connection = socketAt((*receiver)->name(), &::connect);
        for (std::size_t call = 0; call < MeasureReceiver::callLimit + 10; ++call)
            QVERIFY(say(connection, emberchart_kind_start_profiler_));
        QVERIFY(say(connection, emberchart_kind_transaction_, 7));
        (*receiver)->receive();
        const auto calls = (*receiver)->takeCalls();
        QCOMPARE(calls.size(), MeasureReceiver::callLimit + 1);
        const auto *const last = std::get_if<TransactionEnded>(&calls.back().call);
        QVERIFY(last != nullptr && last->span == 7);
        QCOMPARE((*receiver)->take().dropped, std::uint64_t(10));
    }

    // They would be counted as lost.
    void callsThatNobodyTakesAreNoLoss()
    {
        const auto receiver = MeasureReceiver::open(MeasureReceiver::Calls::Forgotten);
        QVERIFY(receiver);
        const auto connection = socketAt((*receiver)->name(), &::connect);
        for (std::size_t call = 0; call < 2 * MeasureReceiver::callLimit + 10; ++call)
            QVERIFY(say(connection, emberchart_kind_start_profiler_));
        QVERIFY(say(connection, emberchart_kind_transaction_, 7));
        const auto received = (*receiver)->take();
        QCOMPARE(received.dropped, std::uint64_t(0));
        QCOMPARE(received.messages.size(), std::size_t(1));
        QVERIFY((*receiver)->takeCalls().empty());
    }

    void endsBeyondAllLimitsAreSaidTogether()
    {
        const auto receiver = MeasureReceiver::open();
        QVERIFY(receiver);
        const auto connection = socketAt((*receiver)->name(), &::connect);
        for (std::size_t call = 0; call < 2 * MeasureReceiver::callLimit + 10; ++call)
            QVERIFY(say(connection, emberchart_kind_ended_, call + 1));
        (*receiver)->receive();
        const auto calls = (*receiver)->takeCalls();
        QCOMPARE(calls.size(), 2 * MeasureReceiver::callLimit + 1);
        const auto *const last = std::get_if<TransactionEnded>(&calls.back().call);
        QVERIFY(last != nullptr && last->span == 0);
        QCOMPARE(static_cast<pid_t>(calls.back().sender), getpid());
        QVERIFY((*receiver)->takeCalls().empty());
    }

    void theEndOfATransactionIsNotLostToAFullSocket()
    {
        const std::string name = "emberchart-test-full-" + std::to_string(getpid());
        const auto listener = socketAt(name, &::bind);
        QCOMPARE(listen(listener.number(), 8), 0);
        const auto run =
            reportTo(name, {targetProgram(QStringLiteral("profiled")), QStringLiteral("crowded")});
        QVERIFY2(run.status == 0, qPrintable(describe(run)));
        const FileDescriptor connection(accept(listener.number(), nullptr, nullptr));
        const auto last = lastMessage(connection);
        QVERIFY(last);
        const auto *const call = std::get_if<ProfilerCall>(&last->content);
        QVERIFY(call != nullptr);
        const auto *const ended = std::get_if<TransactionEnded>(call);
        QVERIFY(ended != nullptr && ended->span != 0);
    }

    // Who took the name after a recorder's end.
    void aProgramTellsOtherUsersNothing()
    {
        if (geteuid() != 0)
            QSKIP("only root can become another user");
        constexpr uid_t nobody = 65534;
        const std::string name = "emberchart-test-" + std::to_string(getpid());
        QCOMPARE(seteuid(nobody), 0);
        const auto listener = socketAt(name, &::bind);
        const int listening = listen(listener.number(), 8);
        QCOMPARE(seteuid(0), 0);
        QCOMPARE(listening, 0);
        const auto run = reportTo(name, reporterCommand());
        QCOMPARE(run.output, QByteArray("0\n"));
    }
};

EMBER_TEST(TstMeasureReceiver)
#include "tst_measurereceiver.moc"
