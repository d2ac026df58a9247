// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model {

enum class Severity : std::uint8_t { Note, Warning, Error };

// Something a reader noticed, identified by a stable code: "spec-missing-release",
// "backend-values-list". `origin` is the id of the rule in the specification (S7, V1-6), "backend",
// or the format.
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
    // Counts one more finding of a known code; false if the code is new and must be added. For
    // findings that may occur millions of times.
    bool countAgain(std::string_view code);
    void add(const ImportLog &other);

    const std::vector<Finding> &findings() const { return m_findings; }

    std::uint64_t warnings() const; // how often Severity::Warning or worse

private:
    std::vector<Finding> m_findings;
};

// Copies findings of one of several files and puts the file's name before their subjects.
ImportLog ofFile(const ImportLog &log, const std::string &file);

} // namespace ember::model
