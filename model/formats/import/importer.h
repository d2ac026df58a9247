// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/bytes/bytesource.h"
#include "model/formats/import/importlog.h"
#include "model/formats/import/jsonoutline.h"
#include "model/formats/import/keptview.h"
#include "model/profile/frameresolver.h"
#include "model/profile/inapp.h"
#include "model/profile/profile.h"

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::model {

// How surely an importer recognises a file. Undecided: it needs more bytes.
enum class Confidence : std::uint8_t { No, Undecided, Maybe, Likely, Certain };

// Removes the byte order mark that some editors put before UTF-8 (U+FEFF). No format begins with
// it.
inline std::string_view withoutByteOrderMark(std::string_view text)
{
    constexpr std::string_view mark = "\xef\xbb\xbf";
    return text.substr(text.starts_with(mark) ? mark.size() : 0);
}

// The start of a file, by which importers recognise it: its first 64 KB, or all of it if these were
// not enough. Not thread-safe; the bytes must outlive it.
class FileStart {
public:
    template<typename Text>
    requires std::convertible_to<const Text &, std::string_view>
    FileStart(const Text &bytes, std::stop_token stop = {})
        : m_bytes(withoutByteOrderMark(bytes)),
          m_stop(std::move(stop))
    {
    }

    std::string_view bytes() const { return m_bytes; }

    // The file's outline as JSON; computed at the first call only.
    const JsonOutline &json() const
    {
        if (!m_json)
            m_json.emplace(m_bytes, m_stop);
        return *m_json;
    }

    // Confidence for a JSON document without the members of a format: undecided while more text may
    // have them.
    Confidence withoutJsonMembers() const
    {
        return json().mayGoOn() ? Confidence::Undecided : Confidence::No;
    }

private:
    std::string_view m_bytes;
    std::stop_token m_stop;
    mutable std::optional<JsonOutline> m_json;
};

// A file that is to be read. `name` is for messages and sources, never for detection.
struct ImportFile {
    std::string name;
    Bytes bytes;
    // Loads the bytes if they are not set yet, so that not all files are in memory at once.
    std::function<Result<Bytes>()> fetch = {};

    // Fetches the bytes if that has not been done; call it before using them, in any thread.
    // Errors: those of `fetch`.
    Result<void> load()
    {
        if (auto wanted = std::exchange(fetch, {})) {
            EMBER_ASSIGN_OR_RETURN(bytes, wanted());
        }
        return {};
    }
};

struct ImportOptions {
    // Finds names for addresses that have none and, in recordings of perf, lines and inlined
    // functions; nullptr: they stay addresses. Not owned.
    FrameResolver *resolver = nullptr;
    // Decides which code is the user's own in files that do not say it; nullptr: the default rule.
    // Not owned.
    const InAppRule *inApp = nullptr;
    // Checked every few milliseconds. If a stop is requested, importers return
    // ErrorCode::Cancelled.
    std::stop_token stop = {};
    // Called in the reading thread with snapshots of a profile that is put together from many
    // files, at most ten times per second. Not called for a profile that is complete at once.
    std::function<void(const ProfilePointer &)> grown = {};
};

struct ImportedProfile {
    ProfilePointer profile;
    std::string format; // "sentry-v2", "ember", …: the name `convert --to` takes
    std::vector<std::string> files; // files it was read from
    bool hasGrown = false; // it continues the profile that ImportOptions::grown was called with
    std::optional<KeptView> view = {}; // how it was last viewed, if the format stores that
};

struct Import {
    std::vector<ImportedProfile> profiles; // chunks of one profiler_id are one profile
    ImportLog log;
    std::vector<Error> refused; // files that could not be read, each with its name as subject
};

// Reads one format. It gets several files at once because several chunks can form one profile.
// Thread-safe. Exceptions of libraries do not leave it.
class Importer {
public:
    virtual ~Importer() = default;

    virtual std::string_view format() const = 0;
    virtual Confidence sniff(const FileStart &start) const = 0;
    // Sort key of a file: read() gets files in ascending order of it, files with equal keys in the
    // order of the request. For formats whose files are shown while others are read.
    virtual double place(std::string_view firstBytes) const
    {
        static_cast<void>(firstBytes);
        return 0;
    }

    // The tool whose files these are, for sentences about what can be opened: "Firefox"; "": not
    // listed.
    virtual std::string_view tool() const { return {}; }

    // Patterns of usual names of its files, for dialogs: "*.cpuprofile".
    virtual std::span<const std::string_view> patterns() const { return {}; }

    // How holes of sparse files are read.
    virtual Holes holes() const { return Holes::Read; }

    // Each file is read as a whole, with findings in the log, or listed in Import::refused. If an
    // error is returned, it names the file that failed; the others are read again without it.
    // Cancelled concerns all files.
    virtual Result<Import> read(std::vector<ImportFile> files,
                                const ImportOptions &options) const = 0;
};

} // namespace ember::model
