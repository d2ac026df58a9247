// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/sessionidentity.h"

#include "model/formats/bytes/bytesource.h"
#include "model/formats/export/randomuuid.h"
#include "model/formats/sentry/derivedids.h"
#include "model/formats/sentry/uuidtext.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

namespace ember::model::sentry {

namespace {

std::string firstNonEmpty(std::initializer_list<std::string_view> texts)
{
    const auto found = std::ranges::find_if(texts, [](auto text) { return !text.empty(); });
    return found == texts.end() ? std::string() : std::string(*found);
}

std::string_view baseName(std::string_view path)
{
    return path.substr(path.rfind('/') + 1); // npos + 1 is 0
}

std::string buildIdOf(const Profile &profile, ProcessIndex index)
{
    const auto executable = profile.text(profile.process(index).executable);
    for (const Image &image : profile.tables().images) {
        if (image.process == index && profile.text(image.codeFile) == executable)
            return std::string(profile.text(image.codeId));
    }
    return {};
}

// FNV-1a, 64 bits: tells builds apart, which is all a release name has to do.
std::string contentHash(std::string_view content)
{
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char byte : content)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), hash, 16).ptr;
    const auto length = static_cast<std::size_t>(end - digits.data());
    return std::string(digits.size() - length, '0') + std::string(digits.data(), length);
}

// Sentry refuses these in a release, and more than 200 characters.
std::string releaseText(std::string text)
{
    std::ranges::replace_if(
        text, [](char c) { return c == '/' || c == '\\' || static_cast<unsigned char>(c) < ' '; },
        '_');
    return text.substr(0, 200);
}

std::optional<std::uint64_t> decimalId(std::string_view text)
{
    std::uint64_t number = 0;
    const auto *const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    const bool isCanonical = text == "0" || !text.starts_with('0');
    if (text.empty() || read.ec != std::errc() || read.ptr != end || !isCanonical)
        return std::nullopt;
    return number;
}

} // namespace

std::string strictId(std::string_view id)
{
    return keptId(id).value_or(randomUuid());
}

std::optional<std::string> keptId(std::string_view id)
{
    auto hex = parseUuid(id);
    if (!hex || hex->find_first_not_of('0') == std::string::npos)
        return std::nullopt;
    if (isStrictId(*hex))
        return *hex;
    constexpr std::size_t version = 12;
    constexpr std::size_t variant = 16;
    hex->at(version) = '4';
    const auto digit = std::string_view("0123456789abcdef").find(hex->at(variant));
    hex->at(variant) = "89ab"[digit % 4];
    return *hex;
}

std::string defaultRelease(const Profile &profile, ProcessIndex index)
{
    const Process &process = profile.process(index);
    const auto executable = profile.text(process.executable);
    const auto program =
        firstNonEmpty({baseName(executable), profile.text(process.name), "program"});
    if (const auto buildId = buildIdOf(profile, index); !buildId.empty())
        return releaseText(program + '@' + buildId);
    if (!executable.empty()) {
        if (const auto file = Bytes::readFile(std::string(executable)))
            return releaseText(program + '@' + contentHash(file->view()));
    }
    // The program is gone: what is known of the session still tells two of them apart.
    return releaseText(program + '@' + contentHash(profile.text(process.profilerId)));
}

SessionIdentity sessionIdentity(const Profile &profile, ProcessIndex index,
                                const ChunkOptions &options)
{
    const Process &process = profile.process(index);
    SessionIdentity identity;
    const auto kept = keptId(profile.text(process.profilerId));
    if (options.ids == Ids::Fresh)
        identity.profilerId = randomUuid();
    else
        identity.profilerId = kept ? *kept : derivedProfilerId(profile, index);
    identity.platform =
        options.platform.value_or(firstNonEmpty({profile.text(process.platform), "native"}));
    identity.environment = options.environment.value_or(
        firstNonEmpty({profile.text(process.environment), "production"}));
    identity.dist = options.dist.value_or(std::string(profile.text(process.dist)));
    const auto release = profile.text(process.release);
    if (options.release)
        identity.release = *options.release;
    else
        identity.release = release.empty() ? defaultRelease(profile, index) : std::string(release);
    const bool hasSdk = process.sdkName.isValid() && process.sdkVersion.isValid();
    identity.sdkName = hasSdk ? profile.text(process.sdkName) : "emberchart";
    identity.sdkVersion = hasSdk ? profile.text(process.sdkVersion) : EMBER_VERSION;
    return identity;
}

ChunkThreadIds chunkThreadIds(const Profile &profile)
{
    std::map<ProcessIndex, std::set<std::uint64_t>> taken;
    std::vector<ThreadIndex> rest;
    ChunkThreadIds result;
    result.ids.resize(profile.threadCount());
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const Thread &thread = profile.thread(ThreadIndex(row));
        const auto number = decimalId(profile.text(thread.id));
        if (number && taken[thread.process].insert(*number).second)
            result.ids[row] = std::to_string(*number);
        else
            rest.emplace_back(row);
    }
    for (const auto thread : rest) {
        auto &numbers = taken[profile.thread(thread).process];
        // Small numbers are free where ids are addresses, and the web UI shows them exactly.
        std::uint64_t number = 1'000'000'000;
        while (!numbers.insert(number).second)
            ++number;
        result.ids[thread.row()] = std::to_string(number);
        ++result.renumbered;
    }
    return result;
}

} // namespace ember::model::sentry
