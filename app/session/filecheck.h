// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/bytes/bytesource.h"
#include "model/formats/sentry/chunkoptions.h"
#include "model/formats/sentry/files/validatechunk.h"
#include "model/formats/sentry/repair.h"
#include "model/profile/profile.h"
#include "model/tables/validate.h"

#include <QStringList>

#include <stop_token>
#include <string>
#include <vector>

// Checks files against the rules of their formats: relational tables, and JSON for Sentry. Any
// thread.
namespace ember::app {

struct Judgement {
    model::Bytes bytes; // unpacked; of a file that cannot be for Sentry its start only
    std::vector<model::sentry::FileVerdict> verdicts; // at least one
    bool isForSentry = true; // false: it is in another format
};

// Judges a file as Sentry would; one in another format that is known is refused by its name. `name`
// is what verdicts and errors call it. Errors: those of model::readUnpacked(); Cancelled after
// `stop`, in the middle of a file, too.
model::Result<Judgement> judgeForSentry(const std::string &path, const std::string &name,
                                        model::sentry::KeepNormalised keep,
                                        const std::stop_token &stop = {});

// Writes PATH for one content, PATH-000, PATH-001 … (before the extension) for several; none of
// `inputs` is replaced under a name other than PATH. Returns the paths. Errors: those of
// model::StagedFiles.
model::Result<std::vector<std::string>> saveNumbered(const std::string &path,
                                                     const std::vector<std::string> &contents,
                                                     const std::vector<std::string> &inputs);

// Findings in the tables that a file holds, or that are made of a profile.
struct TableCheck {
    std::string name;
    std::vector<model::tables::TableFinding> findings;
};

// Sentry's verdicts on a file, or on the chunks that are written of profiles.
struct SentryCheck {
    std::string path; // empty: of written chunks
    std::vector<model::sentry::FileVerdict> verdicts;
    std::vector<model::sentry::RepairChange> changes; // which a repaired copy would have
    std::vector<std::string> left; // faults that a repaired copy would still have
    bool isStillRefused = false; // Sentry would refuse the repaired copy
};

struct FileCheck {
    std::vector<TableCheck> tables;
    std::vector<SentryCheck> sentry;
    std::vector<model::Error> unread;
};

// The most bytes of JSON that FileCheck keeps of what Sentry would keep
// (FileVerdict::normalised); verdicts beyond have none.
constexpr std::size_t mostKeptBytes = std::size_t(64) << 20U;

// Holds files against the rules of tables and of Sentry. `profiles` are what was read of them;
// none: they are read, without names of addresses. A profile of a file that is not for Sentry is
// judged by the chunks that would be written with `options`. Incomplete after `stop`.
FileCheck checkFiles(const QStringList &paths, const std::vector<model::ProfilePointer> &profiles,
                     const model::sentry::ChunkOptions &options, const std::stop_token &stop);

} // namespace ember::app
