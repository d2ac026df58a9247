// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/profile/profile.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

// What is taken out of chunks, V1 profiles and transactions while they are written.

namespace ember::model::sentry {

// Whether a text matches one of the patterns of fnmatch(): * stands for any letters, ? for one,
// [ab] for one of these. "" matches none.
bool matchesOneOf(const std::vector<std::string> &patterns, std::string_view text);

// What may not leave the machine. The rules of a DSN are kept as JSON.
struct RedactionRules {
    bool homes = false; // "/home/ada/app" is "~/app"
    bool users = false; // names of users are "user"
    bool hosts = false; // the names of this machine and of the recorded one are "host"
    bool arguments = false; // words of command lines are "<argument>", except in names of code
    // Patterns with * and ? for modules, by name or whole path. Functions of these modules lose
    // their names. Up to 100 names and paths of these modules are also replaced in all texts that
    // are no code.
    std::vector<std::string> modules;
    // Patterns of the names or ids of threads that are not written.
    std::vector<std::string> threads;

    bool isEmpty() const
    {
        return !homes && !users && !hosts && !arguments && modules.empty() && threads.empty();
    }

    friend bool operator==(const RedactionRules &, const RedactionRules &) = default;
};

// Returns the rules as JSON:
// {"homes":true,"users":false,"hosts":false,"arguments":false,"modules":[…],"threads":[…]}
std::string toJson(const RedactionRules &rules);
// Reads rules from JSON. Unknown members are ignored, absent ones are no rule. Errors: SyntaxError,
// WrongType.
Result<RedactionRules> redactionFromJson(std::string_view json);

// The names that rules of redaction replace, as found in a profile, or in its parts so far.
struct RedactedNames {
    std::set<std::string, std::less<>> users;
    std::set<std::string, std::less<>> hosts;
    std::set<std::string, std::less<>> arguments;
    std::set<std::string, std::less<>> modules; // names and paths of hidden modules
    std::unordered_map<std::size_t, std::size_t> functions; // numbers of new names, by identityOf()
    std::set<std::string, std::less<>> threads; // ids of hidden threads
};

// A text that was replaced, and what replaced it; both are cut at 300 bytes.
struct Replacement {
    std::string from;
    std::string to;
    std::uint64_t count = 0;

    friend bool operator==(const Replacement &, const Replacement &) = default;
};

// Counts replacements. It keeps 1000 different ones; the rest are only counted.
class Replacements {
public:
    void add(std::string_view from, std::string_view to, std::uint64_t count = 1);
    void add(const Replacements &other);
    std::vector<Replacement> list() const; // sorted by text
    std::uint64_t total() const { return m_total; }
    std::uint64_t unlisted() const { return m_unlisted; }

private:
    std::map<std::pair<std::string, std::string>, std::uint64_t> m_counts;
    std::uint64_t m_total = 0;
    std::uint64_t m_unlisted = 0;
};

// Whether a text is a name of code, to which some rules do not apply.
enum class TextKind : std::uint8_t {
    Code, // a function, a module, a path of a file: names that a program consists of
    Other, // anything else: names of threads and transactions, descriptions, unknown members
};

// Applies the rules to what is written of one profile. Immutable, so any thread may use it, unless
// it shares what was found.
class Redactor {
public:
    // `profile` must outlive the redactor. Linear in its texts and frames. `shared` has what was
    // found in other parts of the profile, and gets what is found in this one; it must outlive the
    // redactor. nullptr: there are no other parts.
    Redactor(const Profile &profile, RedactionRules rules, RedactedNames *shared = nullptr);

    bool hides(ThreadIndex thread) const;
    // Whether the image belongs to a hidden module, and so is left out.
    bool hides(const Image &image) const;
    // Returns the name that replaces that of a function of a hidden module, "<redacted 3>". What
    // the backend would take for one function has one name, in all chunks of the profile, so call
    // trees keep their shape. Absent for frames of other modules.
    std::optional<std::string> nameOf(FrameIndex frame) const;

    std::string text(std::string_view text, TextKind kind) const;
    // The JSON document with its texts replaced: all values of members but ids, types and the like;
    // keys stay. The document must be valid.
    std::string document(std::string_view json, Replacements &replacements) const;

private:
    RedactedNames &names() { return m_shared != nullptr ? *m_shared : m_own; }
    const RedactedNames &names() const { return m_shared != nullptr ? *m_shared : m_own; }
    void findNames();
    void findThreads();
    void numberFrames();
    void addModule(std::string_view path);
    bool hidesModule(std::string_view path) const;
    std::size_t identityOf(FrameIndex frame) const;
    std::string withoutHomes(std::string_view text) const;
    std::string_view wholeText(std::string_view key) const;
    std::string withoutArguments(std::string_view text) const;

    const Profile &m_profile;
    RedactionRules m_rules;
    RedactedNames m_own;
    RedactedNames *m_shared;
};

} // namespace ember::model::sentry
