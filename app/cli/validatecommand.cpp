// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/validate.h"

#include <iostream>
#include <string>
#include <vector>

namespace ember::app {

int validate(const QStringList &arguments)
{
    std::vector<std::string> words;
    for (const QString &argument : arguments.mid(1))
        words.push_back(argument.toLocal8Bit().toStdString());
    return validateCommand(words, std::cout, std::cerr);
}

} // namespace ember::app
