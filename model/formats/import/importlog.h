// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
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

// A kind of finding of a format.
struct FindingSpec {
    std::string_view code;
    Severity severity = Severity::Warning;
    std::string_view text;
};

// Collects findings. Findings of the same code are counted as one, with the worst severity.
class ImportLog {
public:
    void add(Finding finding);
    // Counts one more finding of a known code; false if the code is new and must be added. For
    // findings that may occur millions of times.
    bool countAgain(std::string_view code);
    void add(const ImportLog &other);
    // Replaces `path` at the start of subjects by `name`: the file at `path` is a copy of that one.
    void renameFile(std::string_view path, std::string_view name);

    const std::vector<Finding> &findings() const { return m_findings; }

    std::uint64_t warnings() const; // number of findings with Severity::Warning or worse

private:
    std::vector<Finding> m_findings;
};

// Copies findings of one of several files and puts the file's name before their subjects.
ImportLog ofFile(const ImportLog &log, const std::string &file);

// Reports findings about one input file, or a place in it. Counters that are zero are not reported.
class FileNotes {
public:
    // `origin` and `subject` are set in all findings; the log must outlive this.
    FileNotes(std::string origin, std::string subject, ImportLog &log);

    const std::string &origin() const { return m_origin; }

    // Reports a finding `count` times; `start` is put before its text.
    void add(const FindingSpec &spec, std::uint64_t count = 1, std::string start = {}) const;
    void note(std::string code, std::string detail, std::uint64_t count = 1) const;
    void warn(std::string code, std::string detail, std::uint64_t count = 1) const;
    // Warns about a line of the file: the first line is named, further ones are only counted. For
    // findings that may occur millions of times.
    void warnOfLine(std::string_view code, std::size_t line, std::string_view detail) const;

private:
    void add(Severity severity, std::string code, std::string detail, std::uint64_t count) const;

    std::string m_origin;
    std::string m_subject;
    ImportLog *m_log;
};

// Counts a format's kinds of findings. `Kind` is an enumeration that ends in Count; `table` has a
// row for each, in the order in which they are reported.
template<typename Kind>
class FindingCounts {
public:
    using Table = std::array<FindingSpec, std::size_t(Kind::Count)>;

    std::uint64_t &operator[](Kind kind) { return m_counts[std::size_t(kind)]; }
    std::uint64_t operator[](Kind kind) const { return m_counts[std::size_t(kind)]; }

    // Counts a finding of this kind. `start` ("byte 12: ") is kept for the first one only, and
    // begins the text that report() writes for the kind.
    void add(Kind kind, const std::string &start)
    {
        if (m_counts[std::size_t(kind)]++ == 0)
            m_starts[kind] = start;
    }
    std::string start(Kind kind) const
    {
        const auto known = m_starts.find(kind);
        return known != m_starts.end() ? known->second : std::string();
    }

    void report(const Table &table, const FileNotes &notes) const
    {
        for (std::size_t row = 0; row < table.size(); ++row)
            notes.add(table[row], m_counts[row], start(Kind(row)));
    }

private:
    std::array<std::uint64_t, std::size_t(Kind::Count)> m_counts{};
    std::map<Kind, std::string> m_starts;
};

} // namespace ember::model
