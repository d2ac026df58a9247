// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/redaction.h"

#include "model/core/text.h"
#include "model/formats/sentry/chunkattributes.h"
#include "model/formats/sentry/outgoingtexts.h"
#include "model/json/jsontext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fnmatch.h>
#include <functional>
#include <unistd.h>
#include <utility>

namespace ember::model::sentry {

bool matchesOneOf(const std::vector<std::string> &patterns, std::string_view text)
{
    const std::string name(text);
    return !text.empty() && std::ranges::any_of(patterns, [&](const std::string &pattern) {
        return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
    });
}

namespace {

using Json = nlohmann::json;

constexpr std::size_t longestKept = 300; // bytes of a text in a list of replacements
constexpr std::size_t mostKept = 1000;
constexpr std::size_t shortestName = 2; // shorter ones are too common to be replaced everywhere
constexpr std::size_t shortestArgument = 3;
constexpr std::size_t mostNames = 100; // of users, hosts or modules: each is sought in all texts

bool isWordCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_'
        || static_cast<unsigned char>(c) >= 0x80U;
}

bool isSeparator(char c)
{
    return c == '/' || c == '\\';
}

// The first place at or after `from` where `word` stands alone, not within a longer word.
std::size_t findWord(std::string_view text, std::string_view word, std::size_t from)
{
    for (auto at = text.find(word, from); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
        const auto end = at + word.size();
        if ((at == 0 || !isWordCharacter(text[at - 1]))
            && (end == text.size() || !isWordCharacter(text[end])))
            return at;
    }
    return std::string_view::npos;
}

// Replaces a word. In names of code it must be a part of a path: a function may have the name of a
// user.
std::string withoutWord(const std::string &text, std::string_view word, std::string_view instead,
                        TextKind kind)
{
    std::string result;
    std::size_t done = 0;
    for (auto at = findWord(text, word, 0); at != std::string::npos;
         at = findWord(text, word, at + word.size())) {
        const auto end = at + word.size();
        const bool isInPath =
            (at > 0 && isSeparator(text[at - 1])) || (end < text.size() && isSeparator(text[end]));
        if (kind == TextKind::Code && !isInPath)
            continue;
        result.append(text, done, at - done).append(instead);
        done = end;
    }
    return result.append(text, done, std::string::npos);
}

// A user's home folder in a text.
struct Home {
    std::size_t start = 0;
    std::size_t end = 0;
    std::size_t name = 0; // where the user's name begins; `end`: it has none ("/root")
    bool beginsPath = false;
};

// The home that begins with the separator at `at`: /home/NAME, /Users/NAME, C:\Users\NAME (also
// with each backslash written twice, as in source code), /root.
std::optional<Home> homeAt(std::string_view text, std::size_t at)
{
    for (const std::string_view marker :
         {"/home/", "/Users/", "\\\\Users\\\\", "\\Users\\", "/root"}) {
        if (!text.substr(at).starts_with(marker))
            continue;
        const bool isOfWindows = marker.front() == '\\';
        const bool isRoot = !isSeparator(marker.back());
        const auto name = at + marker.size();
        const auto *const ends = isOfWindows ? "/\\\"'\n\t:;," : "/\\\"'\n\t:;, ";
        const auto end = std::min(text.find_first_of(ends, name), text.size());
        if (isRoot != (end == name)) // a home without a user, or "/rooted"
            return std::nullopt;
        Home home{at, end, name, true};
        if (isOfWindows && at >= 2 && text[at - 1] == ':')
            home.start = at - 2;
        else if (at > 0)
            home.beginsPath =
                !isWordCharacter(text[at - 1]) && text[at - 1] != '.' && text[at - 1] != '-';
        return isRoot && !home.beginsPath ? std::nullopt : std::optional(home);
    }
    return std::nullopt;
}

std::optional<Home> findHome(std::string_view text, std::size_t from)
{
    for (auto at = text.find_first_of("/\\", from); at != std::string_view::npos;
         at = text.find_first_of("/\\", at + 1)) {
        if (const auto home = homeAt(text, at))
            return home;
    }
    return std::nullopt;
}

std::string_view variable(const char *name)
{
    const char *const value = std::getenv(name); // NOLINT: nothing here changes the environment
    return value != nullptr ? value : "";
}

void addName(std::set<std::string, std::less<>> &names, std::string_view name,
             std::string_view exception)
{
    if (name.size() >= shortestName && name != exception && names.size() < mostNames)
        names.emplace(name);
}

// Adds the users whose homes are in a text.
void addUsers(std::set<std::string, std::less<>> &users, std::string_view text)
{
    for (auto home = findHome(text, 0); home; home = findHome(text, home->end))
        addName(users, text.substr(home->name, home->end - home->name), "root");
}

void addArgument(std::set<std::string, std::less<>> &arguments, std::string_view word)
{
    if (word.size() >= shortestArgument)
        arguments.emplace(word);
}

// Adds the words of a command line but the first, which is the program.
void addArguments(std::set<std::string, std::less<>> &arguments, std::string_view command)
{
    for (auto at = command.find(' '); at != std::string_view::npos;) {
        const auto end = std::min(command.find(' ', at + 1), command.size());
        addArgument(arguments, command.substr(at + 1, end - at - 1));
        at = end == command.size() ? std::string_view::npos : end;
    }
}

bool isOneOfKeys(std::string_view key, std::initializer_list<std::string_view> keys)
{
    return std::ranges::find(keys, key) != keys.end();
}

// Returns the key of a member; in objects `user` and `device` with that before it: "user.id",
// "device.name".
std::string nameOfMember(const JsonStringPlace &place)
{
    const auto parent = place.around.empty() ? std::string_view() : place.around.back();
    std::string name;
    if (parent == "user" || parent == "device")
        name.append(parent).append(".");
    return name.append(place.key);
}

// Whether a member is the name of a machine, whatever it says.
bool isHost(std::string_view name)
{
    return isOneOfKeys(name, {"server_name", "device.name", "host.name"});
}

// Whether a member says who a user is, whatever it says.
bool isUser(std::string_view name)
{
    return isOneOfKeys(name,
                       {"username", "email", "ip_address", "user", "user_id", "user.id",
                        "user.name", "user.username", "user.full_name", "user.email",
                        "user.ip_address"});
}

// Whether a text is in a list of the words of a command line, and not the first, which is the
// program.
bool isArgument(std::string_view json, const JsonStringPlace &place)
{
    const bool isInList = !place.around.empty() && place.around.back() == place.key;
    if (!isInList || !isOneOfKeys(place.key, {"sys.argv", "argv", "process.command_args"}))
        return false;
    const auto before = json.substr(0, place.begin).find_last_not_of(" \t\r\n");
    return before != std::string_view::npos && json[before] != '[';
}

// Whether a text of a profile may be JSON, in whose strings names may be escaped.
bool looksLikeJson(std::string_view text)
{
    return !text.empty() && (text.front() == '{' || text.front() == '[' || text.front() == '"');
}

// Returns the text of a JSON string, which is given with its quotes.
std::string unescaped(std::string_view token)
{
    if (token.find('\\') == std::string_view::npos)
        return std::string(token.substr(1, token.size() - 2));
    const auto value = Json::parse(token, nullptr, false);
    return value.is_string() ? value.get<std::string>() : std::string();
}

} // namespace

std::string toJson(const RedactionRules &rules)
{
    return Json{{"homes", rules.homes},     {"users", rules.users},
                {"hosts", rules.hosts},     {"arguments", rules.arguments},
                {"modules", rules.modules}, {"threads", rules.threads}}
        .dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<RedactionRules> redactionFromJson(std::string_view json)
{
    const auto document = Json::parse(json, nullptr, false);
    if (!document.is_object())
        return Error{ErrorCode::SyntaxError, {}, "rules of redaction are a JSON object"};
    RedactionRules rules;
    try {
        rules.homes = document.value("homes", false);
        rules.users = document.value("users", false);
        rules.hosts = document.value("hosts", false);
        rules.arguments = document.value("arguments", false);
        rules.modules = document.value("modules", std::vector<std::string>());
        rules.threads = document.value("threads", std::vector<std::string>());
    } catch (const Json::exception &fault) {
        return Error{ErrorCode::WrongType, {}, fault.what()};
    }
    return rules;
}

void Replacements::add(std::string_view from, std::string_view to, std::uint64_t count)
{
    m_total += count;
    std::pair key{std::string(from.substr(0, longestKept)), std::string(to.substr(0, longestKept))};
    const auto known = m_counts.find(key);
    if (known != m_counts.end())
        known->second += count;
    else if (m_counts.size() < mostKept)
        m_counts.emplace(std::move(key), count);
    else
        m_unlisted += count;
}

void Replacements::add(const Replacements &other)
{
    for (const auto &[texts, count] : other.m_counts)
        add(texts.first, texts.second, count);
    m_total += other.m_unlisted;
    m_unlisted += other.m_unlisted;
}

std::vector<Replacement> Replacements::list() const
{
    std::vector<Replacement> all;
    for (const auto &[texts, count] : m_counts)
        all.push_back({texts.first, texts.second, count});
    return all;
}

Redactor::Redactor(const Profile &profile, RedactionRules rules, RedactedNames *shared)
    : m_profile(profile),
      m_rules(std::move(rules)),
      m_shared(shared)
{
    findNames();
    findThreads();
    if (m_rules.modules.empty())
        return;
    numberFrames();
    for (const Image &image : m_profile.tables().images) {
        if (hides(image))
            addModule(m_profile.text(image.codeFile));
    }
}

// Finds the names that the rules are about, in the profile and on this machine.
void Redactor::findNames()
{
    if (m_rules.users) {
        addName(names().users, variable("USER"), "root");
        addName(names().users, variable("LOGNAME"), "root");
    }
    if (m_rules.hosts) {
        std::array<char, 256> own{};
        if (gethostname(own.data(), own.size() - 1) == 0)
            addName(names().hosts, own.data(), "localhost");
        for (const Source &source : m_profile.tables().sources)
            addName(names().hosts, attributeText(m_profile, source, "host"), "localhost");
    }
    if (m_rules.arguments) {
        for (const Process &process : m_profile.tables().processes)
            addArguments(names().arguments, m_profile.text(process.command));
    }
    if (!m_rules.users && !m_rules.hosts && !m_rules.arguments)
        return;
    const auto learn = [this](std::string_view json, const JsonStringPlace &place) {
        const auto value = unescaped(json.substr(place.begin, place.end - place.begin));
        if (m_rules.users)
            addUsers(names().users, value);
        if (m_rules.hosts && isHost(nameOfMember(place)))
            addName(names().hosts, value, "localhost");
        if (m_rules.arguments && isArgument(json, place))
            addArgument(names().arguments, value);
    };
    for (std::size_t row = 0; row < m_profile.strings().size(); ++row) {
        const auto text = m_profile.text(StringIndex(row));
        if (m_rules.users)
            addUsers(names().users, text);
        if (looksLikeJson(text))
            forEachJsonString(text, [&](const JsonStringPlace &place) { learn(text, place); });
    }
}

// Notes the ids of hidden threads for the other parts, which may have such a thread without the
// name by which it is hidden.
void Redactor::findThreads()
{
    if (m_rules.threads.empty() || m_shared == nullptr)
        return;
    for (std::size_t row = 0; row < m_profile.threadCount(); ++row) {
        const ThreadIndex thread(row);
        const auto id = m_profile.text(m_profile.thread(thread).id);
        if (!id.empty() && hides(thread))
            names().threads.emplace(id);
    }
}

bool Redactor::hidesModule(std::string_view path) const
{
    return matchesOneOf(m_rules.modules, path)
        || matchesOneOf(m_rules.modules, trimmedPackage(path))
        || matchesOneOf(m_rules.modules,
                        path.substr(path.find_last_of("/\\") + 1)); // npos + 1 is 0
}

bool Redactor::hides(ThreadIndex thread) const
{
    const Thread &row = m_profile.thread(thread);
    const auto name = m_profile.text(row.name);
    const auto id = m_profile.text(row.id);
    return matchesOneOf(m_rules.threads, name) || matchesOneOf(m_rules.threads, id)
        || (name.empty() && names().threads.contains(id));
}

bool Redactor::hides(const Image &image) const
{
    return hidesModule(m_profile.text(image.codeFile));
}

// The hash of what the backend knows a function by (SENTRY.md §6.2): the texts of many hidden
// functions would be as large as the profile.
std::size_t Redactor::identityOf(FrameIndex index) const
{
    const Frame &frame = m_profile.frame(index);
    const Function function =
        frame.function.isValid() ? m_profile.function(frame.function) : Function();
    std::string identity(moduleName(m_profile, index));
    if (identity.empty())
        identity = m_profile.text(function.file);
    identity.append("\n").append(m_profile.text(function.name)).append("\n");
    identity += std::to_string(frame.address.value_or(frame.pc));
    return std::hash<std::string>()(identity);
}

// Remembers the path of a hidden module and its names, which texts may quote.
void Redactor::addModule(std::string_view path)
{
    for (const auto name :
         {path, path.substr(path.find_last_of("/\\") + 1), trimmedPackage(path)}) { // npos + 1 is 0
        if (name.size() >= shortestArgument)
            addName(names().modules, name, {});
    }
}

void Redactor::numberFrames()
{
    for (std::size_t row = 0; row < m_profile.tables().frames.size(); ++row) {
        const FrameIndex index(row);
        const Frame &frame = m_profile.frame(index);
        const Function function =
            frame.function.isValid() ? m_profile.function(frame.function) : Function();
        const auto module = moduleName(m_profile, index);
        bool isHidden = hidesModule(module);
        if (isHidden)
            addModule(module);
        for (const auto place :
             {function.module, function.package, function.file, function.absPath}) {
            const auto path = m_profile.text(place);
            if (!hidesModule(path))
                continue;
            isHidden = true;
            addModule(path);
        }
        isHidden = isHidden || (frame.image.isValid() && hides(m_profile.image(frame.image)));
        if (isHidden)
            names().functions.emplace(identityOf(index), names().functions.size() + 1);
    }
}

std::optional<std::string> Redactor::nameOf(FrameIndex frame) const
{
    const auto &numbers = names().functions;
    if (numbers.empty())
        return std::nullopt;
    const auto known = numbers.find(identityOf(frame));
    if (known == numbers.end())
        return std::nullopt;
    return "<redacted " + std::to_string(known->second) + '>';
}

std::string Redactor::withoutHomes(std::string_view text) const
{
    std::string result;
    std::size_t done = 0;
    for (auto home = findHome(text, 0); home; home = findHome(text, home->end)) {
        const auto start = std::max(home->beginsPath ? home->start : home->name, done);
        result.append(text.substr(done, start - done));
        result += home->beginsPath ? "~" : "user";
        done = home->end;
    }
    return result.append(text.substr(done));
}

std::string Redactor::withoutArguments(std::string_view text) const
{
    constexpr auto ends = " \t\n\"'";
    std::string result;
    for (std::size_t at = 0; at <= text.size();) {
        const auto end = std::min(text.find_first_of(ends, at), text.size());
        const auto word = text.substr(at, end - at);
        if (names().arguments.contains(word))
            result += "<argument>";
        else
            result += word;
        if (end < text.size())
            result += text[end];
        at = end + 1;
    }
    return result;
}

std::string Redactor::text(std::string_view text, TextKind kind) const
{
    // Arguments first: they may have homes and names in them.
    auto result =
        m_rules.arguments && kind == TextKind::Other ? withoutArguments(text) : std::string(text);
    if (m_rules.homes)
        result = withoutHomes(result);
    if (kind == TextKind::Other) {
        for (const auto &module : names().modules)
            result = withoutWord(result, module, "<redacted>", kind);
    }
    for (const auto &user : names().users)
        result = withoutWord(result, user, "user", kind);
    for (const auto &host : names().hosts)
        result = withoutWord(result, host, "host", kind);
    return result;
}

// Returns what replaces the whole value of a member, whatever it says; "": the value is a text like
// others. If modules are hidden, all function names in spans are replaced, as their modules are
// unknown.
std::string_view Redactor::wholeText(std::string_view key) const
{
    if (m_rules.hosts && isHost(key))
        return "host";
    if (m_rules.users && isUser(key))
        return "user";
    if (m_rules.arguments && key == "process.command_line")
        return "<argument>";
    return !m_rules.modules.empty() && key.starts_with("code.") ? "<redacted>" : "";
}

std::string Redactor::document(std::string_view json, Replacements &replacements) const
{
    std::string result;
    result.reserve(json.size());
    std::size_t done = 0;
    const auto replace = [&](std::size_t begin, std::size_t end, std::string_view was,
                             std::string_view is) {
        replacements.add(was, is);
        result.append(json.substr(done, begin - done));
        appendJsonString(result, is);
        done = end;
    };
    const auto use = [&](const JsonStringPlace &place) {
        const auto token = json.substr(place.begin, place.end - place.begin);
        const auto kind = kindOf(place, token.substr(1, token.size() - 2));
        if (kind == OutgoingKind::Id || kind == OutgoingKind::Kind)
            return;
        const auto was = unescaped(token);
        if (was.empty())
            return;
        std::string is(wholeText(nameOfMember(place)));
        if (m_rules.arguments && isArgument(json, place))
            is = "<argument>";
        else if (kind == OutgoingKind::Thread && matchesOneOf(m_rules.threads, was))
            is = "<redacted>";
        const bool isOfCode = kind == OutgoingKind::Code || kind == OutgoingKind::Path;
        if (is.empty())
            is = text(was, isOfCode ? TextKind::Code : TextKind::Other);
        if (was != is)
            replace(place.begin, place.end, was, is);
    };
    // Ids of users may be numbers.
    const auto useKey = [&](const JsonStringPlace &key) {
        const auto begin = jsonValueBegin(json, key);
        const auto end = std::min(json.find_first_of(",}] \t\r\n", begin), json.size());
        const bool isNumber = begin < end && (json[begin] == '-' || isDigit(json[begin]));
        if (isNumber && m_rules.users && isUser(nameOfMember(key)))
            replace(begin, end, json.substr(begin, end - begin), "user");
    };
    forEachJsonString(json, use, useKey);
    return result.append(json.substr(done));
}

} // namespace ember::model::sentry
