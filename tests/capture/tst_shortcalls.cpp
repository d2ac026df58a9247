// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/recorderrun.h"
#include "tests/support/testmain.h"
#include "tests/support/threeattempts.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using namespace ember::tests;
using namespace ember::model;

namespace {

std::vector<int> allowedCpus()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    sched_getaffinity(0, sizeof set, &set);
    std::vector<int> cpus;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (CPU_ISSET(static_cast<unsigned>(cpu), &set))
            cpus.push_back(cpu);
    }
    return cpus;
}

bool mayBeRealTime()
{
    sched_param priority{};
    priority.sched_priority = sched_get_priority_min(SCHED_FIFO);
    const bool may = sched_setscheduler(0, SCHED_FIFO, &priority) == 0;
    priority.sched_priority = 0;
    sched_setscheduler(0, SCHED_OTHER, &priority);
    return may;
}

// Of samples of running threads those whose innermost frame is not the program's own code.
struct Found {
    std::size_t all = 0;
    std::size_t inCalls = 0;

    explicit Found(const Profile &profile)
    {
        const auto thread = threadNamed(profile, "shortcalls");
        const auto &samples = profile.samples(thread);
        samples.details.forEach([&](std::size_t row, const SampleDetail &detail) {
            const auto stack = samples.stacks[SampleIndex(row)];
            if (detail.state != ThreadState::Running || stack == emptyStack)
                return;
            const auto image = profile.frame(profile.stack(stack).frame).image;
            const auto file =
                image.isValid() ? profile.text(profile.image(image).codeFile) : std::string_view();
            ++all;
            inCalls += file.ends_with("shortcalls") ? 0U : 1U;
        });
    }
};

// What was found of a program that spends `truth` in calls, by a recorder that is run by `command`.
// Nine of ten samples, where nobody is pushed aside.
void verifyFewAreInCalls(const QStringList &command, const QString &log)
{
    verifyInThreeAttempts([&](QString &objection) {
        const auto run = runProgram(command.first(), command.mid(1));
        QVERIFY2(run.status == 0, qPrintable(describe(run)));
        const double truth = run.output.trimmed().toDouble() / 1000;
        QVERIFY2(truth > 0 && truth < 0.25, run.output.constData());
        const auto profile = readLog(log);
        QVERIFY(profile);
        const Found found(*profile);
        QVERIFY2(found.all >= 100, qPrintable(QString::number(found.all)));
        const double share = double(found.inCalls) / double(found.all);
        if (share >= truth + 0.5)
            objection = QStringLiteral("%1 found, %2 told").arg(share).arg(truth);
    });
}

} // namespace

// A stop takes hold at the end of a system call first: whoever makes many is pushed off its CPU
// before it is asked, so that it is found where it was.
class TstShortCalls : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_cpus = allowedCpus();
        if (m_cpus.size() < 2)
            QSKIP("the recorder and the program need a CPU each");
        m_folder = std::make_unique<QTemporaryDir>();
        QCOMPARE(chmod(qPrintable(m_folder->path()), 0777), 0);
    }

    // Which cannot go to the program's CPU itself.
    void byARecorderThatStaysOnItsCpu()
    {
        if (!mayBeRealTime())
            QSKIP("without real-time priority no CPU is taken for others");
        verifyFewAreInCalls(
            words("taskset -c") + QStringList(QString::number(m_cpus[1])) + recording(), log());
    }

    void byARecorderWithoutRights()
    {
        verifyFewAreInCalls(geteuid() == 0 ? asNobody(recording()) : recording(), log());
    }

private:
    QString log() const { return m_folder->filePath(QStringLiteral("log.ember")); }

    QStringList recording() const
    {
        return {recorderProgram(),
                QStringLiteral("-F"),
                QStringLiteral("499"),
                QStringLiteral("-o"),
                log(),
                QStringLiteral("--"),
                targetProgram(QStringLiteral("shortcalls")),
                QString::number(m_cpus[0]),
                QStringLiteral("2000")};
    }

    std::vector<int> m_cpus;
    std::unique_ptr<QTemporaryDir> m_folder;
};

EMBER_TEST(TstShortCalls)
#include "tst_shortcalls.moc"
