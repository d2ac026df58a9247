// SPDX-License-Identifier: GPL-3.0-or-later
// What the symbol tests look into. They know its lines by the marks at their ends.

namespace shapes {

volatile int sink = 0;

[[gnu::always_inline]] inline int innermost(int x)
{
    sink = x + 1; // MARK innermost
    return sink * 3;
}

[[gnu::always_inline]] inline int middle(int x)
{
    return innermost(x + 5) + 7; // MARK middle
}

struct Circle {
    [[gnu::noinline]] int area(int radius) const
    {
        const auto square = [](int side) __attribute__((always_inline))
        {
            sink = side; // MARK lambda
            return side * side;
        };
        return square(radius) + middle(radius); // MARK area
    }
};

namespace {

[[gnu::noinline]] int hidden(int x)
{
    sink = x ^ 0x55; // MARK hidden
    return sink;
}

} // namespace

} // namespace shapes

extern "C" {

[[gnu::noinline]] int plain_function(int x)
{
    shapes::sink = x; // MARK plain
    return shapes::hidden(x) + shapes::Circle().area(x);
}

int _alias_of_plain(int) __attribute__((alias("plain_function")));
int weak_alias(int) __attribute__((weak, alias("plain_function")));
}

#if defined __x86_64__
// What a coroutine's stack begins with: no call leads to it, and nothing is right before it.
asm(".text\n"
    ".type before_by_hand, @function\n"
    "before_by_hand: hlt\n"
    ".size before_by_hand, 1\n"
    ".skip 15, 0x90\n"
    ".cfi_startproc\n" // a function whose name is gone, with a call at its end
    "hlt\n"
    "hlt\n"
    ".cfi_endproc\n"
    ".type behind_nameless, @function\n"
    "behind_nameless: hlt\n"
    ".size behind_nameless, 1\n"
    ".skip 15, 0x90\n"
    ".type start_by_hand, @function\n"
    "start_by_hand: hlt\n"
    ".size start_by_hand, 1\n");
#endif

int main(int argc, char **)
{
    return plain_function(argc) == 42 ? 1 : 0; // MARK main
}
