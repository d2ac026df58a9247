// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/unsavedprompt.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace ember::app {

namespace {

struct PromptTexts {
    Q_DECLARE_TR_FUNCTIONS(ember::app::UnsavedPrompt)
};

} // namespace

void askAboutUnsaved(QWidget *parent, const QString &title, StillRecording recording,
                     std::function<void(UnsavedChoice)> answer)
{
    auto *box = new QMessageBox(QMessageBox::Question, PromptTexts::tr("Unsaved capture"),
                                PromptTexts::tr("The capture of “%1” is not saved.").arg(title),
                                QMessageBox::Cancel, parent);
    box->setObjectName(QStringLiteral("unsavedPrompt"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(
        recording == StillRecording::Yes
            ? PromptTexts::tr("Recording stops; the program runs on. What shall become of the "
                              "capture?")
            : PromptTexts::tr("What shall become of it?"));
    auto *save = box->addButton(PromptTexts::tr("&Save As…"), QMessageBox::AcceptRole);
    auto *keep = box->addButton(PromptTexts::tr("&Keep in Library"), QMessageBox::AcceptRole);
    auto *discard = box->addButton(PromptTexts::tr("&Discard"), QMessageBox::DestructiveRole);
    save->setObjectName(QStringLiteral("saveButton"));
    keep->setObjectName(QStringLiteral("keepButton"));
    discard->setObjectName(QStringLiteral("discardButton"));
    box->setDefaultButton(keep);
    box->setEscapeButton(QMessageBox::Cancel);
    QObject::connect(box, &QMessageBox::buttonClicked, parent,
                     [=, answer = std::move(answer)](QAbstractButton *button) {
                         if (button == save)
                             answer(UnsavedChoice::SaveAs);
                         else if (button == keep)
                             answer(UnsavedChoice::Keep);
                         else if (button == discard)
                             answer(UnsavedChoice::Discard);
                         else
                             answer(UnsavedChoice::Cancel);
                     });
    box->open();
}

} // namespace ember::app
