// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model {

enum class Severity : std::uint8_t { Note, Warning, Error };

// Something a reader noticed, by a code that never changes: "spec-missing-release",
// "backend-values-list". `origin` is a rule id of the text it comes from (S7, V1-6) or "backend".
struct Finding {
    std::string code;
    std::string origin;
    Severity severity = Severity::Warning;
    std::string subject; // where: a JSON path, an item, a line
    std::string detail; // what, in the words of the rule
    std::uint64_t count = 1; // how often; subject and detail are those of the first
};

// Collects findings; the same code again only counts, and its worst severity holds.
class ImportLog {
public:
    void add(Finding finding);
    // One more of a code that is there. False: add() it. For what may come a million times.
    bool countAgain(std::string_view code);
    void add(const ImportLog &other);

    const std::vector<Finding> &findings() const { return m_findings; }

    std::uint64_t warnings() const; // how often Severity::Warning or worse

private:
    std::vector<Finding> m_findings;
};

// Findings of one of several files: each says which it is, before what it says already.
ImportLog ofFile(const ImportLog &log, const std::string &file);

} // namespace ember::model
