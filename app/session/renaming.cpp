// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/renaming.h"

#include "app/session/filenames.h"
#include "model/formats/capturelog/appendrecords.h"
#include "model/profile/reframe.h"
#include "model/spans/spanbuilder.h"

#include <algorithm>
#include <new>
#include <utility>

namespace ember::app {

using model::ImageKey;
using model::SpanTablePointer;
using model::SymbolState;

namespace {

bool isOf(const ImageKey &image, const BinaryKey &binary)
{
    return image.codeFile == binary.codeFile && image.codeId == binary.codeId
        && image.debugId == binary.debugId;
}

// Resolves frames of the chosen binaries only; for all others it returns the symbol state that the
// profile has.
class ChosenBinaries : public model::FrameResolver {
public:
    ChosenBinaries(const model::Profile &profile, const std::vector<BinaryKey> &chosen,
                   capture::Symbolizer &names, const std::stop_token &stop)
        : m_profile(profile),
          m_chosen(chosen),
          m_names(names),
          m_stop(stop)
    {
    }

    std::vector<model::ResolvedFrame> resolve(const ImageKey &image, std::uint64_t address) override
    {
        if (!isChosen(image) || m_stop.stop_requested())
            return {};
        return m_names.resolve(image, address);
    }

    SymbolState state(const ImageKey &image) override
    {
        if (isChosen(image) && !m_stop.stop_requested())
            return m_names.state(image);
        for (const model::Image &known : m_profile.tables().images) {
            if (m_profile.text(known.codeFile) == image.codeFile
                && m_profile.text(known.codeId) == image.codeId)
                return known.symbols;
        }
        return SymbolState::NotTried;
    }

private:
    bool isChosen(const ImageKey &image) const
    {
        return std::ranges::any_of(m_chosen,
                                   [&](const BinaryKey &binary) { return isOf(image, binary); });
    }

    const model::Profile &m_profile;
    const std::vector<BinaryKey> &m_chosen;
    capture::Symbolizer &m_names;
    const std::stop_token m_stop;
};

ImageKey imageKey(const BinaryKey &binary)
{
    ImageKey key;
    key.codeFile = binary.codeFile;
    key.codeId = binary.codeId;
    key.debugId = binary.debugId;
    return key;
}

// Returns the boxes with new names; if memory does not suffice, with the old ones.
SpanTablePointer renamedSpans(const SpanTablePointer &spans, const RenameRequest &request,
                              capture::Symbolizer &names, const std::stop_token &stop)
try {
    const auto &profile = *spans->recorded();
    ChosenBinaries chosen(profile, request.binaries, names, stop);
    return model::buildSpans(reframed(profile, chosen, model::LookUp::LinesToo),
                             spans->stackChoice(), stop);
} catch (const std::bad_alloc &) {
    return spans;
}

void keepNames(const RenameRequest &request, capture::Symbolizer &names,
               const std::stop_token &stop)
{
    const model::Profile none;
    ChosenBinaries chosen(none, request.binaries, names, stop);
    static_cast<void>(model::capturelog::saveSymbols(toPath(request.log), chosen));
}

} // namespace

BinaryKey binaryKey(const model::Profile &profile, model::ImageIndex index)
{
    if (!index.isValid())
        return {};
    const auto image = model::imageKey(profile, index);
    return {std::string(image.codeFile), std::string(image.codeId), std::string(image.debugId)};
}

RenamedProfiles renamed(const RenameRequest &request, const std::stop_token &stop,
                        FetchReporter &fetching)
{
    auto paths = request.symbols.paths();
    paths.watcher = &fetching;
    capture::Symbolizer names(std::move(paths));
    RenamedProfiles result{request.profiles, {}, {}, {}};
    try {
        for (const SpanTablePointer &spans : request.profiles)
            result.after.push_back(spans ? renamedSpans(spans, request, names, stop) : spans);
    } catch (const model::BoxesUnwanted &) {
    }
    for (const BinaryKey &binary : request.binaries)
        result.files.push_back(names.files(imageKey(binary)));
    if (stop.stop_requested())
        result.after = result.before;
    else if (!request.log.isEmpty())
        keepNames(request, names, stop);
    result.fetchFailures = fetching.failures().lines();
    return result;
}

std::vector<NamelessBinary> namelessBinaries(const model::Profile &profile,
                                             const model::NamelessTime &time,
                                             const SymbolSettings &symbols)
{
    auto paths = symbols.paths();
    paths.servers = capture::AskServers::Never;
    capture::Symbolizer names(std::move(paths));
    std::vector<NamelessBinary> binaries;
    for (const model::NamelessModule &module : time.modules) {
        NamelessBinary binary{module, binaryKey(profile, module.image), {}};
        if (module.image.isValid())
            binary.files = names.files(model::imageKey(profile, module.image));
        binaries.push_back(std::move(binary));
    }
    return binaries;
}

} // namespace ember::app
