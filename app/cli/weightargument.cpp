// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/weightargument.h"

#include "app/cli/messages.h"
#include "app/cli/textcells.h"
#include "model/query/weights.h"

#include <QCoreApplication>

#include <algorithm>

namespace ember::app {

namespace {

QString weightOption()
{
    return QStringLiteral("weight");
}

QString typesOf(const model::ImportedProfile &imported)
{
    const auto names = model::weightNames({&imported.profile, 1});
    return names.empty() ? QCoreApplication::translate("cli", "none") : cellText(names);
}

} // namespace

void addWeightArgument(QCommandLineParser &parser, const QString &description)
{
    parser.addOption({weightOption(), description, QStringLiteral("TYPE")});
}

std::string weightArgument(const QCommandLineParser &parser)
{
    return parser.value(weightOption()).toStdString();
}

bool haveWeight(std::span<const model::ImportedProfile> profiles, const std::string &type)
{
    if (type.empty())
        return true;
    bool isLevel = false;
    const auto hasType = [&](const model::ImportedProfile &imported) {
        return model::findValueType(*imported.profile, type).isValid();
    };
    for (const auto &imported : profiles) {
        const auto file = imported.files.empty() ? std::string() : imported.files.front();
        if (!model::addsUp(*imported.profile, model::findValueType(*imported.profile, type))) {
            isLevel = true;
            printNote(QCoreApplication::translate(
                          "cli",
                          "“%1”: values of the type “%2” are levels, which do not add up: nothing "
                          "can be weighed by them")
                          .arg(cellText(file), cellText(type)));
        }
        if (hasType(imported))
            continue;
        printNote(QCoreApplication::translate(
                      "cli", "“%1” has no values of the type “%2”; the types it has: %3")
                      .arg(cellText(file), cellText(type), typesOf(imported)));
    }
    return !isLevel && std::ranges::any_of(profiles, hasType);
}

} // namespace ember::app
