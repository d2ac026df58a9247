// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/keysettingsform.h"

#include "app/commands/commandpalette.h"
#include "views/widgets/tablelook.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>
#include <vector>

namespace ember::app {

namespace {

enum Column { Name, Place, Keys, ColumnCount };

constexpr int keyLetters = 16; // width of the field for a key: "Ctrl+Shift+Space"
constexpr int rowRole = Qt::UserRole; // row of the KeyTable

QString textOf(const QList<QKeySequence> &keys)
{
    return QKeySequence::listToString(keys, QKeySequence::NativeText);
}

std::size_t rowOf(const QTreeWidgetItem &item)
{
    return item.data(Name, rowRole).toULongLong();
}

} // namespace

KeySettingsForm::KeySettingsForm(QWidget *parent)
    : QWidget(parent),
      m_typed(new QLineEdit),
      m_rows(new QTreeWidget),
      m_key(new QKeySequenceEdit),
      m_notice(new QLabel)
{
    m_typed->setPlaceholderText(tr("Find a command"));
    m_typed->setAccessibleName(tr("Find a command"));
    m_typed->setClearButtonEnabled(true);
    createTable();
    m_notice->setObjectName(QStringLiteral("keyNotice"));
    m_notice->setWordWrap(true);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_typed);
    column->addWidget(m_rows, 1);
    column->addWidget(createKeyLine());
    column->addWidget(createPresets());
    column->addWidget(m_notice);
    connect(m_typed, &QLineEdit::textChanged, this, &KeySettingsForm::find);
    connect(m_rows, &QTreeWidget::currentItemChanged, this, [this] {
        m_key->clear();
        showChoice();
    });
    connect(m_key, &QKeySequenceEdit::keySequenceChanged, this, &KeySettingsForm::showOwner);
    showChoice();
}

void KeySettingsForm::createTable()
{
    m_rows->setObjectName(QStringLiteral("keyRows"));
    m_rows->setAccessibleName(tr("Commands and their keys"));
    m_rows->setHeaderLabels({tr("Command"), tr("Where"), tr("Keys")});
    views::styleTree(*m_rows);
    m_rows->setFrameShape(QFrame::StyledPanel); // frame like that of the fields around it
    m_rows->setRootIsDecorated(false);
    m_rows->header()->setStretchLastSection(false);
    m_rows->header()->setSectionResizeMode(Name, QHeaderView::Stretch);
    m_rows->header()->setSectionResizeMode(Place, QHeaderView::ResizeToContents);
    m_rows->header()->setSectionResizeMode(Keys, QHeaderView::ResizeToContents);
}

QPushButton *KeySettingsForm::createButton(const QString &name, const QString &text,
                                           const std::function<void()> &act)
{
    auto *button = new QPushButton(text);
    button->setObjectName(name);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, [this, act] {
        act();
        m_key->clear();
        showKeys();
    });
    return button;
}

QWidget *KeySettingsForm::createPresets()
{
    auto *preset = new QComboBox;
    preset->setObjectName(QStringLiteral("keyPreset"));
    preset->addItems({tr("Standard keys"), tr("As in speedscope"), tr("As in Perfetto")});
    preset->setToolTip(tr("Replaces all keys; commands that the other tool does not have keep "
                          "theirs unless they are needed"));
    connect(preset, &QComboBox::activated, this, [this](int choice) {
        m_table.apply(static_cast<KeyPreset>(choice));
        m_key->clear();
        showKeys();
    });
    auto *line = new QWidget;
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    auto *label = new QLabel(tr("&Begin with:"));
    label->setBuddy(preset);
    row->addWidget(label);
    row->addWidget(preset);
    row->addStretch(1);
    return line;
}

QWidget *KeySettingsForm::createKeyLine()
{
    m_key->setObjectName(QStringLiteral("newKey"));
    m_key->setAccessibleName(tr("New key"));
    m_key->setMinimumWidth(keyLetters * fontMetrics().averageCharWidth());
    const auto take = [this](auto change) {
        return [this, change] {
            if (const auto row = chosen())
                (m_table.*change)(*row, m_key->keySequence());
        };
    };
    m_ofKey = {createButton(QStringLiteral("setKey"), tr("&Set"), take(&KeyTable::replace)),
               createButton(QStringLiteral("addKey"), tr("&Add"), take(&KeyTable::add))};
    const auto act = [this](auto change) {
        return [this, change] {
            if (const auto row = chosen())
                (m_table.*change)(*row);
        };
    };
    m_ofRow = {createButton(QStringLiteral("noKey"), tr("&No Key"), act(&KeyTable::clear)),
               createButton(QStringLiteral("resetKey"), tr("&Reset"), act(&KeyTable::reset))};
    auto *line = new QWidget;
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    auto *label = new QLabel(tr("New &key:"));
    label->setBuddy(m_key);
    row->addWidget(label);
    row->addWidget(m_key, 1);
    for (QPushButton *button : m_ofKey + m_ofRow)
        row->addWidget(button);
    row->addWidget(createButton(QStringLiteral("resetAllKeys"), tr("Reset A&ll"),
                                [this] { m_table.resetAll(); }));
    return line;
}

void KeySettingsForm::setTable(const KeyTable &table)
{
    m_table = table;
    m_rows->clear();
    int place = 0;
    for (const KeyTable::Row &row : m_table.rows())
        (new QTreeWidgetItem(m_rows, {row.name, row.place, {}}))->setData(Name, rowRole, place++);
    m_rows->setCurrentItem(m_rows->topLevelItem(0));
    showKeys();
}

// Shows the commands that match, best match first; without a text all in menu order.
void KeySettingsForm::find(const QString &typed)
{
    struct Found {
        QTreeWidgetItem *item;
        std::optional<int> worth;
        std::size_t row;
    };
    const bool isAsked = !typed.trimmed().isEmpty();
    QTreeWidgetItem *current = m_rows->currentItem();
    std::vector<Found> all;
    for (QTreeWidgetItem *item : m_rows->invisibleRootItem()->takeChildren()) {
        auto worth =
            fuzzyMatchOfName(typed, item->text(Name), item->text(Place) % u' ' % item->text(Keys));
        if (worth && !isAsked)
            worth = 0;
        all.push_back({item, worth, rowOf(*item)});
    }
    std::ranges::sort(all, [](const Found &a, const Found &b) {
        return std::pair(b.worth, a.row) < std::pair(a.worth, b.row);
    });
    for (const Found &found : all) {
        m_rows->addTopLevelItem(found.item);
        found.item->setHidden(!found.worth);
    }
    m_rows->setCurrentItem(isAsked && !all.empty() && all.front().worth ? all.front().item
                                                                        : current);
}

// Updates the shortcuts shown; changed ones are bold.
void KeySettingsForm::showKeys()
{
    for (int place = 0; place < m_rows->topLevelItemCount(); ++place) {
        QTreeWidgetItem &item = *m_rows->topLevelItem(place);
        const KeyTable::Row &keys = m_table.rows()[rowOf(item)];
        QFont font = m_rows->font();
        font.setBold(keys.isChanged());
        item.setText(Keys, textOf(keys.keys));
        item.setFont(Keys, font);
        item.setToolTip(Keys, tr("Standard: %1").arg(textOf(keys.standard)));
    }
    showChoice();
}

void KeySettingsForm::showChoice()
{
    for (QPushButton *button : m_ofRow)
        button->setEnabled(chosen().has_value());
    showOwner();
}

void KeySettingsForm::showOwner()
{
    const QKeySequence key = m_key->keySequence();
    if (key.count() > 1) { // only single-key shortcuts are supported
        m_key->setKeySequence(QKeySequence(key[static_cast<uint>(key.count() - 1)]));
        return;
    }
    const auto owner = m_table.ownerOf(key);
    for (QPushButton *button : m_ofKey)
        button->setEnabled(chosen() && !key.isEmpty());
    m_notice->setText(
        owner && owner != chosen()
            ? tr("%1 is the key of “%2” until now, which would lose it.")
                  .arg(key.toString(QKeySequence::NativeText), m_table.rows()[*owner].name)
            : QString());
}

std::optional<std::size_t> KeySettingsForm::chosen() const
{
    const QTreeWidgetItem *item = m_rows->currentItem();
    return item ? std::optional(rowOf(*item)) : std::nullopt;
}

} // namespace ember::app
