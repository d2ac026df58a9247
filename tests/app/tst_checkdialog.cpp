// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/checkdialog.h"
#include "app/session/filenames.h"
#include "app/window/actions.h"
#include "model/formats/tablefile.h"
#include "model/tables/fromprofile.h"
#include "tests/app/openandwait.h"
#include "tests/app/sandbox.h"
#include "tests/support/contentof.h"
#include "tests/support/testmain.h"

#include <QAction>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

#include <functional>
#include <memory>
#include <sys/stat.h>

using namespace ember;
using namespace ember::app;
using namespace ember::tests;

namespace {

QByteArray changed(const std::function<void(QJsonObject &)> &change)
{
    auto chunk = QJsonDocument::fromJson(smallChunk()).object();
    change(chunk);
    return QJsonDocument(chunk).toJson();
}

} // namespace

// The rules of tables and of Sentry in the window: what the command line says by `check-tables` and
// `validate`.
class TstCheckDialog : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_sandbox = std::make_unique<Sandbox>();
        m_window = std::make_unique<MainWindow>();
        m_window->show();
    }

    void cleanup()
    {
        m_window.reset();
        m_sandbox.reset();
    }

    void aFixedCopyIsAcceptedAndItsChangesAreListedBefore()
    {
        const QString broken = m_sandbox->write(
            QStringLiteral("broken.json"), changed([](QJsonObject &chunk) {
                chunk.insert(QStringLiteral("chunk_id"),
                             QStringLiteral("0432A0A4-C25F-4697-BF9F-0A2FCBE6A814"));
            }));
        checkOpened(broken);
        QVERIFY(all().contains(
            QStringLiteral("changed | chunk_id | now 0432a0a4c25f4697bf9f0a2fcbe6a814")));
        QVERIFY(all().contains(QStringLiteral("A fixed copy would have 1 change")));
        QVERIFY(all().contains(QStringLiteral("; Sentry would accept it")));
        QVERIFY(button("fixed")->isEnabled());
        dialog()->saveFixedTo(broken); // the original is kept
        QVERIFY(contentOf(broken).contains("0432A0A4-"));
        const QString fixed = m_sandbox->path(QStringLiteral("fixed.json"));
        dialog()->saveFixedTo(fixed);
        EMBER_TRY(QFileInfo::exists(fixed));
        dialog()->check({fixed}, {});
        EMBER_TRY(all().startsWith(QStringLiteral("fixed.json: Sentry would accept it")));
        QVERIFY(!button("fixed")->isEnabled());
    }

    void aFixedCopyThatIsStillRefusedIsSaidToBe()
    {
        const QString broken = m_sandbox->write(
            QStringLiteral("broken.json"), changed([](QJsonObject &chunk) {
                chunk.insert(QStringLiteral("chunk_id"),
                             QStringLiteral("0432A0A4-C25F-4697-BF9F-0A2FCBE6A814"));
                auto profile = chunk[QLatin1String("profile")].toObject();
                profile.insert(QStringLiteral("samples"), QJsonArray());
                chunk.insert(QStringLiteral("profile"), profile);
            }));
        checkOpened(m_sandbox->write(QStringLiteral("a.json"), smallChunk()));
        dialog()->check({broken}, {});
        EMBER_TRY(all().contains(QStringLiteral("; Sentry would still refuse it")));
        QVERIFY2(all().contains(QStringLiteral("not repaired | ")), qPrintable(all()));
        QVERIFY(button("fixed")->toolTip().contains(QStringLiteral("still refuse it")));
        dialog()->saveFixedTo(m_sandbox->path(QStringLiteral("fixed.json")));
        const auto *const result = dialog()->findChild<QLabel *>(QStringLiteral("result"));
        EMBER_TRY(result->text().endsWith(QStringLiteral("Sentry would still refuse it.")));
    }

    void whatSentryWouldRefuseIsSaidWithItsPlace()
    {
        const QString open = m_sandbox->write(QStringLiteral("a.json"), smallChunk());
        checkOpened(open);
        QVERIFY(all().startsWith(QStringLiteral("a.json: Sentry would accept it")));
        const QString bad =
            m_sandbox->write(QStringLiteral("bad.json"), changed([](QJsonObject &chunk) {
                                 auto profile = chunk[QLatin1String("profile")].toObject();
                                 auto samples = profile[QLatin1String("samples")].toArray();
                                 auto sample = samples[3].toObject();
                                 sample.insert(QStringLiteral("timestamp"), QStringLiteral("1"));
                                 samples[3] = sample;
                                 profile.insert(QStringLiteral("samples"), samples);
                                 chunk.insert(QStringLiteral("profile"), profile);
                             }));
        dialog()->check({bad}, {});
        EMBER_TRY(all().contains(QStringLiteral("bad.json: Sentry would refuse it: ")));
        QVERIFY(all().contains(QStringLiteral("profile.samples[3].timestamp")));
        QVERIFY(!button("kept")->isEnabled());
    }

    void whatSentryKeepsIsShownAndSaved()
    {
        const QString open = m_sandbox->write(
            QStringLiteral("a.json"), changed([](QJsonObject &chunk) {
                auto profile = chunk[QLatin1String("profile")].toObject();
                auto threads = profile[QLatin1String("thread_metadata")].toObject();
                threads.insert(QStringLiteral("9"),
                               QJsonObject{{QStringLiteral("name"), QStringLiteral("gone")}});
                profile.insert(QStringLiteral("thread_metadata"), threads);
                chunk.insert(QStringLiteral("profile"), profile);
            }));
        checkOpened(open);
        QVERIFY(all().contains(QStringLiteral("Sentry will change or leave out")));
        button("kept")->click();
        const auto *const kept = dialog()->findChild<QDialog *>(QStringLiteral("keptDialog"));
        QVERIFY(kept);
        const QString text = kept->findChild<QPlainTextEdit *>()->toPlainText();
        QVERIFY(text.contains(QStringLiteral("\n  \"profile\": {\n")));
        QVERIFY(text.contains(QStringLiteral("MainThread")));
        QVERIFY(!text.contains(QStringLiteral("gone")));
        const QString path = m_sandbox->path(QStringLiteral("kept.json"));
        dialog()->saveKeptTo(path);
        EMBER_TRY(QFileInfo::exists(path));
        const auto profile = QJsonDocument::fromJson(contentOf(path))[QLatin1String("profile")];
        QCOMPARE(profile[QLatin1String("thread_metadata")].toObject().size(), 2);
    }

    void brokenRulesOfTablesAreListed()
    {
        openAndWait(*m_window, {m_sandbox->write(QStringLiteral("a.json"), smallChunk())});
        auto tables = model::tables::tablesOf(*m_window->document().spans()->recorded());
        QVERIFY(tables);
        for (std::size_t row = 1; row < 301; ++row)
            tables->samples.source[row] = 77;
        const auto written = model::writtenForR(*tables, model::TableSchema::V2);
        QVERIFY(written);
        const QString path =
            m_sandbox->write(QStringLiteral("bad.rds"), QByteArray::fromStdString(written->bytes));
        m_window->actions().at("check")->trigger();
        EMBER_TRY(dialog()
                  && all().contains(QStringLiteral("Tables of a.json: they keep the rules")));
        dialog()->check({path}, {});
        const auto *const tree = dialog()->findChild<QTreeWidget *>(QStringLiteral("findings"));
        EMBER_TRY(tree->topLevelItemCount() > 0);
        QTreeWidgetItem *group = nullptr;
        for (int row = 0; row < tree->topLevelItemCount(); ++row) {
            if (tree->topLevelItem(row)->text(0).startsWith(QStringLiteral("Tables of bad.rds: ")))
                group = tree->topLevelItem(row);
        }
        QVERIFY(group);
        QVERIFY(!group->isExpanded()); // three hundred rows are not opened unasked
        QCOMPARE(group->childCount(), 0);
        QVERIFY2(all().contains(QStringLiteral("F1 · error | samples, row 2 | ")),
                 qPrintable(all()));
    }

    void otherFormatsAreJudgedByTheChunksThatWouldBeWritten()
    {
        openAndWait(*m_window, {m_sandbox->write(QStringLiteral("a.json"), smallChunk())});
        const auto tables = model::tables::tablesOf(*m_window->document().spans()->recorded());
        const QString path = m_sandbox->path(QStringLiteral("a.sqlite"));
        QVERIFY(model::writeDatabase(*tables, toPath(path)));
        checkOpened(path);
        QVERIFY2(all().startsWith(QStringLiteral("Chunk ")), qPrintable(all()));
        QVERIFY(all().contains(QStringLiteral("Sentry would accept it")));
        QVERIFY(all().contains(QStringLiteral("Tables of a.sqlite: they keep the rules")));
        QVERIFY(button("kept")->isEnabled());
    }

    void chunksForSentryAreNotJudgedAgainBesideOtherFiles()
    {
        const QString chunk = m_sandbox->write(QStringLiteral("a.json"), smallChunk());
        const QString other = m_sandbox->write(QStringLiteral("b.folded"), "a;b 1\n");
        checkOpened(chunk);
        dialog()->check({chunk, other}, {});
        EMBER_TRY(all().contains(QStringLiteral("b.folded")));
        QVERIFY(all().contains(QStringLiteral("a.json: Sentry would accept it")));
        for (const QString &line : all().split(u'\n'))
            QVERIFY2(!line.startsWith(QStringLiteral("Chunk ")), qPrintable(line));
    }

    void aPipeIsRefusedInsteadOfReadForEver()
    {
        const QString pipe = m_sandbox->path(QStringLiteral("pipe"));
        QCOMPARE(::mkfifo(toPath(pipe).c_str(), 0600), 0);
        checkOpened(m_sandbox->write(QStringLiteral("a.json"), smallChunk()));
        dialog()->check({pipe}, {});
        EMBER_TRY(all().contains(QStringLiteral("pipe")));
        QVERIFY(!button("fixed")->isEnabled());
    }

private:
    void checkOpened(const QString &path)
    {
        openAndWait(*m_window, {path});
        m_window->actions().at("check")->trigger();
        EMBER_TRY(dialog() && !all().isEmpty());
    }

    CheckDialog *dialog() const { return m_window->findChild<CheckDialog *>(); }

    QPushButton *button(const char *name) const
    {
        return dialog()->findChild<QPushButton *>(QLatin1String(name));
    }

    // All rows, a line each, with their cells; opens the groups.
    QString all() const
    {
        auto *tree = dialog()->findChild<QTreeWidget *>(QStringLiteral("findings"));
        tree->expandAll();
        QStringList lines;
        for (QTreeWidgetItemIterator at(tree); *at; ++at) {
            QStringList cells;
            for (int column = 0; column < (*at)->columnCount(); ++column)
                cells << (*at)->text(column);
            lines << cells.join(QStringLiteral(" | "));
        }
        return lines.join(u'\n');
    }

    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<MainWindow> m_window;
};

EMBER_TEST(TstCheckDialog)
#include "tst_checkdialog.moc"
