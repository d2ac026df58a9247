// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/missingnames.h"

#include "model/core/text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ember::app {

using namespace model;

namespace {

constexpr std::size_t mostModules = 3;

// The starts of file names of runtimes that can write perf maps: those for which
// capture::mapVariables() has a variable.
constexpr std::array<std::string_view, 6> runtimes{"libcoreclr", "libjvm",  "node",
                                                   "libnode",    "python3", "libpython3"};

QString toText(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

bool isCapture(const Profile &profile)
{
    const auto &sources = profile.tables().sources;
    return !sources.isEmpty() && profile.text(sources[SourceIndex(0)].type) == "emberchart";
}

} // namespace

NameSource MissingNames::sourceOf(const Profile &profile, const NamelessModule &module)
{
    if (!module.image.isValid()) {
        const bool isMade = module.name.empty() || module.name == madeCodePackage;
        return isMade && isCapture(profile) ? NameSource::Runtime : NameSource::Nobody;
    }
    const auto path = profile.text(profile.image(module.image).codeFile);
    const bool isOfSystem = path.starts_with('[') // such as [vdso]
        || path.starts_with("/lib")
        || (path.starts_with("/usr/") && !path.starts_with("/usr/local/"));
    return isOfSystem ? NameSource::Package : NameSource::Build;
}

QString MissingNames::moduleText(const Profile &profile, const NamelessModule &module)
{
    if (sourceOf(profile, module) == NameSource::Runtime)
        return tr("code made at run time");
    return module.name.empty() ? tr("code of no known file") : toText(module.name);
}

QStringList MissingNames::most(const Profile &profile, const NamelessTime &time)
{
    QStringList texts;
    for (std::size_t row = 0; row < std::min(mostModules, time.modules.size()); ++row)
        texts.append(moduleText(profile, time.modules[row]));
    if (time.modules.size() > mostModules)
        texts.append(QStringLiteral("…"));
    return texts;
}

bool MissingNames::canRuntimeName(const Profile &profile)
{
    return std::ranges::any_of(profile.tables().images, [&](const Image &image) {
        const auto file = fileNameOf(profile.text(image.codeFile));
        return std::ranges::any_of(runtimes,
                                   [&](std::string_view start) { return file.starts_with(start); });
    });
}

} // namespace ember::app
