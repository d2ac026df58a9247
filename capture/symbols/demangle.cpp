// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/demangle.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <utility>

namespace ember::capture {

namespace {

// Real names stay far below; a damaged string table can hold one of megabytes.
constexpr std::size_t longestMangledName = 16 * 1024;

struct FreeMemory {
    void operator()(char *text) const { std::free(text); }
};

std::string demangledCxx(const std::string &name)
{
    int status = 0;
    const std::unique_ptr<char, FreeMemory> text(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status));
    return status == 0 && text ? std::string(text.get()) : std::string();
}

// Rust's older names are C++ names that end in a hash: core::fmt::write::h0123456789abcdef.
bool endsInRustHash(std::string_view name)
{
    static constexpr std::string_view mark = "::h";
    static constexpr std::size_t digits = 16;
    if (name.size() <= mark.size() + digits)
        return false;
    const auto hash = name.substr(name.size() - digits);
    return name.substr(0, name.size() - digits).ends_with(mark)
        && hash.find_first_not_of("0123456789abcdef") == hash.npos;
}

void replaceAll(std::string &text, std::string_view what, std::string_view by)
{
    for (auto at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

std::string rustSpelling(std::string_view name)
{
    static constexpr std::string_view hash = "::h0123456789abcdef";
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 14> escapes{{
        {"_$", "$"}, // a part that starts with an escape has a _ before it
        {"$LT$", "<"},
        {"$GT$", ">"},
        {"$LP$", "("},
        {"$RP$", ")"},
        {"$C$", ","},
        {"$BP$", "*"},
        {"$RF$", "&"},
        {"$u20$", " "},
        {"$u27$", "'"},
        {"$u5b$", "["},
        {"$u5d$", "]"},
        {"$u7b$", "{"},
        {"$u7d$", "}"},
    }};
    std::string text(name.substr(0, name.size() - hash.size()));
    for (const auto &[escape, character] : escapes)
        replaceAll(text, escape, character);
    replaceAll(text, "..", "::");
    return text;
}

} // namespace

std::string_view withoutVersion(std::string_view name)
{
    const auto at = name.find('@');
    return at == 0 || at == name.npos ? name : name.substr(0, at);
}

std::string demangled(const std::string &rawName)
{
    std::string name(withoutVersion(rawName));
    if (!name.starts_with("_Z") || name.size() > longestMangledName)
        return name;
    auto readable = demangledCxx(name);
    if (readable.empty())
        return name;
    return endsInRustHash(readable) ? rustSpelling(readable) : readable;
}

} // namespace ember::capture
