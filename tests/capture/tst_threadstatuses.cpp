// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/threadfiles.h"
#include "capture/sampling/captureclock.h" // moc cannot parse <chrono> as the first standard header
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <csignal>
#include <poll.h>
#include <set>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace ember::capture;
using namespace std::chrono_literals;

// Ends of real children, which wait as stops of threads do.
class TstThreadStatuses : public QObject {
    Q_OBJECT

private slots:
    void allAreToldOf_data();
    void allAreToldOf();
    void whoIsKnownToNobodyIsFound();
    void fewAreAskedWithoutALook();
};

namespace {

// Each ends when it is told to.
class Children {
public:
    explicit Children(int count)
    {
        if (pipe(m_pipe) != 0)
            return;
        for (int number = 0; number < count; ++number) {
            const pid_t child = fork();
            if (child == 0) {
                close(m_pipe[1]);
                char ignored = 0;
                while (read(m_pipe[0], &ignored, 1) < 0) { }
                _exit(7);
            }
            pids.push_back(child);
        }
        close(m_pipe[0]);
    }

    ~Children()
    {
        endAll();
        for (const pid_t child : pids)
            waitpid(child, nullptr, __WALL);
    }

    Children(const Children &) = delete;
    Children &operator=(const Children &) = delete;

    void endAll()
    {
        if (m_pipe[1] >= 0)
            close(std::exchange(m_pipe[1], -1));
    }

    std::vector<pid_t> pids;

private:
    int m_pipe[2] = {-1, -1};
};

// As the recorder waits: until the signal comes or the next look is due.
std::set<pid_t> endedOf(ThreadStatuses &statuses, std::size_t count)
{
    std::set<pid_t> ended;
    const auto patience = CaptureClock::now() + 60s;
    while (ended.size() < count && CaptureClock::now() < patience) {
        while (const auto found = statuses.next()) {
            if (WIFEXITED(found->status) && WEXITSTATUS(found->status) == 7)
                ended.insert(found->thread);
        }
        const auto left = std::min(statuses.nextLook(), patience) - CaptureClock::now();
        const auto ms = std::chrono::ceil<std::chrono::milliseconds>(left).count();
        pollfd event{statuses.eventFd(), POLLIN, 0};
        if (ended.size() < count)
            poll(&event, 1, static_cast<int>(std::max<std::int64_t>(ms, 0)));
    }
    return ended;
}

// In a process of its own: SIGCHLD must be blocked in all threads, and the test's has others.
template<typename Check>
bool holdsApart(Check check)
{
    const pid_t child = fork();
    if (child == 0) {
        sigset_t childSignal;
        sigemptyset(&childSignal);
        sigaddset(&childSignal, SIGCHLD);
        sigprocmask(SIG_BLOCK, &childSignal, nullptr);
        _exit(check() ? 0 : 1);
    }
    int status = -1;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

void TstThreadStatuses::allAreToldOf_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<bool>("isExpected");
    QTest::newRow("few") << 5 << false;
    QTest::newRow("many, expected") << 300 << true;
    QTest::newRow("many, by themselves") << 300 << false;
}

void TstThreadStatuses::allAreToldOf()
{
    QFETCH(const int, count);
    QFETCH(const bool, isExpected);
    QVERIFY(holdsApart([=] {
        Children children(count);
        ThreadStatuses statuses;
        for (const pid_t child : children.pids) {
            statuses.add(child);
            if (isExpected)
                statuses.expect(child);
        }
        children.endAll();
        return endedOf(statuses, children.pids.size()).size() == static_cast<std::size_t>(count);
    }));
}

void TstThreadStatuses::whoIsKnownToNobodyIsFound()
{
    QVERIFY(holdsApart([] {
        Children known(200);
        Children unknown(1);
        ThreadStatuses statuses;
        for (const pid_t child : known.pids)
            statuses.add(child);
        unknown.endAll();
        return endedOf(statuses, 1).contains(unknown.pids.front());
    }));
}

void TstThreadStatuses::fewAreAskedWithoutALook()
{
    QVERIFY(holdsApart([] {
        const Children children(3);
        ThreadStatuses statuses;
        for (const pid_t child : children.pids)
            statuses.add(child);
        return !statuses.next() && statuses.nextLook() == CaptureTime::max();
    }));
}

EMBER_TEST(TstThreadStatuses)
#include "tst_threadstatuses.moc"
