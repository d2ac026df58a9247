// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unwind/dwflframes.h"

#include <elfutils/libdwfl.h>

namespace ember::tests {

namespace {

// Only what the binaries themselves carry, as we do: no search for debug files.
int findNoDebugFile(Dwfl_Module *, void **, const char *, Dwarf_Addr, const char *, const char *,
                    GElf_Word, char **)
{
    return -1;
}

const Dwfl_Callbacks callbacks{.find_elf = dwfl_linux_proc_find_elf,
                               .find_debuginfo = findNoDebugFile,
                               .section_address = nullptr,
                               .debuginfo_path = nullptr};

int appendFrame(Dwfl_Frame *frame, void *argument)
{
    Dwarf_Addr pc = 0;
    if (!dwfl_frame_pc(frame, &pc, nullptr))
        return DWARF_CB_ABORT;
    static_cast<std::vector<std::uint64_t> *>(argument)->push_back(pc);
    return DWARF_CB_OK;
}

} // namespace

DwflUnwinder::DwflUnwinder(pid_t process) : m_dwfl(dwfl_begin(&callbacks), dwfl_end)
{
    const bool isAttached = m_dwfl && dwfl_linux_proc_report(m_dwfl.get(), process) == 0
        && dwfl_report_end(m_dwfl.get(), nullptr, nullptr) == 0
        && dwfl_linux_proc_attach(m_dwfl.get(), process, true) == 0;
    if (!isAttached)
        m_dwfl.reset();
}

std::vector<std::uint64_t> DwflUnwinder::frames(pid_t thread) const
{
    std::vector<std::uint64_t> addresses;
    if (m_dwfl)
        dwfl_getthread_frames(m_dwfl.get(), thread, appendFrame, &addresses);
    return addresses;
}

} // namespace ember::tests
