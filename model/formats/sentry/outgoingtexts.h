// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/json/jsontext.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// The kinds of texts that leave the machine.
enum class OutgoingKind : std::uint8_t {
    Release,
    Environment,
    Dist,
    Host, // name of a machine or device
    Thread, // name of a thread
    Transaction, // name of a transaction
    Span, // description of a span
    Path, // of a binary or source
    Code, // name of a function or module
    Other, // any other text: "key: text"; or a key that the program has chosen
    Kind, // a word that Sentry knows, such as "platform: native"
    Id, // an id, an address, a number or a time: its key only
    Count,
};

// Name of a kind, which stays the same for scripts: "release", "path", …
std::string_view nameOf(OutgoingKind kind);

// The kind of a text in a document. Kind and Id are only for texts where Sentry expects such a
// text, and that have its form, so that no name of a person, machine or file can be in them. `text`
// is as it stands in the document, without quotes.
OutgoingKind kindOf(const JsonStringPlace &place, std::string_view text);

// Collects the texts of documents that will be sent, each once, to show them to the user before.
// Made from what was written, so that no text is forgotten. Each text is cut at 1000 bytes; those
// beyond 10 000 of a kind are only counted, by unlisted().
class OutgoingTexts {
public:
    // Adds the texts of a chunk, V1 profile, event or header; "" has none. The document must be
    // valid JSON.
    void add(std::string_view json);

    // Texts of a kind in order of appearance; at most 10 000.
    const std::vector<std::string> &of(OutgoingKind kind) const
    {
        return m_lists[static_cast<std::size_t>(kind)];
    }

    std::uint64_t unlisted() const { return m_unlisted; }

private:
    void add(OutgoingKind kind, std::string text);

    std::array<std::vector<std::string>, static_cast<std::size_t>(OutgoingKind::Count)> m_lists;
    std::array<std::set<std::string>, static_cast<std::size_t>(OutgoingKind::Count)> m_known;
    std::uint64_t m_unlisted = 0;
};

} // namespace ember::model::sentry
