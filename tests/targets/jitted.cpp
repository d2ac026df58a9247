// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/symbols/jitcodewriter.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

// Makes a function at run time, as a compiler of JavaScript does, names it in a perf map ("map") or
// in a jitdump in the current folder ("dump"), and stays in it for two seconds.

namespace {

using ember::tests::JitDumpWriter;
using Clock = std::chrono::steady_clock;

constexpr const char *name = "JS:*fibonacci /app/script.js:1:19";

#if defined(__x86_64__)
// push rbp; mov rbp,rsp; mov ecx,1000000; dec ecx; jnz; pop rbp; ret
constexpr std::array<unsigned char, 15> code{0x55, 0x48, 0x89, 0xe5, 0xb9, 0x40, 0x42, 0x0f,
                                             0x00, 0xff, 0xc9, 0x75, 0xfc, 0x5d, 0xc3};
#elif defined(__aarch64__)
// stp x29,x30,[sp,-16]!; mov x29,sp; movz w1,#16,lsl #16; subs w1,w1,#1; b.ne; ldp; ret
constexpr std::array<std::uint32_t, 7> code{0xa9bf7bfd, 0x910003fd, 0x52a00201, 0x71000421,
                                            0x54ffffe1, 0xa8c17bfd, 0xd65f03c0};
#endif
constexpr std::size_t codeSize = sizeof(code);

} // namespace

int main(int argc, char *argv[])
{
    void *page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    std::memcpy(page, code.data(), codeSize);
    mprotect(page, 4096, PROT_READ | PROT_EXEC);
    __builtin___clear_cache(static_cast<char *>(page), static_cast<char *>(page) + codeSize);
    const auto start = reinterpret_cast<std::uintptr_t>(page);
    std::array<char, 64> map{};
    std::snprintf(map.data(), map.size(), "/tmp/perf-%d.map", getpid());
    if (argc > 1 && std::string_view(argv[1]) == "map") {
        std::FILE *file = std::fopen(map.data(), "w");
        std::fprintf(file, "%lx %zx %s\n", static_cast<unsigned long>(start), codeSize, name);
        std::fclose(file);
    }
    std::optional<JitDumpWriter> dump; // mapped until the end
    if (argc > 1 && std::string_view(argv[1]) == "dump") {
        dump.emplace(QStringLiteral("."), JitDumpWriter::Times::Monotonic);
        dump->load(start, QByteArray(static_cast<const char *>(page), qsizetype(codeSize)), name,
                   Clock::now().time_since_epoch());
    }
    const auto function = reinterpret_cast<void (*)()>(page);
    for (const auto end = Clock::now() + std::chrono::seconds(2); Clock::now() < end;)
        function();
}
