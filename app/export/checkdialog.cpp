// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/checkdialog.h"

#include "app/errortext.h"
#include "app/export/savedfile.h"
#include "app/inbackground.h"
#include "app/session/filenames.h"
#include "model/formats/compression/compression.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/widgets/tablelook.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStringBuilder>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>
#include <utility>

namespace ember::app {

using model::sentry::FileVerdict;

namespace {

constexpr QSize checkSize(900, 460);
constexpr QSize keptSize(720, 520);
constexpr std::size_t mostShownBytes = 200'000; // of JSON: more would not be read
constexpr qulonglong mostOpened = 200; // a group with more rows is closed at first
constexpr int codeWidth = 260;
constexpr int placeWidth = 220;

enum Column { Code, Where, What, ColumnCount };

constexpr int rowsRole = Qt::UserRole; // of a group: its rows, until it is opened
constexpr int placeRole = Qt::UserRole + 1; // of a verdict: its place, two numbers
constexpr int countRole = Qt::UserRole + 2; // of a group: how many rows it has

QString textOf(std::string_view text)
{
    return views::fromUtf8(text);
}

QString timesText(const QString &text, std::uint64_t count)
{
    return count > 1 ? CheckDialog::tr("%1 (%2 times)").arg(text, views::countText(count)) : text;
}

QStringList rowOf(const model::tables::TableFinding &finding)
{
    const QString grade = finding.grade == model::tables::Grade::Error
        ? CheckDialog::tr("error", "of a finding")
        : CheckDialog::tr("warning", "of a finding");
    const QString table = textOf(finding.table);
    return {QStringLiteral("%1 · %2").arg(textOf(ruleName(finding.rule)), grade),
            finding.row > 0
                ? CheckDialog::tr("%1, row %2").arg(table, views::countText(finding.row))
                : table,
            textOf(finding.detail)};
}

QString gradeText(model::Severity severity)
{
    switch (severity) {
    case model::Severity::Note: return CheckDialog::tr("note", "of a finding");
    case model::Severity::Warning: return CheckDialog::tr("warning", "of a finding");
    case model::Severity::Error: return CheckDialog::tr("error", "of a finding");
    }
    return {};
}

QStringList rowOf(const model::Finding &finding)
{
    return {QStringLiteral("%1 · %2").arg(textOf(finding.code), gradeText(finding.severity)),
            textOf(finding.subject), timesText(textOf(finding.detail), finding.count)};
}

// Rows that are made when their group is opened: there may be a hundred thousand.
using RowMaker = std::function<QList<QStringList>()>;

struct Rows {
    std::size_t count = 0;
    RowMaker make;
};

// Makes rows of findings, which must be a part of `check`.
template<typename Findings>
Rows rowsOf(const std::shared_ptr<const FileCheck> &check, const Findings &findings)
{
    return {findings.size(), [check, &findings] {
                QList<QStringList> rows;
                for (const auto &finding : findings)
                    rows.append(rowOf(finding));
                return rows;
            }};
}

void fillGroup(QTreeWidgetItem *group)
{
    const auto make = group->data(Code, rowsRole).value<RowMaker>();
    group->setData(Code, rowsRole, {});
    if (!make)
        return;
    QList<QTreeWidgetItem *> items;
    for (const QStringList &row : make())
        items.append(new QTreeWidgetItem(row));
    group->addChildren(items);
}

template<typename Parent>
QTreeWidgetItem *addGroup(Parent *parent, const QString &title, const Rows &rows = {})
{
    auto *group = new QTreeWidgetItem(parent, QStringList{title});
    group->setFirstColumnSpanned(true);
    group->setData(Code, countRole, qulonglong(rows.count));
    if (rows.count > 0) {
        group->setData(Code, rowsRole, QVariant::fromValue(rows.make));
        group->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
    }
    return group;
}

// Says how many changes a fixed copy would have, and whether Sentry would accept it.
QString repairText(const SentryCheck &check)
{
    if (check.changes.empty())
        return CheckDialog::tr("Nothing of it can be fixed here");
    const QString changes =
        CheckDialog::tr("A fixed copy would have %n change(s)", nullptr, int(check.changes.size()));
    if (check.isStillRefused)
        return CheckDialog::tr("%1; Sentry would still refuse it").arg(changes);
    return check.left.empty()
        ? CheckDialog::tr("%1; Sentry would accept it", "changes of a fixed copy").arg(changes)
        : CheckDialog::tr("%1; Sentry would accept it, though rules are still broken").arg(changes);
}

// A file's name without its folder; of an item in an envelope with the item's number.
QString nameOf(const std::string &file)
{
    return QFileInfo(fromArgument(file)).fileName();
}

// Puts each member and element of valid JSON on a line of its own; stops after mostShownBytes.
QString indented(std::string_view json)
{
    std::string text;
    std::size_t depth = 0;
    bool isInString = false;
    const auto breakLine = [&] { text += '\n' + std::string(2 * depth, ' '); };
    for (std::size_t at = 0; at < json.size() && text.size() < mostShownBytes; ++at) {
        const char letter = json[at];
        if (isInString || letter == '"') {
            text += letter;
            if (letter == '\\' && at + 1 < json.size())
                text += json[++at];
            else if (letter == '"')
                isInString = !isInString;
        } else if (letter == '{' || letter == '[') {
            text += letter;
            ++depth;
            if (at + 1 < json.size() && json[at + 1] != '}' && json[at + 1] != ']')
                breakLine();
        } else if (letter == '}' || letter == ']') {
            --depth;
            if (at > 0 && json[at - 1] != '{' && json[at - 1] != '[')
                breakLine();
            text += letter;
        } else if (letter == ',') {
            text += letter;
            breakLine();
        } else {
            text += letter == ':' ? std::string(": ") : std::string(1, letter);
        }
    }
    if (text.size() >= mostShownBytes)
        text += "\n…";
    return textOf(text);
}

model::Result<QStringList> saveContents(const std::vector<std::string> &contents,
                                        const QString &path, const QStringList &inputs)
{
    const auto save = [&](const QStringList &kept) -> model::Result<QStringList> {
        std::vector<std::string> paths;
        for (const QString &file : kept)
            paths.push_back(toPath(file));
        EMBER_ASSIGN_OR_RETURN(const auto saved, saveNumbered(toPath(path), contents, paths));
        QStringList names;
        for (const std::string &name : saved)
            names << fromArgument(name);
        return names;
    };
    return saveNumberedFiles(path, inputs, save);
}

} // namespace

CheckDialog::CheckDialog(Settings &settings, QWidget *parent)
    : QDialog(parent),
      m_settings(settings),
      m_check(std::make_shared<const FileCheck>()),
      m_summary(new QLabel),
      m_findings(new QTreeWidget),
      m_result(new QLabel),
      m_kept(new QPushButton(tr("Show What Sentry &Keeps…"))),
      m_fixed(new QPushButton(tr("Save &Fixed…")))
{
    setObjectName(QStringLiteral("checkDialog"));
    setWindowTitle(tr("Check"));
    for (QLabel *label : {m_summary, m_result}) {
        label->setTextFormat(Qt::PlainText); // file names are data
        label->setWordWrap(true);
    }
    m_summary->setObjectName(QStringLiteral("summary"));
    m_result->setObjectName(QStringLiteral("result"));
    m_result->hide();
    m_findings->setObjectName(QStringLiteral("findings"));
    m_findings->setAccessibleName(tr("Findings"));
    m_findings->setHeaderLabels({tr("Finding"), tr("Place"), tr("Text")});
    m_findings->setItemDelegate(new views::ShortTexts(views::mostLetters, m_findings));
    m_findings->setUniformRowHeights(true);
    m_findings->setColumnWidth(Code, codeWidth);
    m_findings->setColumnWidth(Where, placeWidth);
    connect(m_findings, &QTreeWidget::itemExpanded, this, &fillGroup);
    connect(m_findings, &QTreeWidget::currentItemChanged, this, &CheckDialog::updateButtons);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_summary);
    column->addWidget(m_findings, 1);
    column->addWidget(m_result);
    createButtons();
    resize(checkSize);
    updateButtons();
}

CheckDialog::~CheckDialog()
{
    m_stop.request_stop();
}

void CheckDialog::createButtons()
{
    m_kept->setObjectName(QStringLiteral("kept"));
    m_kept->setToolTip(tr("The JSON after Sentry's own changes, to look at and to save"));
    m_fixed->setObjectName(QStringLiteral("fixed"));
    auto *other = new QPushButton(tr("&Other Files…"));
    other->setObjectName(QStringLiteral("other"));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    for (QPushButton *button : {other, m_kept, m_fixed}) {
        button->setAutoDefault(false);
        buttons->addButton(button, QDialogButtonBox::ActionRole);
    }
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(other, &QPushButton::clicked, this, &CheckDialog::chooseFiles);
    connect(m_kept, &QPushButton::clicked, this, &CheckDialog::showKept);
    connect(m_fixed, &QPushButton::clicked, this,
            [this] { chooseCopy(tr("Save Fixed"), &CheckDialog::saveFixedTo); });
    layout()->addWidget(buttons);
}

void CheckDialog::check(const QStringList &paths,
                        const std::vector<model::ProfilePointer> &profiles)
{
    if (paths.isEmpty()) {
        chooseFiles();
        return;
    }
    m_stop.request_stop();
    m_stop = {};
    m_paths = paths;
    m_findings->clear(); // no row asks for a check that is gone
    m_check = std::make_shared<const FileCheck>();
    m_result->hide();
    m_summary->setText(tr("Checking…"));
    updateButtons();
    inBackground(
        this,
        [paths, profiles, options = m_settings.chunks().options(), stop = m_stop.get_token()] {
            return std::pair(
                std::make_shared<const FileCheck>(checkFiles(paths, profiles, options, stop)),
                stop);
        },
        [this](const std::pair<std::shared_ptr<const FileCheck>, std::stop_token> &result) {
            if (!result.second.stop_requested())
                show(result.first);
        });
}

void CheckDialog::chooseFiles()
{
    auto *dialog = new QFileDialog(this, tr("Check"), m_settings.lastFolder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList &paths) {
        m_settings.setLastFolder(QFileInfo(paths.first()).absolutePath());
        check(paths, {});
    });
    dialog->open();
}

void CheckDialog::show(const std::shared_ptr<const FileCheck> &shown)
{
    m_check = shown;
    const FileCheck &check = *m_check;
    m_summary->setText(m_paths.size() == 1 ? QDir::toNativeSeparators(m_paths.first())
                                           : tr("%n file(s)", nullptr, int(m_paths.size())));
    for (const model::Error &error : check.unread)
        addGroup(m_findings, errorLine(error));
    for (std::size_t at = 0; at < check.sentry.size(); ++at) {
        for (std::size_t verdict = 0; verdict < check.sentry[at].verdicts.size(); ++verdict)
            showVerdict(check.sentry[at], {at, verdict});
    }
    for (const TableCheck &tables : check.tables)
        showTables(tables);
    for (int group = 0; group < m_findings->topLevelItemCount(); ++group)
        m_findings->topLevelItem(group)->setExpanded(
            m_findings->topLevelItem(group)->data(Code, countRole).toULongLong() <= mostOpened);
    // Selects the first file that was judged, which the buttons need; errors of reading come
    // before.
    int first = 0;
    while (first + 1 < m_findings->topLevelItemCount()
           && m_findings->topLevelItem(first)->data(Code, placeRole).isNull())
        ++first;
    m_findings->setCurrentItem(m_findings->topLevelItem(first));
    updateButtons();
}

void CheckDialog::showTables(const TableCheck &check)
{
    const QString name = nameOf(check.name);
    if (check.findings.empty())
        addGroup(m_findings, tr("Tables of %1: they keep the rules").arg(name));
    else
        addGroup(m_findings,
                 tr("Tables of %1: %n finding(s)", nullptr, int(check.findings.size())).arg(name),
                 rowsOf(m_check, check.findings));
}

void CheckDialog::showVerdict(const SentryCheck &check, Place place)
{
    const FileVerdict &verdict = check.verdicts[place.verdict];
    const QString name =
        check.path.empty() ? tr("Chunk %1").arg(textOf(verdict.file)) : nameOf(verdict.file);
    const QString title = verdict.rejection
        ? tr("%1: Sentry would refuse it: %2").arg(name, textOf(toText(*verdict.rejection)))
        : tr("%1: Sentry would accept it").arg(name);
    auto *group = addGroup(m_findings, title, rowsOf(m_check, verdict.findings));
    group->setData(Code, placeRole,
                   QVariantList{qulonglong(place.check), qulonglong(place.verdict)});
    if (verdict.isAccepted())
        addGroup(group,
                 verdict.differences.empty() ? tr("Sentry keeps all of it as it is")
                                             : tr("Sentry will change or leave out %n thing(s)",
                                                  nullptr, int(verdict.differences.size())),
                 rowsOf(m_check, verdict.differences));
    // Shown below the file's last verdict, as a repair is of the whole file.
    if (place.verdict + 1 == check.verdicts.size())
        showRepair(check, *group);
}

void CheckDialog::showRepair(const SentryCheck &check, QTreeWidgetItem &parent)
{
    const auto make = [all = m_check, &check] {
        QList<QStringList> rows;
        for (const auto &change : check.changes)
            rows.append(QStringList{tr("changed"), textOf(change.subject),
                                    timesText(textOf(change.detail), change.count)});
        for (const auto &fault : check.left)
            rows.append(QStringList{tr("not repaired", "of a fault"), {}, textOf(fault)});
        return rows;
    };
    if (const auto count = check.changes.size() + check.left.size(); count > 0)
        addGroup(&parent, repairText(check), {count, make});
}

std::optional<CheckDialog::Place> CheckDialog::place() const
{
    const auto *item = m_findings->currentItem();
    while (item && item->parent())
        item = item->parent();
    const QVariantList place = item ? item->data(Code, placeRole).toList() : QVariantList();
    if (place.size() != 2)
        return std::nullopt;
    return Place{std::size_t(place[0].toULongLong()), std::size_t(place[1].toULongLong())};
}

const FileVerdict *CheckDialog::verdict() const
{
    const auto at = place();
    return at ? &m_check->sentry.at(at->check).verdicts.at(at->verdict) : nullptr;
}

void CheckDialog::updateButtons()
{
    const auto at = place();
    m_kept->setEnabled(at && !verdict()->normalised.empty());
    const auto *const check = at ? &m_check->sentry.at(at->check) : nullptr;
    m_fixed->setEnabled(check && !check->changes.empty());
    m_fixed->setToolTip(
        check && check->isStillRefused
            ? tr("Save a copy of the file with the changes that are listed; Sentry would still "
                 "refuse it")
            : tr("Save a copy of the file with the changes that are listed"));
}

void CheckDialog::showKept()
{
    const FileVerdict *const shown = verdict();
    if (!shown)
        return;
    auto *dialog = new QDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("keptDialog"));
    dialog->setWindowTitle(tr("What Sentry Keeps"));
    auto *text = new QPlainTextEdit(indented(shown->normalised));
    text->setReadOnly(true);
    text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    text->setAccessibleName(dialog->windowTitle());
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    auto *save = buttons->addButton(tr("&Save…"), QDialogButtonBox::ActionRole);
    save->setAutoDefault(false);
    connect(save, &QPushButton::clicked, dialog, [this, dialog] {
        dialog->accept();
        chooseCopy(tr("Save What Sentry Keeps"), &CheckDialog::saveKeptTo);
    });
    connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto *column = new QVBoxLayout(dialog);
    column->addWidget(text);
    column->addWidget(buttons);
    dialog->resize(keptSize);
    dialog->open();
}

void CheckDialog::chooseCopy(const QString &title, void (CheckDialog::*save)(const QString &))
{
    auto *dialog = new QFileDialog(this, title, m_settings.lastFolder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    connect(dialog, &QFileDialog::fileSelected, this, save);
    dialog->open();
}

bool CheckDialog::isFree(const QString &path)
{
    if (sameFileAmong(m_paths, path).isEmpty())
        return true;
    say(model::Error{model::ErrorCode::FileIsInput, toPath(path), {}});
    return false;
}

// `contents` is called on the pool.
void CheckDialog::saveTo(const QString &path, const MakeContents &contents, const QString &remark)
{
    if (!isFree(path))
        return;
    inBackground(
        this,
        [path, inputs = m_paths, contents]() -> model::Result<QStringList> {
            EMBER_ASSIGN_OR_RETURN(const auto all, contents());
            return saveContents(all, path, inputs);
        },
        [this, remark](const model::Result<QStringList> &saved) { say(saved, remark); });
}

void CheckDialog::saveFixedTo(const QString &path)
{
    const auto at = place();
    if (!at)
        return;
    saveTo(
        path,
        [file = m_check->sentry.at(at->check).path]() -> model::Result<std::vector<std::string>> {
            EMBER_ASSIGN_OR_RETURN(const auto bytes, model::readUnpacked(file));
            EMBER_ASSIGN_OR_RETURN(auto repaired, model::sentry::repairFile(bytes.view()));
            return std::move(repaired.files);
        },
        m_check->sentry.at(at->check).isStillRefused ? tr("Sentry would still refuse it.")
                                                     : QString());
}

void CheckDialog::saveKeptTo(const QString &path)
{
    const auto at = place();
    if (!at)
        return;
    saveTo(path, [at = *at, check = m_check] {
        return std::vector{check->sentry.at(at.check).verdicts.at(at.verdict).normalised};
    });
}

void CheckDialog::say(const model::Result<QStringList> &saved, const QString &remark)
{
    if (!saved) {
        m_result->setText(errorLine(saved.error()));
    } else {
        const QString first = QDir::toNativeSeparators(saved->value(0));
        m_result->setText(saved->size() > 1 ? tr("Saved to %1 and %n more.", "a file, more files",
                                                 int(saved->size()) - 1)
                                                  .arg(first)
                                            : tr("Saved to %1.").arg(first));
        if (!remark.isEmpty())
            m_result->setText(m_result->text() % u' ' % remark);
    }
    m_result->show();
}

} // namespace ember::app
