// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/procreader.h"
#include "tests/support/testmain.h"

#include <QCoreApplication>
#include <QTest>

#include <array>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ember::capture;

namespace {

// Makes openat2 fail in this process from now on.
bool failOpenat2(int error)
{
    std::array<sock_filter, 4> rules{{
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<unsigned>(error)),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    }};
    const sock_fprog program{static_cast<unsigned short>(rules.size()), rules.data()};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        && ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

} // namespace

class TstTargetRoot : public QObject {
    Q_OBJECT

private slots:
    void ourOwnRootNeedsNoOpenat2_data();
    void ourOwnRootNeedsNoOpenat2();
};

void TstTargetRoot::ourOwnRootNeedsNoOpenat2_data()
{
    QTest::addColumn<int>("error");
    QTest::newRow("an older kernel") << ENOSYS;
    QTest::newRow("a filter") << EPERM;
    QTest::newRow("another failure") << EACCES;
}

void TstTargetRoot::ourOwnRootNeedsNoOpenat2()
{
    QFETCH(int, error);
    const auto path = QCoreApplication::applicationFilePath().toStdString();
    const auto target = ::getpid();
    constexpr int isOpen = 1;
    constexpr int isNotOpen = 2;
    constexpr int hasNoFilter = 3;
    const auto child = ::fork();
    if (child == 0) {
        if (!failOpenat2(error))
            ::_exit(hasNoFilter);
        ::_exit(openInRoot(target, path, O_RDONLY).isOpen() ? isOpen : isNotOpen);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status));
    if (WEXITSTATUS(status) == hasNoFilter)
        QSKIP("calls cannot be filtered here");
    QCOMPARE(WEXITSTATUS(status), error == EACCES ? isNotOpen : isOpen);
}

EMBER_TEST(TstTargetRoot)
#include "tst_targetroot.moc"
