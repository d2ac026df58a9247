// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/sourcesettingsform.h"

#include "app/session/editorcommand.h"

#include <QComboBox>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace ember::app {

namespace {

constexpr int linesShown = 4;

QLabel *createSourceHint(const QString &text)
{
    auto *hint = new QLabel(text);
    hint->setWordWrap(true);
    return hint;
}

} // namespace

SourceSettingsForm::SourceSettingsForm(QWidget *parent)
    : QWidget(parent),
      m_editor(new QComboBox),
      m_mappings(new QTableWidget(0, 2)),
      m_remove(new QPushButton(tr("Remove")))
{
    auto *column = new QVBoxLayout(this);
    column->addWidget(createEditor());
    column->addWidget(createMappings(), 1);
    showChoice();
}

QWidget *SourceSettingsForm::createEditor()
{
    const QStringList found = foundEditors();
    m_editor->setObjectName(QStringLiteral("editor"));
    m_editor->setAccessibleName(tr("Command of the editor"));
    m_editor->setEditable(true);
    m_editor->setInsertPolicy(QComboBox::NoInsert);
    m_editor->addItems(found);
    m_editor->setMinimumContentsLength(30);
    m_editor->lineEdit()->setPlaceholderText(found.isEmpty() ? tr("none was found")
                                                             : found.constFirst());
    auto *group = new QGroupBox(tr("Open in Editor"));
    auto *column = new QVBoxLayout(group);
    column->addWidget(m_editor);
    column->addWidget(
        createSourceHint(tr("%f is the file, %l the line, %c the column. The list has the "
                            "editors that were found; empty: the first of them.")));
    return group;
}

QWidget *SourceSettingsForm::createMappings()
{
    m_mappings->setObjectName(QStringLiteral("mappings"));
    m_mappings->setAccessibleName(tr("Where source files are"));
    m_mappings->setHorizontalHeaderLabels({tr("Path in the profile"), tr("Folder here")});
    m_mappings->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_mappings->verticalHeader()->hide();
    m_mappings->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_mappings->setMinimumHeight(fontMetrics().lineSpacing() * 2 * linesShown);
    m_mappings->setTabKeyNavigation(false);
    auto *addButton = new QPushButton(tr("Add"));
    addButton->setObjectName(QStringLiteral("addMapping"));
    m_remove->setObjectName(QStringLiteral("removeMapping"));
    connect(addButton, &QPushButton::clicked, this, [this] {
        add({});
        m_mappings->setCurrentCell(m_mappings->rowCount() - 1, 0);
        m_mappings->editItem(m_mappings->currentItem());
    });
    connect(m_remove, &QPushButton::clicked, this, &SourceSettingsForm::removeChosen);
    connect(m_mappings, &QTableWidget::itemSelectionChanged, this, &SourceSettingsForm::showChoice);
    auto *buttons = new QVBoxLayout;
    buttons->addWidget(addButton);
    buttons->addWidget(m_remove);
    buttons->addStretch(1);
    auto *line = new QHBoxLayout;
    line->addWidget(m_mappings, 1);
    line->addLayout(buttons);
    auto *group = new QGroupBox(tr("Where source files are"));
    auto *column = new QVBoxLayout(group);
    column->addWidget(
        createSourceHint(tr("Files that profiles name below a path are looked for below "
                            "the folder first. An empty path stands for relative ones.")));
    column->addLayout(line);
    return group;
}

void SourceSettingsForm::add(const views::PathMapping &mapping)
{
    const int row = m_mappings->rowCount();
    m_mappings->insertRow(row);
    m_mappings->setItem(row, 0, new QTableWidgetItem(mapping.from));
    m_mappings->setItem(row, 1, new QTableWidgetItem(mapping.to));
}

void SourceSettingsForm::removeChosen()
{
    for (int row = m_mappings->rowCount() - 1; row >= 0; --row) {
        if (m_mappings->item(row, 0)->isSelected())
            m_mappings->removeRow(row);
    }
}

void SourceSettingsForm::showChoice()
{
    m_remove->setEnabled(!m_mappings->selectedItems().isEmpty());
}

// Rows without a folder are ignored.
SourceSettings SourceSettingsForm::settings() const
{
    SourceSettings settings;
    settings.editor = m_editor->currentText().trimmed();
    for (int row = 0; row < m_mappings->rowCount(); ++row) {
        const views::PathMapping mapping{m_mappings->item(row, 0)->text().trimmed(),
                                         m_mappings->item(row, 1)->text().trimmed()};
        if (!mapping.to.isEmpty())
            settings.mappings.append(mapping);
    }
    return settings;
}

void SourceSettingsForm::setSettings(const SourceSettings &settings)
{
    m_editor->setEditText(settings.editor);
    m_mappings->setRowCount(0);
    for (const views::PathMapping &mapping : settings.mappings)
        add(mapping);
}

} // namespace ember::app
