// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/measure/measurereceiver.h"
#include "tests/capture/recorderrun.h"
#include "tests/support/testmain.h"

#include <QProcess>
#include <QTest>

#include <cstring>
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
