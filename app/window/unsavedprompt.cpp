// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/unsavedprompt.h"

#include "views/durationtext.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace ember::app {

namespace {

constexpr int textWidth = 460;

QLabel *createText(const QString &text)
{
    auto *label = new QLabel(text);
    label->setWordWrap(true);
    label->setMinimumWidth(textWidth);
    return label;
}

} // namespace

UnsavedPrompt::UnsavedPrompt(const QString &title, StillRecording recording,
                             qint64 libraryLimitBytes, QWidget *parent)
    : QDialog(parent),
      m_name(new QLineEdit(title)),
      m_doNotAsk(new QCheckBox(tr("Do not ask again: leave captures in the library unnamed")))
{
    setObjectName(QStringLiteral("unsavedPrompt"));
    setWindowTitle(tr("Capture without a name"));
    m_name->setObjectName(QStringLiteral("captureName"));
    m_name->selectAll();
    m_doNotAsk->setObjectName(QStringLiteral("doNotAsk"));
    const QString limit = views::bytesText(static_cast<std::uint64_t>(libraryLimitBytes));
    auto *column = new QVBoxLayout(this);
    column->setSpacing(12);
    column->addWidget(createText(
        tr("The capture is in the library, but has no name: when the library grows over %1, "
           "captures without a name are deleted, oldest first.")
            .arg(limit)));
    if (recording == StillRecording::ProgramRunsOn)
        column->addWidget(createText(tr("Recording stops now; the program runs on.")));
    else if (recording == StillRecording::ProgramEnds)
        column->addWidget(createText(tr("Recording stops now; the program is ended with it.")));
    auto *form = new QFormLayout;
    form->addRow(tr("&Name"), m_name);
    column->addLayout(form);
    column->addWidget(m_doNotAsk);
    auto *box = new QDialogButtonBox;
    addButton(*box, QStringLiteral("saveButton"), tr("&Save As…"), Choice::SaveAs);
    addButton(*box, QStringLiteral("discardButton"), tr("&Discard"), Choice::Discard);
    addButton(*box, QStringLiteral("keepButton"), tr("&Keep"), Choice::Keep);
    addButton(*box, QStringLiteral("cancelButton"), tr("Cancel"), Choice::Cancel);
    column->addWidget(box);
    box->findChild<QPushButton *>(QStringLiteral("keepButton"))->setDefault(true);
}

void UnsavedPrompt::addButton(QDialogButtonBox &box, const QString &name, const QString &text,
                              Choice choice)
{
    auto *button = new QPushButton(text);
    button->setObjectName(name);
    button->setAutoDefault(false);
    const auto role = choice == Choice::Cancel ? QDialogButtonBox::RejectRole
        : choice == Choice::Discard            ? QDialogButtonBox::DestructiveRole
                                               : QDialogButtonBox::AcceptRole;
    box.addButton(button, role);
    connect(button, &QPushButton::clicked, this, [this, choice] {
        m_choice = choice;
        done(choice == Choice::Cancel ? Rejected : Accepted);
    });
}

QString UnsavedPrompt::name() const
{
    return m_name->text().trimmed();
}

AskAboutUnnamed UnsavedPrompt::askAgain() const
{
    return m_doNotAsk->isChecked() ? AskAboutUnnamed::No : AskAboutUnnamed::Yes;
}

} // namespace ember::app
