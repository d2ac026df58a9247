// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/sessionidentity.h"

#include "model/core/text.h"
#include "model/core/uuid.h"
#include "model/formats/bytes/bytesource.h"
#include "model/formats/sentry/chunkattributes.h"
#include "model/profile/samplerows.h"
#include "model/profile/scripts.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <sys/utsname.h>
#include <vector>

namespace ember::model::sentry {

namespace {

constexpr std::size_t longestManifest = std::size_t(1) << 20U; // bytes that are read of one

std::vector<std::string_view> wordsOf(std::string_view text)
{
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find(' ', at), text.size());
        if (end > at)
            words.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

struct Project {
    std::string name;
    std::string version;
};

std::optional<Project> nodeProject(std::string_view json)
{
    const auto document = nlohmann::json::parse(json, nullptr, false);
    if (!document.is_object())
        return std::nullopt;
    const auto textOf = [&](const char *key) {
        const auto found = document.find(key);
        return found != document.end() && found->is_string() ? found->get<std::string>()
                                                             : std::string();
    };
    return Project{textOf("name"), textOf("version")};
}

// The text of `key = "text"`; "" for other lines.
std::string quotedValue(std::string_view line, std::string_view key)
{
    if (!line.starts_with(key))
        return {};
    const auto equals = line.find_first_not_of(" \t", key.size());
    if (equals == std::string_view::npos || line[equals] != '=')
        return {};
    const auto begin = line.find_first_of("\"'", equals);
    const auto end = begin == std::string_view::npos ? begin : line.find(line[begin], begin + 1);
    return end == std::string_view::npos ? std::string()
                                         : std::string(line.substr(begin + 1, end - begin - 1));
}

// Reads the two plain lines that nearly every pyproject.toml has; a version that a tool computes is
// not found.
std::optional<Project> pythonProject(std::string_view toml)
{
    Project project;
    bool isIn = false;
    for (std::size_t at = 0; at < toml.size();) {
        const auto end = std::min(toml.find('\n', at), toml.size());
        const auto line = toml.substr(at, end - at);
        at = end + 1;
        if (line.starts_with('['))
            isIn = line.starts_with("[project]") || line.starts_with("[tool.poetry]");
        if (!isIn)
            continue;
        if (const auto name = quotedValue(line, "name"); !name.empty())
            project.name = name;
        if (const auto version = quotedValue(line, "version"); !version.empty())
            project.version = version;
    }
    return project;
}

std::string projectRelease(const std::string &folder, std::string_view interpreter)
{
    const bool isNode = interpreter.starts_with("node");
    const bool isPython = interpreter == "python" || interpreter == "pypy";
    if (!isNode && !isPython)
        return {};
    const auto *const manifest = isNode ? "/package.json" : "/pyproject.toml";
    const auto bytes = Bytes::readStart(folder + manifest, longestManifest);
    if (!bytes)
        return {};
    const auto project = isNode ? nodeProject(bytes->view()) : pythonProject(bytes->view());
    return project && !project->name.empty() && !project->version.empty()
        ? project->name + '@' + project->version
        : std::string();
}

} // namespace

std::string contentHash(std::string_view content)
{
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char byte : content)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
    return hexDigits(hash, 16);
}

std::string scriptRelease(const Process &process, const Profile &profile)
{
    const auto found = scriptIn(wordsOf(profile.text(process.command)));
    if (!found)
        return {};
    std::string script(found->file);
    if (!script.starts_with('/'))
        script = std::string(profile.text(process.workingDirectory)) + '/' + script;
    auto folder = script.substr(0, script.rfind('/'));
    constexpr int highest = 2; // the script's folder and the one above: src/app.py
    for (int level = 0; level < highest && !folder.empty(); ++level) {
        if (auto release = projectRelease(folder, found->interpreter); !release.empty())
            return release;
        folder = folder.substr(0, folder.rfind('/'));
    }
    const auto file = Bytes::readFile(script);
    return file ? std::string(fileNameOf(script)) + '@' + contentHash(file->view()) : std::string();
}

namespace {

// Computes a digest of 128 bits: two halves that mix each word differently.
class IdDigest {
public:
    void add(std::uint64_t word)
    {
        m_low = (std::rotl(m_low, 27) ^ mixed(word)) * 0x9fb21c651e98df25ULL;
        m_high = mixed(m_high + word + 0x9e3779b97f4a7c15ULL) ^ std::rotl(m_low, 31);
    }

    void add(std::string_view text)
    {
        add(text.size());
        std::uint64_t word = 0;
        for (std::size_t place = 0; place < text.size(); ++place) {
            word = word << 8U | static_cast<unsigned char>(text[place]);
            if (place % 8 == 7)
                add(word);
        }
        add(word);
    }

    std::uint64_t half() const { return mixed(m_low ^ m_high); }

    std::string uuid() const
    {
        auto text = hexDigits(mixed(m_low), 16) + hexDigits(mixed(m_high), 16);
        constexpr std::size_t version = 12;
        constexpr std::size_t variant = 16;
        text[version] = '4';
        text[variant] = "89ab"[mixed(m_high) >> 62U];
        return text;
    }

private:
    static std::uint64_t mixed(std::uint64_t word)
    {
        word = (word ^ (word >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        word = (word ^ (word >> 27U)) * 0x94d049bb133111ebULL;
        return word ^ (word >> 31U);
    }

    std::uint64_t m_low = 0x243f6a8885a308d3ULL;
    std::uint64_t m_high = 0x13198a2e03707344ULL;
};

std::uint64_t count(Timestamp time)
{
    return static_cast<std::uint64_t>(toNs(time));
}

// The digest of each stack, by StackIndex: of the names and pcs of its frames.
std::vector<std::uint64_t> stackDigests(const Profile &profile)
{
    const auto &tables = profile.tables();
    std::vector<std::uint64_t> digests(tables.stacks.size());
    for (std::size_t row = 0; row < digests.size(); ++row) { // callers come first
        const StackNode &node = profile.stack(StackIndex(row));
        if (node.depth == 0)
            continue;
        const Frame &frame = profile.frame(node.frame);
        IdDigest digest;
        digest.add(node.parent.isValid() ? digests[node.parent.row()] : 0);
        digest.add(frame.function.isValid() ? profile.text(profile.function(frame.function).name)
                                            : std::string_view());
        digest.add(frame.pc);
        digests[row] = digest.half();
    }
    return digests;
}

// The profiler id of a process whose file has none, computed from its threads, their samples and
// functions. Linear in these.
std::string derivedProfilerId(const Profile &profile, ProcessIndex process)
{
    IdDigest digest;
    digest.add(profile.process(process).pid);
    digest.add(profile.text(profile.process(process).name));
    const auto stacks = stackDigests(profile);
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const ThreadIndex thread(row);
        if (profile.thread(thread).process != process)
            continue;
        digest.add(profile.text(profile.thread(thread).id));
        digest.add(profile.text(profile.thread(thread).name));
        const auto &samples = profile.samples(thread);
        for (std::size_t place = 0; place < samples.times.size(); ++place) {
            const SampleIndex sample(place);
            if (isGapMark(samples, sample))
                continue;
            const auto stack = samples.stacks[sample];
            digest.add(count(samples.times[sample]));
            digest.add(stack.isValid() ? stacks[stack.row()] : 0);
        }
    }
    return digest.uuid();
}

} // namespace

std::string derivedId(std::initializer_list<std::string_view> texts)
{
    IdDigest digest;
    for (const auto text : texts)
        digest.add(text);
    return digest.uuid();
}

std::string derivedChunkId(const Profile &profile, const Piece &piece, std::string_view profilerId)
{
    IdDigest digest;
    digest.add(profilerId);
    for (const PieceThread &part : piece.threads) {
        digest.add(profile.text(profile.thread(part.thread).id));
        digest.add(part.samples());
        const auto &samples = profile.samples(part.thread);
        for (auto row = part.first.row(); row < part.end.row(); ++row) {
            if (!isGapMark(samples, SampleIndex(row)))
                digest.add(count(samples.times[SampleIndex(row)]));
        }
    }
    return digest.uuid();
}

namespace {

std::string firstNonEmpty(std::initializer_list<std::string_view> texts)
{
    const auto found = std::ranges::find_if(texts, [](auto text) { return !text.empty(); });
    return found == texts.end() ? std::string() : std::string(*found);
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

// Replaces characters that Sentry refuses in a release, and cuts the text at 200 characters.
std::string releaseText(std::string text)
{
    std::ranges::replace_if(
        text, [](char c) { return c == '/' || c == '\\' || static_cast<unsigned char>(c) < ' '; },
        '_');
    return text.substr(0, 200);
}

// What the recorder was told about the application; "" if nothing.
std::string recordedText(const Profile &profile, std::string_view key)
{
    for (const Source &source : profile.tables().sources) {
        if (profile.text(source.type) != captureSource)
            continue;
        if (auto text = attributeText(profile, source, key); !text.empty())
            return text;
    }
    return {};
}

// Whether the profile was recorded on this machine, by its name: the paths in it are of no meaning
// elsewhere, where they may even name other files. A profile that does not say so is not.
bool isOfThisMachine(const Profile &profile)
{
    utsname own{};
    if (uname(&own) != 0)
        return false;
    bool isSaid = false;
    for (const Source &source : profile.tables().sources) {
        const auto host = attributeText(profile, source, "host");
        if (!host.empty() && host != own.nodename)
            return false;
        isSaid = isSaid || !host.empty();
    }
    return isSaid;
}

// Returns the release of the script that an interpreter runs; of other programs
// "program@build-id", else "program@hash of the file's content" (SPEC S7), in characters
// that Sentry accepts in a release.
std::string defaultRelease(const Profile &profile, ProcessIndex index)
{
    const bool mayRead = isOfThisMachine(profile);
    if (mayRead) {
        if (auto release = scriptRelease(profile.process(index), profile); !release.empty())
            return releaseText(std::move(release));
    }
    const Process &process = profile.process(index);
    const auto executable = profile.text(process.executable);
    const auto program =
        firstNonEmpty({fileNameOf(executable), profile.text(process.name), "program"});
    if (const auto buildId = buildIdOf(profile, index); !buildId.empty())
        return releaseText(program + '@' + buildId);
    if (mayRead && !executable.empty()) {
        if (const auto file = Bytes::readFile(std::string(executable)))
            return releaseText(program + '@' + contentHash(file->view()));
    }
    // The executable cannot be read any more: the profiler id distinguishes sessions of the
    // program.
    return releaseText(program + '@' + contentHash(profile.text(process.profilerId)));
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

std::string programName(const Profile &profile, ProcessIndex index, std::string_view release)
{
    const Process &process = profile.process(index);
    const auto executable = profile.text(process.executable);
    if (!executable.empty())
        return std::string(fileNameOf(executable));
    const auto name = profile.text(process.name);
    if (!name.empty())
        return std::string(name);
    const auto package = release.substr(0, release.find('@')); // name@version
    return package.empty() ? "program" : std::string(package);
}

SessionIdentity sessionIdentity(const Profile &profile, ProcessIndex index,
                                const ChunkOptions &options)
{
    const Process &process = profile.process(index);
    SessionIdentity identity;
    for (const auto &text : identityTexts)
        identity.*text.ofSession = profile.text(process.*text.ofProcess);
    const auto kept = keptId(profile.text(process.profilerId));
    if (options.ids == Ids::Fresh)
        identity.profilerId = randomUuid();
    else
        identity.profilerId = kept ? *kept : derivedProfilerId(profile, index);
    identity.platform = options.platform.value_or(firstNonEmpty({identity.platform, "native"}));
    identity.environment = options.environment.value_or(
        firstNonEmpty({identity.environment, recordedText(profile, "environment"), "production"}));
    identity.dist = options.dist.value_or(std::string(profile.text(process.dist)));
    const auto release =
        firstNonEmpty({profile.text(process.release), recordedText(profile, "release")});
    if (options.release)
        identity.release = *options.release;
    else
        identity.release = release.empty() ? defaultRelease(profile, index) : release;
    const bool hasSdk = process.sdkName.isValid() && process.sdkVersion.isValid();
    identity.sdkName = hasSdk ? profile.text(process.sdkName) : "emberchart";
    identity.sdkVersion = hasSdk ? profile.text(process.sdkVersion) : EMBER_VERSION;
    return identity;
}

std::optional<std::uint64_t> decimalId(std::string_view text)
{
    const bool isCanonical = text == "0" || !text.starts_with('0');
    return isCanonical ? toNumber<std::uint64_t>(text) : std::nullopt;
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
        std::uint64_t number = firstNewThreadId;
        while (!numbers.insert(number).second)
            ++number;
        result.ids[thread.row()] = std::to_string(number);
        ++result.renumbered;
    }
    return result;
}

} // namespace ember::model::sentry
