// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/openfiles.h"

#include "app/cli/fetchline.h"
#include "app/cli/messages.h"
#include "capture/symbols/symbolizer.h"
#include "model/formats/formatregistry.h"

namespace ember::app {

std::optional<model::Import> readFiles(const InputFiles &input,
                                       const std::vector<std::string> &paths,
                                       const SymbolSettings &symbols)
{
    FetchLine fetching;
    capture::Symbolizer symbolizer(symbolPaths(symbols, fetching));
    const model::InAppRule inApp = symbols.inAppRule();
    auto opened = model::builtinFormats().open(paths, {.resolver = &symbolizer, .inApp = &inApp});
    fetching.printFailures();
    if (!opened) {
        printError(opened.error());
        return std::nullopt;
    }
    for (auto &imported : opened->profiles) {
        for (auto &file : imported.files)
            file = input.nameOf(file);
    }
    printFindings(opened->log);
    for (model::Error &refusal : opened->refused) {
        refusal.subject = input.nameOf(refusal.subject);
        printError(refusal);
    }
    return std::move(opened).value();
}

std::optional<model::Import> openEach(const QStringList &names, const SymbolSettings &symbols)
{
    const auto input = InputFiles::open(names);
    if (!input) {
        printError(input.error());
        return std::nullopt;
    }
    auto opened = readFiles(*input, input->paths(), symbols);
    if (opened && opened->profiles.empty() && opened->refused.empty()) {
        opened->refused.push_back({model::ErrorCode::NothingToShow,
                                   input->nameOf(input->paths().front()), "no profile is in it"});
        printError(opened->refused.front());
    }
    return opened;
}

std::optional<model::Import> openFiles(const QStringList &names, const SymbolSettings &symbols)
{
    auto opened = openEach(names, symbols);
    return opened && opened->refused.empty() ? std::move(opened) : std::nullopt;
}

} // namespace ember::app
