// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/fetchreport.h"
#include "app/session/inputfiles.h"
#include "app/settings/symbolsettings.h"
#include "capture/symbols/symbolpaths.h"
#include "model/formats/import/importer.h"

#include <QStringList>

#include <csignal>
#include <optional>
#include <string>
#include <vector>

// Reads files for commands: addresses get names, and the terminal shows which debug files are
// fetched.
namespace ember::app {

// Shows on stderr which debug file is being fetched: on a terminal in one line that changes,
// elsewhere in a line per file. During a fetch, Ctrl-C cancels this and all later fetches, not the
// command. One instance at a time per process.
class FetchLine : public capture::FetchWatcher {
public:
    void begin(std::string_view binary) override;
    bool onProgress(std::uint64_t bytes, std::uint64_t total) override;
    void end() override;
    void failed(const capture::FetchFailure &failure) override { m_failures.add(failure); }

    // Prints once why fetches failed. Call when no more follow.
    void printFailures() const;

private:
    FetchFailures m_failures;
    std::string m_binary;
    bool m_hasSpoken = false; // something was printed for this file
    struct sigaction m_before { };
};

// The symbol paths of the user's settings, with progress on `line`, which must outlive their use.
capture::SymbolPaths symbolPaths(const SymbolSettings &settings, FetchLine &line);

// Whether findings and failed fetches are printed. Skip: they were printed when the files were read
// before.
enum class Notes : bool { Print, Skip };

// Reads files of any known format; addresses get names from `symbols`. Prints findings, and refused
// files (also in Import::refused). nullopt if reading failed as a whole, which was printed.
std::optional<model::Import> readFiles(const InputFiles &input,
                                       const std::vector<std::string> &paths,
                                       const SymbolSettings &symbols, Notes notes = Notes::Print);

// Prints and returns the error that the files have no profile.
model::Error refuseEmpty(const InputFiles &input);

// Opens the named files, "-" for standard input. nullopt after an error of InputFiles::open(),
// which was printed. Files that cannot be read are refused; so is the first if no file has a
// profile.
std::optional<model::Import> openEach(const QStringList &names, const SymbolSettings &symbols);

// Opens files like openEach(), but returns nullopt if any file is refused.
std::optional<model::Import> openFiles(const QStringList &names, const SymbolSettings &symbols);

// Whether everything in the files was read: no file was refused, and no finding is an error. If
// not, a command does what it can, and returns exit code 1.
bool isAllRead(const model::Import &opened);

// The first profile of one file; prints that there are others.
std::optional<model::ImportedProfile> openFirst(const QString &name, const SymbolSettings &symbols);

// Replaces the profile by one with the stacks that commands show: scripts without the frames of
// their interpreter, as in the window; cut stacks as they were recorded.
void showStacks(model::ProfilePointer &profile);

} // namespace ember::app
