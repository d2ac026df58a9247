// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/helpdialogs.h"

#include "app/look/appearance.h"
#include "views/widgets/tablelook.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFile>
#include <QHeaderView>
#include <QIcon>
#include <QLabel>
#include <QLineEdit>
#include <QMap>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace ember::app {

namespace {

struct HelpTexts {
    Q_DECLARE_TR_FUNCTIONS(ember::app::HelpTexts)
};

QTreeWidgetItem *addGroup(QTreeWidget &tree, const QString &title)
{
    auto *group = new QTreeWidgetItem(&tree, {title});
    QFont bold = tree.font();
    bold.setBold(true);
    group->setFont(0, bold);
    group->setFirstColumnSpanned(true);
    group->setFlags(Qt::ItemIsEnabled);
    group->setExpanded(true);
    return group;
}

void addCommands(QTreeWidget &tree, const Commands &commands)
{
    QMap<QString, QTreeWidgetItem *> groups;
    for (const Command &command : commands) {
        if (command.keys.isEmpty())
            continue;
        QTreeWidgetItem *&group = groups[command.place];
        if (!group)
            group = addGroup(tree, command.place);
        QStringList keys;
        for (const QKeySequence &key : command.keys)
            keys << key.toString(QKeySequence::NativeText);
        new QTreeWidgetItem(group, {command.name, keys.join(QLatin1String("   "))});
    }
}

void addMouse(QTreeWidget &tree)
{
    QTreeWidgetItem *group = addGroup(tree, HelpTexts::tr("Mouse"));
    const QList<QStringList> rows{
        {HelpTexts::tr("Scroll"), HelpTexts::tr("Wheel")},
        {HelpTexts::tr("Move in time"),
         HelpTexts::tr("Shift+Wheel, drag a box, Shift+Drag, middle drag")},
        {HelpTexts::tr("Zoom at the pointer"), HelpTexts::tr("Ctrl+Wheel, pinch")},
        {HelpTexts::tr("Select a box"), HelpTexts::tr("Click")},
        {HelpTexts::tr("Fit a box"), HelpTexts::tr("Double click, middle click")},
        {HelpTexts::tr("Callers and callees of a function in a table"),
         HelpTexts::tr("Double click, Enter")},
        {HelpTexts::tr("Sort a table by its next column; reverse its order"),
         QStringLiteral("%1   %2").arg(
             QKeySequence(views::sortKey).toString(QKeySequence::NativeText),
             QKeySequence(Qt::SHIFT | views::sortKey).toString(QKeySequence::NativeText))},
        {HelpTexts::tr("Select a range"), HelpTexts::tr("Drag on the axis or an empty place")},
        {HelpTexts::tr("Slide the baseline in time"), HelpTexts::tr("Drag on its axis")},
    };
    for (const QStringList &row : rows)
        new QTreeWidgetItem(group, row);
}

// Returns the sections of README.md for users, without pictures, their captions, and links to other
// files, which an installed program does not have.
QString manualText()
{
    QFile file(QStringLiteral(":/manual.md"));
    if (!file.open(QFile::ReadOnly))
        return {};
    QString text = QString::fromUtf8(file.readAll());
    const auto first = text.indexOf(QLatin1String("\n## The window\n"));
    text = text.mid(first, text.indexOf(QLatin1String("\n## More\n")) - first);
    static const QRegularExpression picture(
        QStringLiteral("!\\[[^\\]]*\\]\\([^)]*\\)\n+(?:\\*[^*\n]+\\*\n)?"));
    static const QRegularExpression reference(QStringLiteral("^\\[[^\\]]*\\.md\\].*(?:\n.+)*"),
                                              QRegularExpression::MultilineOption);
    static const QRegularExpression link(QStringLiteral("\\[([^\\]]*)\\]\\([^)]*\\)"));
    return text.remove(picture).remove(reference).replace(link, QStringLiteral("\\1"));
}

// Shows the commands whose names or keys have the text, and their groups.
void filterRows(QTreeWidget &tree, const QString &text)
{
    for (int place = 0; place < tree.topLevelItemCount(); ++place) {
        QTreeWidgetItem *group = tree.topLevelItem(place);
        bool isAnyShown = false;
        for (int row = 0; row < group->childCount(); ++row) {
            QTreeWidgetItem *command = group->child(row);
            const bool isShown = command->text(0).contains(text, Qt::CaseInsensitive)
                || command->text(1).contains(text, Qt::CaseInsensitive);
            command->setHidden(!isShown);
            isAnyShown = isAnyShown || isShown;
        }
        group->setHidden(!isAnyShown);
    }
}

// Shows a widget in a dialog with a Close button.
void showInDialog(QWidget *shown, const QString &title, QWidget *parent)
{
    auto *dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    shown->setAccessibleName(title);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false); // else Enter in a field closes
    auto *column = new QVBoxLayout(dialog);
    column->addWidget(shown);
    column->addWidget(buttons);
    dialog->resize(840, 680);
    dialog->show();
}

} // namespace

void showManual(QWidget *parent)
{
    auto *text = new QTextBrowser;
    text->setObjectName(QStringLiteral("manual"));
    text->setOpenLinks(false);
    text->setMarkdown(manualText());
    showInDialog(text, HelpTexts::tr("Manual"), parent);
}

void showKeySheet(QWidget *parent, const Commands &commands)
{
    auto *tree = new QTreeWidget;
    tree->setObjectName(QStringLiteral("keySheet"));
    tree->setColumnCount(2);
    tree->setHeaderHidden(true);
    views::styleTree(*tree);
    tree->setAlternatingRowColors(false); // colours distinguish groups only
    tree->setRootIsDecorated(false);
    tree->setSelectionMode(QAbstractItemView::NoSelection);
    addMouse(*tree);
    addCommands(*tree, commands);
    tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    tree->setAccessibleName(HelpTexts::tr("Keys and Mouse"));
    auto *filter = new QLineEdit;
    filter->setPlaceholderText(HelpTexts::tr("Filter by command or key"));
    filter->setAccessibleName(filter->placeholderText());
    filter->setClearButtonEnabled(true);
    QObject::connect(filter, &QLineEdit::textChanged, tree,
                     [tree](const QString &text) { filterRows(*tree, text); });
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(filter);
    column->addWidget(tree);
    page->setFocusProxy(filter);
    showInDialog(page, HelpTexts::tr("Keys and Mouse"), parent);
    filter->setFocus();
}

void showAbout(QWidget *parent)
{
    auto *box = new QMessageBox(parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(HelpTexts::tr("About Emberchart"));
    box->setIconPixmap(applicationIcon().pixmap(72));
    box->setText(QStringLiteral("<h2>Emberchart %1</h2>").arg(QStringLiteral(EMBER_VERSION)));
    box->setInformativeText(
        HelpTexts::tr("Records programs as live flamecharts, opens Sentry profiles, and sends "
                      "chosen pieces of them.<br><br>Free software under the GNU General Public "
                      "License, version 3 or later. Drawn with Qt %1 and QCustomPlot.")
            .arg(QString::fromLatin1(qVersion())));
    for (auto *label : box->findChildren<QLabel *>()) // these texts are ours
        label->setTextFormat(Qt::RichText);
    box->setModal(false);
    box->show();
}

} // namespace ember::app
