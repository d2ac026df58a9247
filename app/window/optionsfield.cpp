// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/optionsfield.h"

#include "app/session/commandtext.h"
#include "app/session/launcharguments.h"

#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace ember::app {

OptionsField::OptionsField(QWidget *parent)
    : QWidget(parent),
      m_text(new QLineEdit),
      m_problem(new QLabel)
{
    m_text->setObjectName(QStringLiteral("options"));
    m_text->setAccessibleName(tr("Other options"));
    m_text->setPlaceholderText(tr("As on the command line: -d 60 --kill --max-size 2GB"));
    m_text->setToolTip(tr("-d SECONDS, --kill, --max-size SIZE, --jitter, --unwind MODE"));
    m_problem->setObjectName(QStringLiteral("optionsProblem"));
    m_problem->setWordWrap(true);
    connect(m_text, &QLineEdit::textEdited, this, [this] { showProblem({}); });
    setFocusProxy(m_text);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_text);
    column->addWidget(m_problem);
    showProblem({});
}

QStringList OptionsField::options() const
{
    return splitWords(m_text->text());
}

void OptionsField::setOptions(const QStringList &options)
{
    m_text->setText(joinWords(options));
    showProblem({});
}

bool OptionsField::isAcceptable()
{
    const QString command = QStringLiteral("command");
    const ParsedLaunch parsed =
        parseLaunchArguments(options() + QStringList{QStringLiteral("--"), command});
    LaunchCommand expected;
    expected.program = command;
    expected.options = parsed.command.options;
    const bool isOnlyOptions = parsed.command == expected && !parsed.asksForHelp;
    showProblem(!parsed.error.isEmpty() ? parsed.error
                    : isOnlyOptions     ? QString()
                                        : tr("What has a field of its own is to be set there."));
    return parsed.error.isEmpty() && isOnlyOptions;
}

void OptionsField::showProblem(const QString &problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

} // namespace ember::app
