// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/export/randomuuid.h"

#include "model/core/text.h"

#include <array>
#include <cstdint>
#include <random>
#include <string_view>
#include <sys/random.h>

namespace ember::model {

namespace {

void fillRandom(std::array<unsigned char, 16> &bytes)
{
    if (getrandom(bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()))
        return;
    // The system call is missing (an old kernel, a seccomp filter): use the library's source.
    std::random_device source;
    for (auto &byte : bytes)
        byte = static_cast<unsigned char>(source());
}

} // namespace

std::string randomUuid()
{
    std::array<unsigned char, 16> bytes{};
    fillRandom(bytes);
    bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0fU) | 0x40U); // version 4
    bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3fU) | 0x80U); // RFC 4122 variant
    return hexDigits(std::as_bytes(std::span(bytes)));
}

} // namespace ember::model
