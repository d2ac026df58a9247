// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/follower.h"
#include "model/formats/capturelog/profilefeed.h"
#include "model/formats/capturelog/records.h"
#include "model/formats/import/importer.h"
#include "model/formats/import/keptview.h"
#include "model/profile/profile.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::capturelog {

// Finds the records in a log's bytes, after damage too if possible, and passes them to a
// ProfileFeed. The one decoder for files that grow and files that are whole.
//
// Damage within a record costs that record and, if later ones depend on it, the rest of its
// segment; damage to the chain of records costs everything up to the next segment.
class LogParser {
public:
    LogParser(std::string name, ProfileBuilder &builder, const ReadOptions &options,
              Checksums checksums = Checksums::Verify);

    // Parses `bytes`, which follow those consumed so far. Returns how many were consumed; the rest
    // must be given again, with more after it. Errors: those of checkFileHeader().
    Result<std::size_t> consume(std::string_view bytes);
    // Skips `bytes` bytes after those consumed: a ring has dropped them.
    void passDropped(std::uint64_t bytes);
    // Ends the log; `rest` is what was not consumed. Reports what could not be used.
    void finish(std::string_view rest);

    ProfileFeed &feed() { return m_feed; }

    // Whether bytes are being skipped as damaged. Those that a ring seems to have dropped are not.
    bool isDamaged() const { return m_damageStart && m_damageKind == DamageKind::Damaged; }

    std::uint64_t position() const { return m_position; }

private:
    // Why bytes are skipped. Zeros between two segments are what a ring has dropped.
    enum class DamageKind : std::uint8_t { Dropped, Damaged };

    void startDamage(DamageKind kind);
    void endDamage();
    std::size_t consumeRecords(std::string_view bytes);
    std::size_t passDamage(std::string_view bytes);
    void reportDropped(std::uint64_t bytes);
    void reportDamage(std::uint64_t from, std::uint64_t bytes);
    void reportTruncation(std::uint64_t bytes);
    void reportEnd();
    std::string where(std::uint64_t position) const;

    std::string m_name;
    Checksums m_checksums;
    std::stop_token m_stop; // checked between records: what is left stays unconsumed
    ProfileFeed m_feed;
    std::uint64_t m_position = 0;
    bool m_headerSeen = false;
    std::optional<std::uint64_t> m_damageStart; // where the damage began that is being passed
    DamageKind m_damageKind = DamageKind::Damaged;
};

struct LogReading {
    ProfilePointer profile;
    ImportLog log;
    std::optional<KeptView> view;
    std::vector<ImageSymbols> newSymbols; // from the resolver, for appendSymbols()
};

// Reads a whole log; `name` goes into findings and the profile's source. A damaged log is read up
// to its last whole record, with findings and a CaptureEvent of kind Damaged. Errors: FileEmpty,
// those of checkFileHeader(), NothingToShow (no whole segment header), Cancelled, FileTooBig (not
// enough memory).
Result<LogReading> readCaptureLog(const std::string &name, std::string_view bytes,
                                  const ReadOptions &options);

// Imports capture logs, the format "ember"; each file is a profile of its own.
class CaptureLogImporter : public Importer {
public:
    std::string_view format() const override { return "ember"; }

    std::span<const std::string_view> patterns() const override
    {
        static constexpr std::array<std::string_view, 1> own{"*.ember"};
        return own;
    }

    // A ring's log has a hole for what it dropped, which may be larger than any memory.
    Holes holes() const override { return Holes::LeaveOut; }

    Confidence sniff(const FileStart &start) const override;
    Result<Import> read(std::vector<ImportFile> files, const ImportOptions &options) const override;
};

} // namespace ember::model::capturelog
