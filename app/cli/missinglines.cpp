// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/missinglines.h"

#include "app/cli/messages.h"
#include "app/session/missingnames.h"
#include "capture/symbols/symbolpaths.h"
#include "model/formats/report/figures.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>

namespace ember::app {

using model::NamelessTime;
using model::Profile;

namespace {

QString serverAdvice(AskDebugServers asked)
{
    if (asked == AskDebugServers::Yes)
        return {};
    return capture::debugServerUrls().empty()
        ? QCoreApplication::translate("cli", ", or --debuginfod with servers in DEBUGINFOD_URLS")
        : QCoreApplication::translate("cli", ", or --debuginfod");
}

QString adviceFor(NameSource source, const Profile &profile, AskDebugServers asked)
{
    switch (source) {
    case NameSource::Package:
        return QCoreApplication::translate(
                   "cli", "their debug symbols help (packages ending with -dbgsym or -debuginfo%1)")
            .arg(serverAdvice(asked));
    case NameSource::Build:
        return QCoreApplication::translate(
            "cli", "programs that are built here keep their names unless they are stripped");
    case NameSource::Runtime:
        if (MissingNames::canRuntimeName(profile))
            return QCoreApplication::translate(
                "cli", "record --name-jit makes the runtime name the code that it compiles");
        return QCoreApplication::translate(
            "cli", "code made at run time has names if its compiler writes a perf map or jitdump");
    case NameSource::Nobody: break;
    }
    return {};
}

} // namespace

QString namelessText(const Profile &profile, const NamelessTime &time)
{
    if (time.nameless.samples == 0)
        return {};
    QStringList modules;
    for (const QString &module : MissingNames::most(profile, time))
        modules.append(cellText(module.toStdString()));
    const QString said = time.isCpuTime
        ? QCoreApplication::translate("cli", "%1 of running time is in functions without names: %2")
        : QCoreApplication::translate("cli",
                                      "%1 of what was sampled is in functions without names: %2");
    return said.arg(cellText(model::report::percent(time.share())),
                    modules.join(QStringLiteral(", ")));
}

QString namelessAdvice(const Profile &profile, const NamelessTime &time, AskDebugServers asked)
{
    if (time.share() < MissingNames::worthSaying)
        return {};
    std::array<model::SampledTime, 4> spent;
    for (const auto &module : time.modules)
        spent.at(static_cast<std::size_t>(MissingNames::sourceOf(profile, module)))
            .add(module.spent);
    QStringList parts{namelessText(profile, time)};
    for (const auto source : {NameSource::Package, NameSource::Build, NameSource::Runtime}) {
        if (time.shareOf(spent.at(static_cast<std::size_t>(source))) >= MissingNames::worthSaying)
            parts.append(adviceFor(source, profile, asked));
    }
    return parts.join(QStringLiteral("; "));
}

} // namespace ember::app
