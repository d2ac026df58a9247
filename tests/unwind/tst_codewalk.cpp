// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/stackmemory.h"
#include "capture/unwind/tablecache.h"
#include "tests/support/testmain.h"
#include "tests/unwind/tracedprocess.h"

#include <QTest>

#include <cstddef>
#include <sys/ptrace.h>
#include <sys/user.h>

using namespace ember::capture;
using namespace ember::tests;

namespace {

// Goes through a program an instruction at a time, from its SIGUSR1 to the end of main(), and
// unwinds wherever it is in an image whose path has `module` in it. What is right is told by the
// calls that were made on the way.
class SteppedCode {
public:
    int places = 0;
    int wrong = 0;
    QByteArray firstWrong;

    explicit SteppedCode(TracedProcess &target) : m_target(target), m_unwinder({}, tables())
    {
        m_images = target.images(target.process());
        for (const MappedImage &image : m_images)
            m_unwinder.addImage(image);
        m_callersOfMain = unwound(target.capture(target.process()));
        if (m_callersOfMain.size() >= 3)
            m_callersOfMain.erase(m_callersOfMain.begin(), m_callersOfMain.end() - 3);
    }

    bool step(const QByteArray &module)
    {
        const auto *const watched = imageOf(module);
        if (watched == nullptr || m_callersOfMain.size() != 3)
            return false;
        m_pc = peekRegister(offsetof(user_regs_struct, rip));
        m_sp = peekRegister(offsetof(user_regs_struct, rsp));
        while (m_pc != m_callersOfMain.front()) {
            if (!m_target.request(PTRACE_SINGLESTEP, m_target.process())
                || m_target.nextEvent() == 0)
                return false;
            followCall();
            if (m_pc >= watched->start && m_pc < watched->end)
                look();
        }
        return true;
    }

private:
    struct Call {
        std::uint64_t place = 0; // of the return address
        std::uint64_t returnAddress = 0;
    };

    static std::shared_ptr<TableCache> tables() { return std::make_shared<TableCache>(); }

    const MappedImage *imageOf(const QByteArray &module) const
    {
        for (const MappedImage &image : m_images) {
            if (QByteArray::fromStdString(image.path).contains(module))
                return &image;
        }
        return nullptr;
    }

    std::uint64_t peekRegister(std::size_t offset) const
    {
        return std::uint64_t(::ptrace(PTRACE_PEEKUSER, m_target.process(), offset, 0));
    }

    void followCall()
    {
        constexpr std::uint64_t longestCall = 7;
        const auto pc = peekRegister(offsetof(user_regs_struct, rip));
        const auto sp = peekRegister(offsetof(user_regs_struct, rsp));
        while (!m_calls.empty() && m_calls.back().place < sp)
            m_calls.pop_back();
        const auto top = std::uint64_t(::ptrace(PTRACE_PEEKDATA, m_target.process(), sp, 0));
        if (sp == m_sp - 8 && top - m_pc >= 2 && top - m_pc <= longestCall && pc != top)
            m_calls.push_back({sp, top});
        m_pc = pc;
        m_sp = sp;
    }

    std::vector<std::uint64_t> unwound(const ThreadCapture &capture)
    {
        ProcessMemory memory(capture.thread);
        const StackCopy copy = capture.copy();
        const auto stack = m_unwinder.unwind(capture.registers, {&copy, 1}, &memory);
        std::vector<std::uint64_t> frames;
        for (const UnwoundFrame &frame : stack.frames)
            frames.push_back(frame.pc);
        return frames;
    }

    void look()
    {
        std::vector<std::uint64_t> expected{m_pc};
        for (auto call = m_calls.rbegin(); call != m_calls.rend(); ++call)
            expected.push_back(call->returnAddress);
        expected.insert(expected.end(), m_callersOfMain.begin(), m_callersOfMain.end());
        const auto frames = unwound(m_target.capture(m_target.process()));
        ++places;
        if (frames == expected)
            return;
        ++wrong;
        if (firstWrong.isEmpty())
            firstWrong = toText(frames) + "instead of " + toText(expected);
    }

    static QByteArray toText(const std::vector<std::uint64_t> &frames)
    {
        QByteArray text;
        for (const auto frame : frames)
            text += QByteArray::number(qulonglong(frame), 16) + ' ';
        return text;
    }

    TracedProcess &m_target;
    Unwinder m_unwinder;
    std::vector<MappedImage> m_images;
    std::vector<std::uint64_t> m_callersOfMain; // where they go on
    std::vector<Call> m_calls; // that have not returned, outermost first
    std::uint64_t m_pc = 0; // before the last step
    std::uint64_t m_sp = 0;
};

} // namespace

class TstCodeWalk : public QObject {
    Q_OBJECT

private slots:
    void everyInstructionWithoutTablesLeadsToMain_data()
    {
        QTest::addColumn<QByteArray>("program");
        QTest::addColumn<QByteArray>("module");
        QTest::addColumn<int>("fewest");
        QTest::newRow("by hand") << QByteArray("assembly") << QByteArray("unwind_assembly") << 150;
        QTest::newRow("libgmp") << QByteArray("bignumbers") << QByteArray("libgmp") << 3000;
    }

    void everyInstructionWithoutTablesLeadsToMain()
    {
        QFETCH(const QByteArray, program);
        QFETCH(const QByteArray, module);
        QFETCH(const int, fewest);
        TracedProcess target({EMBER_BUILD_DIR "/unwind_" + program.toStdString()});
        QVERIFY(target.isRunning() && target.resume());
        if (target.nextEvent() == 0)
            QSKIP("no libgmp.so.10 here");
        SteppedCode code(target);
        QVERIFY(code.step(module));
        const QByteArray figures =
            QByteArray::number(code.wrong) + " of " + QByteArray::number(code.places);
        QVERIFY2(code.places >= fewest, figures.constData());
        QVERIFY2(code.wrong == 0, QByteArray(figures + ": " + code.firstWrong).constData());
    }
};

EMBER_TEST(TstCodeWalk)
#include "tst_codewalk.moc"
