// SPDX-License-Identifier: GPL-3.0-or-later
// Functions written by hand, without unwind tables, each with another kind of frame. Tells by
// SIGUSR1 where they begin.
#include <alloca.h>
#include <csignal>

#if defined(__x86_64__)
asm(R"(
    .text
leafCode: # no frame, a loop and a way out of it
    xor %eax, %eax
    mov $3, %ecx
1:  lea 1(%rax), %rax
    dec %ecx
    jnz 1b
    ret
savingCode: # the frame pointer as any other register
    push %rbx
    push %rbp
    push %r12
    mov %rdi, %rbp
    mov $7, %ebx
    sub $40, %rsp
    mov %rsi, %r12
    call leafCode
    mov %rax, (%rsp)
    movdqu (%rsp), %xmm0
    pshufd $0x1b, %xmm0, %xmm0
    mov $0x1122334455667788, %rax
    testb $1, 8(%rsp)
    cmpl $0x11223344, 4(%rsp)
    add $40, %rsp
    pop %r12
    pop %rbp
    pop %rbx
    ret
tabledCode: # goes on by a table
    push %rbx
    mov %rdi, %rbx
    lea 3f(%rip), %rax
    movslq (%rax,%rdi,4), %rcx
    add %rax, %rcx
    jmp *%rcx
1:  lea 1(%rbx), %rax
    pop %rbx
    ret
2:  lea 2(%rbx), %rax
    pop %rbx
    ret
    .p2align 2
3:  .long 1b - 3b, 2b - 3b
framedCode: # realigned, so only the frame pointer leads out
    push %rbp
    mov %rsp, %rbp
    push %rbx
    push %r13
    sub $72, %rsp
    and $-32, %rsp
    mov $5, %r13d
    mov %r13, %rbx
    movaps %xmm0, (%rsp)
    call *%rdi
    lea -16(%rbp), %rsp
    pop %r13
    pop %rbx
    leave
    ret
earlyCode: # leaves before it has a frame, or with registers moved to and from the stack
    test %edi, %edi
    jz 1f
    sub $24, %rsp
    mov %rbx, 8(%rsp)
    mov %rbp, 16(%rsp)
    mov %rdi, %rbx
    xor %ebp, %ebp
    call savingCode
    mov 8(%rsp), %rbx
    mov 16(%rsp), %rbp
    add $24, %rsp
1:  ret
tailCode:
    mov $1, %edi
    jmp earlyCode
)");

extern "C" {
long leafCode();
long savingCode(long, long);
long tabledCode(long);
long framedCode(void (*callback)());
long earlyCode(long);
long tailCode();
}

namespace {

volatile long total = 0;

[[gnu::noinline]] void callback()
{
    total = total + savingCode(3, 4);
}

// Its frame is found by its frame pointer, which all must have kept.
[[gnu::noinline]] void callAll(long bytes)
{
    auto *const room = static_cast<volatile char *>(alloca(static_cast<std::size_t>(bytes)));
    room[0] = 1;
    total = total + leafCode() + savingCode(1, 2) + tabledCode(0) + tabledCode(1)
        + framedCode(callback) + earlyCode(0) + earlyCode(1) + tailCode() + room[0];
}

} // namespace

int main(int count, char **)
{
    std::raise(SIGUSR1);
    callAll(100 + count);
    return 0;
}
#else
int main()
{
    return 1;
}
#endif
