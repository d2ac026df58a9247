// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unwind/dwflframes.h"

#include <elfutils/libdwfl.h>

#include <memory>

namespace ember::tests {

namespace {

int appendFrame(Dwfl_Frame *frame, void *argument)
{
    Dwarf_Addr pc = 0;
    if (!dwfl_frame_pc(frame, &pc, nullptr))
        return DWARF_CB_ABORT;
    static_cast<std::vector<std::uint64_t> *>(argument)->push_back(pc);
    return DWARF_CB_OK;
}

} // namespace

std::vector<std::uint64_t> dwflFrames(pid_t process, pid_t thread)
{
    char *noDebugPath = nullptr;
    Dwfl_Callbacks callbacks{};
    callbacks.find_elf = dwfl_linux_proc_find_elf;
    // Only what the binaries themselves carry, as we do: no search for debug files.
    callbacks.find_debuginfo = [](Dwfl_Module *, void **, const char *, Dwarf_Addr, const char *,
                                  const char *, GElf_Word, char **) { return -1; };
    callbacks.debuginfo_path = &noDebugPath;
    const std::unique_ptr<Dwfl, decltype(&dwfl_end)> dwfl(dwfl_begin(&callbacks), dwfl_end);
    std::vector<std::uint64_t> frames;
    if (!dwfl || dwfl_linux_proc_report(dwfl.get(), process) != 0
        || dwfl_report_end(dwfl.get(), nullptr, nullptr) != 0
        || dwfl_linux_proc_attach(dwfl.get(), process, true) != 0)
        return frames;
    dwfl_getthread_frames(dwfl.get(), thread, appendFrame, &frames);
    return frames;
}

} // namespace ember::tests
