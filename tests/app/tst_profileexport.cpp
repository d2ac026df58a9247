// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/profileexport.h"
#include "app/look/messagebar.h"
#include "app/window/actions.h"
#include "tests/app/openandwait.h"
#include "tests/app/partof.h"
#include "tests/app/sandbox.h"
#include "tests/support/contentof.h"
#include "tests/support/testmain.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>

using namespace ember;
using namespace ember::app;
using namespace ember::tests;

class TstProfileExport : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_sandbox = std::make_unique<Sandbox>();
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        openAndWait(*m_window, {m_sandbox->write(QStringLiteral("a.json"), largeChunk(2, 20))});
        m_export = m_window->findChild<ProfileExport *>();
        m_samples = m_window->document().spans()->profile()->sampleCount();
    }

    void cleanup()
    {
        m_window.reset();
        m_sandbox.reset();
    }

    void whatIsLeftOutIsSaidBeforeAFileIsWritten()
    {
        const QString path = m_sandbox->path(QStringLiteral("a.folded"));
        m_export->exportTo(path);
        EMBER_TRY(losses() != nullptr);
        QVERIFY(!QFileInfo::exists(path));
        QVERIFY(losses()->detailedText().contains(QStringLiteral("times of samples")));
        losses()->reject();
        EMBER_TRY(losses() == nullptr);
        QVERIFY(!QFileInfo::exists(path));
        m_export->exportTo(path);
        EMBER_TRY(losses() != nullptr);
        losses()->defaultButton()->click();
        EMBER_TRY(QFileInfo::exists(path));
        EMBER_TRY(
            partOf<MessageBar>(*m_window).message().text.contains(QStringLiteral("a.folded")));
    }

    void tablesAreExportedAndOpenAgain()
    {
        for (const QString &name : {QStringLiteral("a.sqlite"), QStringLiteral("a.rds")}) {
            const QString path = m_sandbox->path(name);
            m_export->exportTo(path);
            EMBER_TRY(losses() != nullptr || QFileInfo::exists(path));
            if (losses() != nullptr)
                losses()->defaultButton()->click();
            EMBER_TRY(partOf<MessageBar>(*m_window).message().text.contains(name));
            openAndWait(*m_window, {path});
            QCOMPARE(m_window->document().spans()->profile()->sampleCount(), m_samples);
        }
    }

    void theSelectedPartIsExportedWhenAsked()
    {
        const auto &profile = *m_window->document().spans()->profile();
        const auto all = profile.timeRange();
        m_window->viewState().selection().selectRange(
            model::TimeRange{all.start, all.start + all.duration() / 2});
        m_window->actions().at("exportProfile")->trigger();
        auto *const box = m_window->findChild<QMessageBox *>(QStringLiteral("exportPart"));
        QVERIFY(box);
        QVERIFY(box->informativeText().startsWith(QStringLiteral("Selected: ")));
        box->defaultButton()->click();
        auto *const dialog = m_window->findChild<QFileDialog *>();
        QVERIFY(dialog);
        const QString path = m_sandbox->path(QStringLiteral("half.sqlite"));
        emit dialog->fileSelected(path);
        dialog->reject();
        EMBER_TRY(losses() != nullptr || QFileInfo::exists(path));
        if (losses() != nullptr)
            losses()->defaultButton()->click();
        EMBER_TRY(
            partOf<MessageBar>(*m_window).message().text.contains(QStringLiteral("half.sqlite")));
        openAndWait(*m_window, {path});
        const auto &half = *m_window->document().spans()->profile();
        QVERIFY(half.timeRange().duration() <= all.duration() / 2);
        QVERIFY(half.sampleCount() < m_samples);
    }

    void whatWasShownWhenExportBeganIsExported()
    {
        m_window->actions().at("exportProfile")->trigger();
        auto *const dialog = m_window->findChild<QFileDialog *>();
        QVERIFY(dialog);
        openAndWait(*m_window, {m_sandbox->write(QStringLiteral("b.folded"), "a;b 1\n")});
        const QString path = m_sandbox->path(QStringLiteral("all.sqlite"));
        emit dialog->fileSelected(path);
        dialog->reject();
        EMBER_TRY(losses() != nullptr || QFileInfo::exists(path));
        if (losses() != nullptr)
            losses()->defaultButton()->click();
        EMBER_TRY(
            partOf<MessageBar>(*m_window).message().text.contains(QStringLiteral("all.sqlite")));
        openAndWait(*m_window, {path});
        QCOMPARE(m_window->document().spans()->profile()->sampleCount(), m_samples);
    }

    void aPageIsExported()
    {
        const QString path = m_sandbox->path(QStringLiteral("a.html"));
        m_export->exportTo(path);
        EMBER_TRY(losses() != nullptr || QFileInfo::exists(path));
        if (losses() != nullptr)
            losses()->defaultButton()->click();
        EMBER_TRY(QFileInfo::exists(path));
        QVERIFY(contentOf(path).startsWith("<!DOCTYPE html>"));
    }

    void unknownEndingsAndOpenFilesAreRefused()
    {
        const QString other = m_sandbox->path(QStringLiteral("a.xyz"));
        m_export->exportTo(other);
        QCOMPARE(partOf<MessageBar>(*m_window).message().importance, Importance::Error);
        QVERIFY(!QFileInfo::exists(other));
        const QString open = m_sandbox->write(QStringLiteral("b.folded"), "a;b 1\n");
        openAndWait(*m_window, {open});
        m_export->exportTo(open);
        QCOMPARE(partOf<MessageBar>(*m_window).message().importance, Importance::Error);
        QCOMPARE(contentOf(open), QByteArray("a;b 1\n"));
    }

    void theDialogListsThePageFirst()
    {
        m_window->actions().at("exportProfile")->trigger();
        auto *const dialog = m_window->findChild<QFileDialog *>();
        QVERIFY(dialog);
        QVERIFY(dialog->nameFilters().first().endsWith(QStringLiteral("(*.html)")));
        QVERIFY(dialog->nameFilters().contains(QStringLiteral("pprof (*.pb.gz)")));
        dialog->reject();
    }

private:
    QMessageBox *losses() const
    {
        return m_window->findChild<QMessageBox *>(QStringLiteral("exportLosses"));
    }

    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<MainWindow> m_window;
    ProfileExport *m_export = nullptr;
    std::size_t m_samples = 0;
};

EMBER_TEST(TstProfileExport)
#include "tst_profileexport.moc"
