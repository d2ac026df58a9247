// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/openfiles.h"

#include "app/cli/fetchline.h"
#include "app/cli/inputfiles.h"
#include "app/cli/messages.h"
#include "capture/symbols/symbolizer.h"
#include "model/formats/formatregistry.h"

namespace ember::app {

std::optional<model::Import> openFiles(const QStringList &paths, const SymbolSettings &symbols)
{
    auto input = InputFiles::open(paths);
    if (!input) {
        printError(input.error());
        return std::nullopt;
    }
    FetchLine fetching;
    capture::Symbolizer symbolizer(symbolPaths(symbols, fetching));
    const model::InAppRule inApp = symbols.inAppRule();
    auto opened =
        model::builtinFormats().open(input->paths(), {.resolver = &symbolizer, .inApp = &inApp});
    fetching.sayFailures();
    if (!opened) {
        printError(opened.error());
        return std::nullopt;
    }
    for (auto &imported : opened->profiles) {
        for (auto &file : imported.files)
            file = input->nameOf(file);
    }
    printFindings(opened->log);
    for (model::Error &refusal : opened->refused) {
        refusal.subject = input->nameOf(refusal.subject);
        printError(refusal);
    }
    if (!opened->refused.empty())
        return std::nullopt;
    return std::move(opened).value();
}

} // namespace ember::app
