// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/bytes/bytesource.h"
#include "model/formats/import/filestart.h"
#include "model/formats/import/importlog.h"
#include "model/formats/import/keptview.h"
#include "model/profile/frameresolver.h"
#include "model/profile/inapp.h"
#include "model/profile/profile.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::model {

// A file on its way in. `name` is for messages and sources, never for detection.
struct ImportFile {
    std::string name;
    Bytes bytes;
    // Fetches the bytes, where they are not there yet: not all files need be in memory at once.
    std::function<Result<Bytes>()> fetch = {};

    // Any thread, before the bytes are looked at. Errors: those of `fetch`.
    Result<void> load()
    {
        if (auto wanted = std::exchange(fetch, {})) {
            EMBER_ASSIGN_OR_RETURN(bytes, wanted());
        }
        return {};
    }
};

struct ImportOptions {
    // Names for addresses without one; nullptr: they stay addresses. Not owned.
    FrameResolver *resolver = nullptr;
    // Whose code is whose, for files that do not say; nullptr: the rule as it is. Not owned.
    const InAppRule *inApp = nullptr;
    // Asked every few milliseconds. Whoever is stopped returns ErrorCode::Cancelled, whatever was
    // read by then.
    std::stop_token stop = {};
    // Told, in the thread that reads, of a profile that many files are being put together to:
    // snapshots of one growing profile, ten a second at most. Not of one that is there at once.
    std::function<void(const ProfilePointer &)> grown = {};
};

struct ImportedProfile {
    ProfilePointer profile;
    std::string format; // "sentry-v2", "ember", …: the name `convert --to` takes
    std::vector<std::string> files; // that it was read from
    bool hasGrown = false; // it goes on from what ImportOptions::grown was told
    std::optional<KeptView> view = {}; // how it was last looked at, where the format keeps that
};

struct Import {
    std::vector<ImportedProfile> profiles; // chunks of one profiler_id are one profile
    ImportLog log;
    std::vector<Error> refused; // files that gave nothing, each with its name as subject
};

// Reads one format. Several files come together, because several chunks can make one profile.
// Any number of threads may use one importer. Exceptions of libraries do not leave it.
class Importer {
public:
    virtual ~Importer() = default;

    virtual std::string_view format() const = 0;
    virtual Confidence sniff(const FileStart &start) const = 0;
    // Files are given to read() by this, ascending; those of equal place in the order in which they
    // were asked for. For formats whose files are shown while others are read.
    virtual double place(std::string_view firstBytes) const
    {
        static_cast<void>(firstBytes);
        return 0;
    }

    // Whether files are to be read with their holes.
    virtual Holes holes() const { return Holes::Read; }

    // All or nothing per file: what a file holds is read with findings in the log, or the file is
    // in Import::refused. An error names a file, too, but took the others with it: they are read
    // again without it. Cancelled stands for all files.
    virtual Result<Import> read(std::vector<ImportFile> files,
                                const ImportOptions &options) const = 0;
};

} // namespace ember::model
