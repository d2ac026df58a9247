// SPDX-License-Identifier: GPL-3.0-or-later
// Multiplies and divides with libgmp, whose inner loops are assembly without unwind tables. Tells
// by SIGUSR1 where they begin; ends with 1 where there is no libgmp.
#include <array>
#include <csignal>
#include <dlfcn.h>

namespace {

using Limbs = std::array<unsigned long, 128>;

template<typename Function>
Function *find(void *library, const char *name)
{
    return reinterpret_cast<Function *>(dlsym(library, name));
}

} // namespace

int main()
{
    void *const library = dlopen("libgmp.so.10", RTLD_NOW);
    if (library == nullptr)
        return 1;
    auto *const multiply = find<unsigned long(unsigned long *, const unsigned long *, long,
                                              const unsigned long *, long)>(library, "__gmpn_mul");
    auto *const square =
        find<void(unsigned long *, const unsigned long *, long)>(library, "__gmpn_sqr");
    auto *const divide = find<void(unsigned long *, unsigned long *, long, const unsigned long *,
                                   long, const unsigned long *, long)>(library, "__gmpn_tdiv_qr");
    auto *const shift = find<unsigned long(unsigned long *, const unsigned long *, long, unsigned)>(
        library, "__gmpn_lshift");
    if (multiply == nullptr || square == nullptr || divide == nullptr || shift == nullptr)
        return 1;
    Limbs left;
    Limbs right;
    Limbs product{};
    Limbs rest{};
    for (std::size_t i = 0; i < left.size(); ++i) {
        left[i] = 0x9e3779b97f4a7c15UL * (i + 1);
        right[i] = ~left[i];
    }
    std::raise(SIGUSR1);
    multiply(product.data(), left.data(), 24, right.data(), 17);
    square(product.data(), left.data(), 31);
    shift(product.data(), left.data(), 30, 7);
    divide(product.data(), rest.data(), 0, left.data(), 40, right.data(), 13);
    return 0;
}
