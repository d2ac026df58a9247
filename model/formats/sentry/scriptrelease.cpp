// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/scriptrelease.h"

#include "model/formats/bytes/bytesource.h"
#include "model/profile/script.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <vector>

namespace ember::model::sentry {

namespace {

constexpr std::size_t longestManifest = std::size_t(1) << 20U; // bytes that are read of one

std::string_view fileNameOf(std::string_view path)
{
    return path.substr(path.rfind('/') + 1); // npos + 1 is 0
}

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
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), hash, 16).ptr;
    const auto length = static_cast<std::size_t>(end - digits.data());
    return std::string(digits.size() - length, '0') + std::string(digits.data(), length);
}

std::string scriptOf(std::string_view command)
{
    const auto script = scriptIn(wordsOf(command));
    return script ? std::string(script->file) : std::string();
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

} // namespace ember::model::sentry
