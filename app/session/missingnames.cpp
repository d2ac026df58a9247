// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/missingnames.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ember::app {

using namespace model;

namespace {

constexpr std::size_t mostModules = 3;

// The start of a runtime's file name, and what makes it write a perf map.
struct RuntimeSwitch {
    std::string_view file;
    const char *variable;
};

constexpr std::array runtimeSwitches{
    RuntimeSwitch{"libcoreclr", "DOTNET_PerfMapEnabled=1"},
    RuntimeSwitch{"libjvm",
                  "JAVA_TOOL_OPTIONS=-XX:+UnlockDiagnosticVMOptions "
                  "-XX:+DumpPerfMapAtExit"},
    RuntimeSwitch{"node", "NODE_OPTIONS=--perf-basic-prof"},
    RuntimeSwitch{"libnode", "NODE_OPTIONS=--perf-basic-prof"},
    RuntimeSwitch{"python3", "PYTHONPERFSUPPORT=1"},
    RuntimeSwitch{"libpython3", "PYTHONPERFSUPPORT=1"},
};

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
    const bool isOfSystem = path.starts_with('[') // [vdso]
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

QString MissingNames::runtimeSwitch(const Profile &profile)
{
    for (const Image &image : profile.tables().images) {
        const auto path = profile.text(image.codeFile);
        const auto file = path.substr(path.rfind('/') + 1); // npos + 1 is 0
        const auto *const known = std::ranges::find_if(
            runtimeSwitches, [&](const auto &row) { return file.starts_with(row.file); });
        if (known != runtimeSwitches.end())
            return QLatin1String(known->variable);
    }
    return {};
}

} // namespace ember::app
