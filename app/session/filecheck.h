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
    model::Bytes bytes; // the file, unpacked; if that cannot be JSON, only its start
    std::vector<model::sentry::FileVerdict> verdicts; // at least one
    bool isForSentry = true; // false: it is in another format
};

// Judges a file as Sentry would. The verdict on a file in another known format names that format.
// `name` is what verdicts and errors call the file. Errors: those of model::readUnpacked();
// Cancelled after `stop`, in the middle of a file, too.
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

// Sentry's verdicts on a file, or on the chunks that would be written of a profile.
struct SentryCheck {
    std::string path; // path of the file; empty: the verdicts are on written chunks
    std::vector<model::sentry::FileVerdict> verdicts;
    std::vector<model::sentry::RepairChange> changes; // changes that a repaired copy would have
    std::vector<std::string> left; // faults that a repaired copy would still have
    bool isStillRefused = false; // Sentry would refuse the repaired copy
};

struct FileCheck {
    std::vector<TableCheck> tables;
    std::vector<SentryCheck> sentry;
    std::vector<model::Error> unread;
};

// The most bytes of normalised JSON (FileVerdict::normalised) that a FileCheck holds in all;
// verdicts beyond that have none.
constexpr std::size_t mostKeptBytes = std::size_t(64) << 20U;

// Checks files by the rules of tables and of Sentry. `profiles`: what was read of the files; if
// empty they are read, without names of addresses. A profile of a file that is not for Sentry is
// judged by the chunks that would be written with `options`; so are all of `profiles` if one file
// is not for Sentry. Incomplete after `stop`.
FileCheck checkFiles(const QStringList &paths, const std::vector<model::ProfilePointer> &profiles,
                     const model::sentry::ChunkOptions &options, const std::stop_token &stop);

} // namespace ember::app
