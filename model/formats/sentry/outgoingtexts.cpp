// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/outgoingtexts.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace ember::model::sentry {

namespace {

constexpr std::size_t mostListed = 10'000; // of one kind
constexpr std::size_t longestListed = 1000; // bytes

// The objects whose members Sentry describes, by the keys around these; * is any key. An object in
// an array has the array's key, too.
constexpr std::array<std::string_view, 21> describedObjects{
    "profile.samples.samples",
    "profile.frames.frames",
    "debug_meta.images.images",
    "spans.spans",
    "measurements.*.values.values",
    "measurements.*",
    "", // the document
    "client_sdk",
    "sdk",
    "device",
    "os",
    "runtime",
    "transaction",
    "transactions.transactions",
    "transaction_info",
    "trace", // in the header of an envelope
    "contexts.trace",
    "contexts.profile",
    "contexts.device",
    "contexts.os",
    "contexts.runtime",
};

// Objects in which Sentry expects thread and profiler beside members of the program.
constexpr std::array<std::string_view, 2> spanData{"spans.spans.data", "contexts.trace.data"};

// Objects that have only other objects as members.
constexpr std::array<std::string_view, 5> containers{
    "profile", "debug_meta", "profile.thread_metadata", "profile.thread_metadata.*",
    "profile.queue_metadata"};

bool isOneOf(std::string_view key, std::initializer_list<std::string_view> keys)
{
    return std::ranges::find(keys, key) != keys.end();
}

// Whether `around` are the keys around the members of an object, as in describedObjects.
bool isAt(std::string_view object, const std::vector<std::string_view> &around)
{
    std::size_t depth = 1; // `around` begins with the document itself
    while (!object.empty()) {
        const auto end = std::min(object.find('.'), object.size());
        const auto key = object.substr(0, end);
        if (depth >= around.size() || (key != "*" && key != around[depth]))
            return false;
        ++depth;
        object.remove_prefix(std::min(end + 1, object.size()));
    }
    return depth == around.size();
}

bool isAtOneOf(const auto &objects, const std::vector<std::string_view> &around)
{
    return std::ranges::any_of(objects,
                               [&](std::string_view object) { return isAt(object, around); });
}

std::string_view keyAbove(const std::vector<std::string_view> &around, std::size_t levels)
{
    return around.size() < levels ? std::string_view() : around[around.size() - levels];
}

// Whether a text is an id of hex digits, an address, a number or a time.
bool isFigure(std::string_view text)
{
    constexpr std::size_t shortestId = 16;
    constexpr std::size_t longest = 64;
    constexpr auto hexDigits = "0123456789abcdefABCDEF-";
    const auto hasOnly = [](std::string_view part, const char *characters) {
        return part.find_first_not_of(characters) == std::string_view::npos;
    };
    if (text.size() > longest || text.find_first_of("0123456789") == std::string_view::npos)
        return false;
    if (text.starts_with("0x"))
        return hasOnly(text.substr(2), hexDigits);
    return (text.size() >= shortestId && hasOnly(text, hexDigits))
        || hasOnly(text, "0123456789+-.:eTZ");
}

// Whether a text is one word, as Sentry's own are.
bool isWord(std::string_view text)
{
    constexpr std::size_t longest = 64;
    return text.size() <= longest
        && text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789._-")
        == std::string_view::npos;
}

bool isKeyOfFigures(std::string_view key)
{
    return (key.ends_with("_id") && key != "user_id") || key.ends_with("_addr")
        || key.ends_with("_ns") || key.ends_with("_ms") || key.ends_with("timestamp")
        || isOneOf(key,
                   {"id", "uuid", "value", "public_key", "image_vmaddr", "image_size",
                    "queue_address", "sent_at", "sample_rate", "sample_rand"});
}

bool isKeyOfWords(std::string_view key)
{
    return isOneOf(key, {"platform", "type", "unit", "status", "version", "origin", "source"});
}

// The kind of a text in an object that Sentry describes.
OutgoingKind describedKind(std::string_view key, std::string_view parent, std::string_view text)
{
    if (isKeyOfFigures(key) && isFigure(text))
        return OutgoingKind::Id;
    if (isKeyOfWords(key) && isWord(text))
        return OutgoingKind::Kind;
    if (key == "release")
        return OutgoingKind::Release;
    if (key == "environment")
        return OutgoingKind::Environment;
    if (key == "dist")
        return OutgoingKind::Dist;
    if (key == "server_name" || (key == "name" && parent == "device"))
        return OutgoingKind::Host;
    if (key == "transaction" || (key == "name" && isOneOf(parent, {"transaction", "transactions"})))
        return OutgoingKind::Transaction;
    return key == "description" ? OutgoingKind::Span : OutgoingKind::Other;
}

// Returns "key: text" for a text of no kind of its own; for names of devices and software
// "object.key: text".
std::string withKey(const JsonStringPlace &place, std::string_view text)
{
    const auto parent = keyAbove(place.around, 1);
    std::string line;
    if (isOneOf(parent, {"client_sdk", "sdk", "device", "os", "runtime"}))
        line.append(parent).append(".");
    return line.append(place.key).append(": ").append(text);
}

// Whether the program has chosen the key, whose value is no text: a text is listed together with
// its key.
bool isChosenKey(std::string_view json, const JsonStringPlace &key)
{
    const auto value = jsonValueBegin(json, key);
    if (value < json.size() && json[value] == '"')
        return false;
    if (isAt("contexts", key.around))
        return !isOneOf(key.key, {"trace", "profile", "device", "os", "runtime"});
    return !isAtOneOf(describedObjects, key.around) && !isAtOneOf(containers, key.around)
        && key.key != "thread.id";
}

} // namespace

std::string_view nameOf(OutgoingKind kind)
{
    static constexpr std::array<std::string_view, static_cast<std::size_t>(OutgoingKind::Count)>
        names{"release", "environment", "dist", "host",  "thread", "transaction",
              "span",    "path",        "code", "other", "kind",   "id"};
    return names[static_cast<std::size_t>(kind)];
}

OutgoingKind kindOf(const JsonStringPlace &place, std::string_view text)
{
    const auto key = place.key;
    const auto parent = keyAbove(place.around, 1);
    if (isOneOf(parent, {"frames", "images"})) {
        if (isOneOf(key, {"function", "raw_function", "module"}))
            return OutgoingKind::Code;
        if (isOneOf(key, {"abs_path", "filename", "package", "code_file", "debug_file"}))
            return OutgoingKind::Path;
    }
    if (key == "thread.name" || (key == "name" && keyAbove(place.around, 2) == "thread_metadata"))
        return OutgoingKind::Thread;
    if (isAtOneOf(describedObjects, place.around))
        return describedKind(key, parent, text);
    const bool isId = isOneOf(key, {"thread.id", "profiler_id"}) && isFigure(text)
        && isAtOneOf(spanData, place.around);
    return isId ? OutgoingKind::Id : OutgoingKind::Other;
}

void OutgoingTexts::add(std::string_view json)
{
    const auto addText = [&](const JsonStringPlace &place) {
        const auto token = json.substr(place.begin, place.end - place.begin);
        std::string text(token.substr(1, token.size() - 2));
        const auto kind = kindOf(place, text);
        if (kind == OutgoingKind::Id) {
            add(kind, std::string(place.key));
            return;
        }
        if (text.find('\\') != std::string::npos) {
            const auto value = nlohmann::json::parse(token, nullptr, false);
            text = value.is_string() ? value.get<std::string>() : text;
        }
        const bool needsKey = kind == OutgoingKind::Other || kind == OutgoingKind::Kind;
        add(kind, needsKey ? withKey(place, text) : std::move(text));
    };
    forEachJsonString(json, addText, [&](const JsonStringPlace &key) {
        if (isChosenKey(json, key))
            add(OutgoingKind::Other, std::string(key.key));
    });
}

void OutgoingTexts::add(OutgoingKind kind, std::string text)
{
    auto &list = m_lists[static_cast<std::size_t>(kind)];
    auto &known = m_known[static_cast<std::size_t>(kind)];
    if (text.empty())
        return;
    text = text.substr(0, longestListed);
    if (known.contains(text))
        return;
    if (list.size() >= mostListed) {
        ++m_unlisted;
        return;
    }
    known.insert(text);
    list.push_back(std::move(text));
}

} // namespace ember::model::sentry
