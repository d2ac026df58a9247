// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/profileexport.h"
#include "app/export/tableexport.h"
#include "app/look/messagebar.h"
#include "app/losstext.h"
#include "app/window/actions.h"
#include "model/formats/export/losses.h"
#include "tests/app/ingerman.h"
#include "tests/app/openandwait.h"
#include "tests/app/partof.h"
#include "tests/app/sandbox.h"
#include "tests/support/contentof.h"
#include "tests/support/testmain.h"

#include <QAction>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
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

    void lossesAreOneLineAndFormatsHaveTheirNames()
    {
        m_export->exportTo(m_sandbox->path(QStringLiteral("a.folded")));
        EMBER_TRY(losses() != nullptr);
        QVERIFY(losses()->text().contains(QStringLiteral("(Collapsed stacks)")));
        const QString text = losses()->informativeText();
        QVERIFY2(text.startsWith(QStringLiteral("Left out: ")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral(" more.")), qPrintable(text));
        QCOMPARE(text.count(u'\n'), 0);
        losses()->reject();
        m_window->actions().at("exportProfile")->trigger();
        auto *const dialog = m_window->findChild<QFileDialog *>();
        QVERIFY(dialog);
        const QString filters = dialog->nameFilters().join(u'\n');
        for (const char *name : {"R profile (*.", "Chrome trace (*.", "Collapsed stacks (*."})
            QVERIFY2(filters.contains(QLatin1String(name)), qPrintable(filters));
        for (const char *name : {"rprof (", "chrometrace (", "collapsed (", "cpuprofile ("})
            QVERIFY2(!filters.contains(QLatin1String(name)), qPrintable(filters));
        dialog->reject();
    }

    void whatIsLeftOutIsSaidInGerman()
    {
        const auto isGerman = [](const std::string &what) {
            const QString english = QString::fromStdString(what);
            return !lossText({what, 3}).contains(english) && lossText({what, 3}).contains(u'3');
        };
        const InGerman german;
        for (int part = 0; part < int(model::Part::Count); ++part) {
            const std::string what(model::partName(model::Part(part)));
            QVERIFY2(isGerman(what) || what == "threads", what.c_str());
        }
        // What formats lose besides, with names of the profile's own.
        QVERIFY(isGerman("samples without a stack"));
        QVERIFY(isGerman(model::timeShareErrorText));
        QCOMPARE(lossText({"values of the type <b>/x", 3}),
                 QStringLiteral("Werte vom Typ <b>/x (3)"));
        QCOMPARE(lossText({"name and unit of the numbers: bytes", 1}),
                 QStringLiteral("Name und Einheit der Zahlen: bytes"));
        m_export->exportTo(m_sandbox->path(QStringLiteral("a.folded")));
        EMBER_TRY(losses() != nullptr);
        const QString said = losses()->informativeText() + losses()->detailedText();
        for (const char *word : {" of ", " the ", " that ", "without"})
            QVERIFY2(!said.contains(QLatin1String(word)), qPrintable(said));
        losses()->reject();
    }

    // Nobody is asked about what no view shows; beside real losses it is folded away.
    void whatNobodyMissesIsNoQuestion()
    {
        const auto preparing = [this](std::vector<model::Loss> losses) {
            return [this, losses = std::move(losses)](const std::stop_token &) {
                PreparedFile file;
                file.losses = losses;
                file.save = [this] {
                    return model::Result<QStringList>(
                        {m_sandbox->write(QStringLiteral("b.html"), "b")});
                };
                return model::Result<PreparedFile>(file);
            };
        };
        const std::string priorities(model::partName(model::Part::Priorities));
        const std::string measured(model::partName(model::Part::Measurements));
        m_export->write(m_sandbox->path(QStringLiteral("b.html")), {},
                        preparing({{priorities, 5}}));
        const auto &messages = partOf<MessageBar>(*m_window);
        EMBER_TRY(messages.message().text.contains(QStringLiteral("b.html")));
        QVERIFY(!losses());
        QVERIFY(messages.message().details.contains(QStringLiteral("priorities of threads (5)")));
        m_export->write(m_sandbox->path(QStringLiteral("b.html")), {},
                        preparing({{priorities, 5}, {measured, 3}}));
        EMBER_TRY(losses() != nullptr);
        QCOMPARE(losses()->informativeText(),
                 QStringLiteral("Left out: measured values (3) and 1 more."));
        QVERIFY(losses()->detailedText().contains(QStringLiteral("priorities")));
        losses()->reject();
    }

    void remarksArePlainTextAndTheDetailsHaveAll()
    {
        const auto prepare = [](const std::stop_token &) {
            PreparedFile file;
            for (int line = 1; line <= 9; ++line)
                file.remarks << QStringLiteral("<b>table %1</b> ").arg(line) + QString(100, u'x');
            return model::Result<PreparedFile>(file);
        };
        m_export->write(m_sandbox->path(QStringLiteral("a.html")), {}, prepare);
        EMBER_TRY(losses() != nullptr);
        for (const auto *label : losses()->findChildren<QLabel *>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
        QVERIFY(!losses()->informativeText().contains(QStringLiteral("table 9")));
        QVERIFY(losses()->detailedText().contains(QStringLiteral("<b>table 9</b>")));
        losses()->reject();
    }

    void v1IsExportedAndSaysThatItIsDeprecated()
    {
        for (const char *name : {"a.v1.json", "a.v1.envelope"}) {
            const QString path = m_sandbox->path(QLatin1String(name));
            m_export->exportTo(path);
            EMBER_TRY(losses() != nullptr);
            QVERIFY(losses()->informativeText().contains(QStringLiteral("V1 is deprecated")));
            QVERIFY(!QFileInfo::exists(path));
            agree(path);
            QVERIFY2(contentOf(path).contains(R"("version":"1")"),
                     contentOf(path).left(300).constData());
        }
        QVERIFY(contentOf(m_sandbox->path(QStringLiteral("a.v1.envelope")))
                    .contains(R"("type":"transaction")"));
    }

    void severalV1ProfilesAreNamedAndReplaceNoFile()
    {
        openAndWait(
            *m_window,
            {m_sandbox->write(QStringLiteral("1.json"), smallChunk()),
             m_sandbox->write(QStringLiteral("2.json"),
                              smallChunk("aaaaaaaaaaaa4aaa8aaaaaaaaaaaaaaa",
                                         "cccccccccccc4ccc8ccccccccccccccc", 1'700'000'060.0))});
        const QString path = m_sandbox->path(QStringLiteral("long.v1.json"));
        const QString taken = m_sandbox->write(QStringLiteral("long.v1-001.json"), "mine");
        const QString first = m_sandbox->path(QStringLiteral("long.v1-000.json"));
        m_export->exportTo(path);
        EMBER_TRY(losses() != nullptr);
        losses()->defaultButton()->click();
        EMBER_TRY(partOf<MessageBar>(*m_window).message().text.contains(
            QStringLiteral("long.v1-001.json")));
        QCOMPARE(contentOf(taken), QByteArray("mine"));
        QVERIFY(!QFileInfo::exists(first));
        QVERIFY(QFile::remove(taken));
        EMBER_TRY(losses() == nullptr);
        m_export->exportTo(path);
        EMBER_TRY(losses() != nullptr);
        losses()->defaultButton()->click();
        EMBER_TRY(partOf<MessageBar>(*m_window).message().text.contains(
            QStringLiteral("long.v1-000.json and ")));
        QVERIFY(QFileInfo::exists(first));
    }

    void filesAreCombinedAndASourceIsSplitOff()
    {
        auto &tables = partOf<TableExport>(*m_window);
        const QString all = m_sandbox->path(QStringLiteral("all.sqlite"));
        tables.combine({m_sandbox->path(QStringLiteral("a.json")),
                        m_sandbox->write(QStringLiteral("b.json"), smallChunk())},
                       all);
        agree(all);
        // It is offered to be opened, and its times are explained.
        const Message said = partOf<MessageBar>(*m_window).message();
        QVERIFY2(said.advice.contains(QStringLiteral("when they were recorded")),
                 qPrintable(said.advice));
        QCOMPARE(said.actions.size(), 1);
        const QSignalSpy loaded(&m_window->loader(), &Loader::loaded);
        said.actions.first()->trigger();
        EMBER_TRY(!loaded.isEmpty());
        QCOMPARE(m_window->document().paths(), QStringList{all});
        const auto both = m_window->document().spans()->profile()->sampleCount();
        QVERIFY(both > m_samples);
        m_window->actions().at("splitSource")->trigger();
        EMBER_TRY(m_window->findChild<QInputDialog *>() != nullptr);
        auto *const sources = m_window->findChild<QInputDialog *>();
        QCOMPARE(sources->comboBoxItems().size(), 2);
        QVERIFY(sources->comboBoxItems().last().startsWith(QStringLiteral("2 · ")));
        QVERIFY(sources->comboBoxItems().last().contains(QStringLiteral("b.json")));
        const QString folded = m_sandbox->write(QStringLiteral("b.folded"), "a;b 1\n");
        openAndWait(*m_window, {folded}); // the source is of the file that was asked about
        emit sources->textValueSelected(sources->comboBoxItems().last());
        auto *const dialog = m_window->findChild<QFileDialog *>();
        QVERIFY(dialog);
        QVERIFY(dialog->nameFilters().filter(QStringLiteral("*.v1.rds")).size() == 1);
        QVERIFY(dialog->nameFilters().filter(QStringLiteral("*.v1.json")).isEmpty());
        QVERIFY(!dialog->nameFilters().first().contains(QStringLiteral("html")));
        QVERIFY(dialog->nameFilters().last().contains(QStringLiteral("html")));
        QVERIFY2(QFileInfo(dialog->selectedFiles().value(0))
                     .fileName()
                     .startsWith(QStringLiteral("all-2-b")),
                 qPrintable(dialog->selectedFiles().join(u'\n')));
        const QString chosen = m_sandbox->path(QStringLiteral("chosen.sqlite"));
        emit dialog->fileSelected(chosen);
        dialog->reject();
        agree(chosen);
        sources->reject();
        for (const char *name : {"second.sqlite", "second.pb.gz", "second.v1.rds"}) {
            const QString second = m_sandbox->path(QLatin1String(name));
            tables.splitOff({all}, 2, second);
            agree(second);
        }
        openAndWait(*m_window, {m_sandbox->path(QStringLiteral("second.sqlite"))});
        QCOMPARE(m_window->document().spans()->profile()->sampleCount() + m_samples, both);
    }

    void whatIsCombinedIsNotReplacedAndMustBeTables()
    {
        auto &tables = partOf<TableExport>(*m_window);
        const QString folded = m_sandbox->write(QStringLiteral("b.folded"), "a;b 1\n");
        tables.combine({folded}, m_sandbox->path(QStringLiteral("all.json")));
        QCOMPARE(partOf<MessageBar>(*m_window).message().importance, Importance::Error);
        const QString made = m_sandbox->path(QStringLiteral("made.sqlite"));
        tables.combine({folded, folded}, made);
        agree(made);
        const QByteArray before = contentOf(made);
        tables.combine({made, folded}, made);
        QCOMPARE(partOf<MessageBar>(*m_window).message().importance, Importance::Error);
        QCOMPARE(contentOf(made), before);
        const QString bad = m_sandbox->write(QStringLiteral("bad.bin"), "nothing that is known");
        const QString other = m_sandbox->path(QStringLiteral("other.sqlite"));
        tables.combine({folded, bad}, other); // none is left out in silence
        EMBER_TRY(partOf<MessageBar>(*m_window).message().text.contains(QStringLiteral("bad.bin")));
        QVERIFY(!QFileInfo::exists(other));
    }

    void tablesAreExportedAndOpenAgain()
    {
        for (const QString &name : {QStringLiteral("a.sqlite"), QStringLiteral("a.rds")}) {
            const QString path = m_sandbox->path(name);
            m_export->exportTo(path);
            agree(path);
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
        chooseAndOpen(*dialog, m_sandbox->path(QStringLiteral("half.sqlite")));
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
        chooseAndOpen(*dialog, m_sandbox->path(QStringLiteral("all.sqlite")));
        QCOMPARE(m_window->document().spans()->profile()->sampleCount(), m_samples);
    }

    void aPageIsExported()
    {
        const QString path = m_sandbox->path(QStringLiteral("a.html"));
        m_export->exportTo(path);
        agree(path);
        QVERIFY(contentOf(path).startsWith("<!DOCTYPE html>"));
    }

    void unknownEndingsAndOpenFilesAreRefused()
    {
        const QString other = m_sandbox->path(QStringLiteral("a.xyz"));
        m_export->exportTo(other);
        const Message refusal = partOf<MessageBar>(*m_window).message();
        QCOMPARE(refusal.importance, Importance::Error);
        for (const char *ending : {".html", ".pb.gz", ".sqlite"})
            QVERIFY(refusal.advice.contains(QLatin1String(ending)));
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
    // Agrees to what a file will not have, and waits until it is there.
    void agree(const QString &path) const
    {
        EMBER_TRY(losses() != nullptr || QFileInfo::exists(path));
        if (losses() != nullptr)
            losses()->defaultButton()->click();
        EMBER_TRY(
            partOf<MessageBar>(*m_window).message().text.contains(QFileInfo(path).fileName()));
        EMBER_TRY(losses() == nullptr);
    }

    QMessageBox *losses() const
    {
        return m_window->findChild<QMessageBox *>(QStringLiteral("exportLosses"));
    }

    // Exports to a file that is chosen in the dialog, and opens it.
    void chooseAndOpen(QFileDialog &dialog, const QString &path) const
    {
        emit dialog.fileSelected(path);
        dialog.reject();
        agree(path);
        openAndWait(*m_window, {path});
    }

    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<MainWindow> m_window;
    ProfileExport *m_export = nullptr;
    std::size_t m_samples = 0;
};

EMBER_TEST(TstProfileExport)
#include "tst_profileexport.moc"
