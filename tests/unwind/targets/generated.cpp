// SPDX-License-Identifier: GPL-3.0-or-later
// Calls through code made at run time, which has frame pointers and no unwind information.
#include "ready.h"

#include <cstring>
#include <sys/mman.h>

int main()
{
    const unsigned char code[] = {
        0x55, // push %rbp
        0x48, 0x89, 0xe5, // mov %rsp,%rbp
        0x48, 0x83, 0xec, 0x40, // sub $64,%rsp
        0xff, 0xd7, // call *%rdi
        0xc9, // leave
        0xc3, // ret
    };
    void *const memory =
        mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    std::memcpy(memory, code, sizeof(code));
    volatile int after = 0;
    reinterpret_cast<void (*)(void (*)())>(memory)([] { stayHere(); });
    after = 1;
    return after;
}
