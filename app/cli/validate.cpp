// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/validate.h"

#include "app/cli/verdicttext.h"
#include "model/formats/bytesource.h"
#include "model/formats/sentry/chunkfilenames.h"
#include "model/formats/sentry/repair.h"
#include "model/formats/sentry/repairfile.h"
#include "model/formats/sentry/validate.h"
#include "model/formats/stagedfiles.h"

#include <algorithm>
#include <optional>
#include <ostream>
#include <vector>

namespace ember::app {

namespace {

using model::Bytes;
using model::sentry::FileVerdict;

constexpr int done = 0;
constexpr int bad = 1;
constexpr int usage = 2;

constexpr const char *usageText =
    "Usage: emberchart-cli validate [--json] [--strict] [--normalised OUT.json] [--fix OUT.json] "
    "FILE…\n"
    "\n"
    "Says for each file, or each profile in an envelope, whether Sentry would accept it.\n"
    "\n"
    "  --json            an array of objects instead of lines\n"
    "  --strict          a broken MUST of the format's texts is an error too\n"
    "  --normalised OUT  write what Sentry would keep\n"
    "  --fix OUT         write a repaired copy; each change is listed\n";

struct Options {
    bool json = false;
    bool strict = false;
    bool help = false;
    std::optional<std::string> normalised;
    std::optional<std::string> fix;
    std::vector<std::string> files;
};

// nullopt: the usage is wrong, `fault` says how.
std::optional<Options> parseArguments(std::span<const std::string> arguments, std::string &fault)
{
    Options options;
    bool onlyFiles = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const auto &argument = arguments[i];
        const auto takesValue = [&](std::string_view name, std::optional<std::string> &value) {
            if (argument.starts_with(std::string(name) + '='))
                value = argument.substr(name.size() + 1);
            else if (argument == name && i + 1 < arguments.size())
                value = arguments[++i];
            else
                return false;
            return true;
        };
        if (onlyFiles || !argument.starts_with("-") || argument == "-")
            options.files.push_back(argument);
        else if (argument == "--")
            onlyFiles = true;
        else if (argument == "--json")
            options.json = true;
        else if (argument == "--strict")
            options.strict = true;
        else if (argument == "--help" || argument == "-h")
            options.help = true;
        else if (!takesValue("--normalised", options.normalised)
                 && !takesValue("--fix", options.fix)) {
            fault = argument == "--normalised" || argument == "--fix"
                ? argument + " needs a file name"
                : "unknown option " + argument;
            return std::nullopt;
        }
    }
    if (!options.help && options.files.empty())
        fault = "no file given";
    if ((options.fix || options.normalised) && options.files.size() > 1)
        fault = "--fix and --normalised take one file";
    return fault.empty() ? std::optional(std::move(options)) : std::nullopt;
}

void say(std::ostream &err, const std::string &subject, std::string_view text)
{
    err << "emberchart-cli: " << subject << ": " << text << '\n';
}

// OUT for one, OUT-000, OUT-001 … before the extension for several.
bool writeAll(const std::string &path, const std::vector<std::string> &contents, std::ostream &err)
{
    model::StagedFiles files(path);
    const auto write = [&]() -> model::Result<void> {
        for (const auto &content : contents)
            EMBER_RETURN_IF_ERROR(files.add(content));
        const model::sentry::ChunkGroup all{.launched = true, .chunks = contents.size()};
        return files.publish(model::sentry::chunkFileNames(path, {&all, 1}));
    };
    const auto written = write();
    if (!written)
        say(err, written.error().subject, written.error().detail);
    return written.has_value();
}

bool writeNormalised(const std::string &path, const std::vector<FileVerdict> &verdicts,
                     std::ostream &err)
{
    std::vector<std::string> kept;
    for (const auto &verdict : verdicts) {
        if (!verdict.normalised.empty())
            kept.push_back(verdict.normalised);
    }
    if (kept.empty())
        say(err, path, "not written: nothing was accepted");
    return !kept.empty() && writeAll(path, kept, err);
}

// Whether what was written is as valid as can be.
bool writeRepaired(const std::string &path, const Bytes &bytes, const std::string &file,
                   std::ostream &err)
{
    const auto repaired = model::sentry::repairFile(bytes.view());
    if (!repaired) {
        say(err, file, "cannot be repaired: " + repaired.error().detail);
        return false;
    }
    for (const auto &change : repaired->changes)
        err << "changed: " << changeText(change) << '\n';
    if (repaired->changes.empty())
        err << "nothing had to be changed\n";
    for (const auto &fault : repaired->left)
        err << "left: " << fault << '\n';
    return writeAll(path, repaired->files, err) && repaired->left.empty();
}

// Whether all is well with one file; its verdicts join the others.
bool judgeFile(const Options &options, const std::string &path, std::vector<FileVerdict> &verdicts,
               std::ostream &err)
{
    const auto bytes = Bytes::readFile(path);
    if (!bytes) {
        say(err, path, bytes.error().detail);
        return false;
    }
    model::sentry::ValidateOptions how;
    if (options.normalised)
        how.keepNormalised = model::sentry::KeepNormalised::Yes;
    auto judged = model::sentry::validate(bytes->view(), path, how);
    bool good = std::ranges::all_of(judged, [&options](const FileVerdict &verdict) {
        return options.strict ? verdict.isStrictlyValid() : verdict.isAccepted();
    });
    if (options.normalised)
        good = writeNormalised(*options.normalised, judged, err) && good;
    if (options.fix) // what counts is what was written
        good = writeRepaired(*options.fix, *bytes, path, err);
    std::ranges::move(judged, std::back_inserter(verdicts));
    return good;
}

} // namespace

int validateCommand(std::span<const std::string> arguments, std::ostream &out, std::ostream &err)
{
    std::string fault;
    const auto options = parseArguments(arguments, fault);
    if (!options) {
        err << "emberchart-cli: " << fault << '\n' << usageText;
        return usage;
    }
    if (options->help) {
        out << usageText;
        return done;
    }
    std::vector<FileVerdict> verdicts;
    bool good = true;
    for (const auto &path : options->files)
        good = judgeFile(*options, path, verdicts, err) && good;
    out << (options->json ? verdictsAsJson(verdicts) : verdictsAsText(verdicts));
    out.flush();
    return good && out ? done : bad;
}

} // namespace ember::app
