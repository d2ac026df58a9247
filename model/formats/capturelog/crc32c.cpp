// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/crc32c.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

namespace ember::model::capturelog {

namespace {

// Table k has the effect of a byte that k more bytes follow: eight bytes are folded at a time.
using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Tables makeTables()
{
    constexpr std::uint32_t reflectedPolynomial = 0x82f63b78U;
    Tables tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? reflectedPolynomial : 0);
        tables[0][byte] = crc;
    }
    for (std::size_t table = 1; table < tables.size(); ++table) {
        for (std::size_t byte = 0; byte < 256; ++byte) {
            const auto before = tables[table - 1][byte];
            tables[table][byte] = (before >> 8U) ^ tables[0][before & 0xffU];
        }
    }
    return tables;
}

constexpr Tables tables = makeTables();

std::uint32_t foldEight(std::uint32_t crc, const char *bytes)
{
    static_assert(std::endian::native == std::endian::little);
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    word ^= crc;
    std::uint32_t folded = 0;
    for (std::size_t byte = 0; byte < 8; ++byte)
        folded ^= tables[7 - byte][(word >> (8 * byte)) & 0xffU];
    return folded;
}

} // namespace

std::uint32_t crc32c(std::string_view bytes, std::uint32_t seed)
{
    std::uint32_t crc = ~seed;
    for (; bytes.size() >= 8; bytes.remove_prefix(8))
        crc = foldEight(crc, bytes.data());
    for (const char byte : bytes)
        crc = (crc >> 8U) ^ tables[0][(crc ^ static_cast<unsigned char>(byte)) & 0xffU];
    return ~crc;
}

} // namespace ember::model::capturelog
