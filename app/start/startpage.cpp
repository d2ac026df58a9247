// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start/startpage.h"

#include "app/look/appearance.h"
#include "app/recording/launchform.h"
#include "app/start/demotour.h"
#include "model/formats/formatregistry.h"
#include "views/text/durationtext.h"

#include <QAction>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace ember::app {

namespace {

constexpr int pageWidth = 880;
constexpr int leastPageWidth = 560;
constexpr int columns = 2;
constexpr qsizetype cardsShown = 8;

QLabel *createTitle(const QString &text, double scale)
{
    auto *title = new QLabel(text);
    QFont font = title->font();
    font.setPointSizeF(font.pointSizeF() * scale);
    font.setWeight(QFont::DemiBold);
    title->setFont(font);
    return title;
}

QLabel *createNote(const QString &text)
{
    auto *note = new QLabel(text);
    note->setForegroundRole(QPalette::PlaceholderText);
    note->setTextFormat(Qt::PlainText);
    return note;
}

QString withKey(const QString &text, const QAction &action)
{
    const QString key = action.shortcut().toString(QKeySequence::NativeText);
    return key.isEmpty() ? text : text % QLatin1String("  ") % key;
}

} // namespace

StartPage::StartPage(QWidget *parent)
    : QWidget(parent),
      m_form(new LaunchForm),
      m_recent(nullptr),
      m_library(createNote({})),
      m_cards(new QGridLayout),
      m_open(new QPushButton(symbolIcon(QStringLiteral("open")), tr("Open a File…")))
{
    auto *page = new QWidget;
    page->setMaximumWidth(pageWidth);
    page->setMinimumWidth(leastPageWidth);
    page->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 16, 0, 16);
    column->setSpacing(10);
    column->addWidget(createTitle(QStringLiteral("Emberchart"), 1.9));
    column->addWidget(createNote(tr("Launch a program and watch its threads burn.")));
    column->addSpacing(6);
    column->addWidget(createRunCard());
    column->addWidget(createOthers()); // above the growing lists, so that it is always in sight
    column->addWidget(m_recent = createRecent());
    QLabel *formats = createNote(tr("Opens captures (.ember), Sentry chunks, V1 profiles and "
                                    "envelopes, SQLite, and profiles of other tools: %1. Files can "
                                    "be dropped anywhere.")
                                     .arg(QString::fromStdString(model::builtinFormats().tools())));
    formats->setWordWrap(true);
    column->addWidget(formats);
    column->addStretch(1);

    auto *content = new QWidget;
    auto *row = new QHBoxLayout(content);
    row->setContentsMargins(24, 0, 24, 0);
    row->addStretch(1);
    row->addWidget(page, 1000); // takes all the width up to its maximum
    row->addStretch(1);
    auto *scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scroll);
    setRecent({});
}

QWidget *StartPage::createRunCard()
{
    auto *card = new QFrame;
    card->setObjectName(QStringLiteral("card"));
    card->setFrameShape(QFrame::StyledPanel);
    card->setAutoFillBackground(true);
    // Differs from Base, the background of the fields.
    card->setBackgroundRole(QPalette::AlternateBase);
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(18, 12, 18, 10);
    column->setSpacing(8);
    column->addWidget(createTitle(tr("Run"), 1.1));
    column->addWidget(m_form);
    connect(m_form, &LaunchForm::attachRequested, this, &StartPage::attachRequested);
    return card;
}

QWidget *StartPage::createRecent()
{
    m_library->setObjectName(QStringLiteral("libraryNote"));
    auto *manage = new QPushButton(tr("Manage…"));
    manage->setFlat(true);
    connect(manage, &QPushButton::clicked, this, &StartPage::libraryRequested);
    auto *heading = new QHBoxLayout;
    heading->addWidget(createTitle(tr("Recent"), 1.1));
    heading->addStretch(1);
    heading->addWidget(m_library);
    heading->addWidget(manage);
    m_cards->setSpacing(12);
    for (int column = 0; column < columns; ++column)
        m_cards->setColumnStretch(column, 1);
    auto *part = new QWidget;
    part->setObjectName(QStringLiteral("recent"));
    auto *column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addLayout(heading);
    column->addLayout(m_cards);
    return part;
}

QWidget *StartPage::createOthers()
{
    m_open->setObjectName(QStringLiteral("openButton"));
    auto *folder = new QPushButton(tr("Open a Folder…"));
    auto *demo = new QPushButton(tr("Try the Demo: Five Steps"));
    demo->setObjectName(QStringLiteral("demoButton"));
    demo->setEnabled(demoCommand().has_value());
    demo->setToolTip(demo->isEnabled()
                         ? tr("Launches emberchart-demo, records it and shows what can be seen")
                         : tr("emberchart-demo is not installed"));
    auto *listen = new QPushButton(tr("Listen for Sentry SDKs…"));
    listen->setObjectName(QStringLiteral("listenButton"));
    connect(m_open, &QPushButton::clicked, this, &StartPage::openRequested);
    connect(folder, &QPushButton::clicked, this, &StartPage::folderRequested);
    connect(demo, &QPushButton::clicked, this, &StartPage::demoRequested);
    connect(listen, &QPushButton::clicked, this, &StartPage::listenRequested);
    auto *row = new QHBoxLayout;
    for (QPushButton *button : {m_open, folder, demo, listen})
        row->addWidget(button);
    row->addStretch(1);
    auto *part = new QWidget;
    auto *column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(createTitle(tr("Or"), 1.1));
    column->addLayout(row);
    return part;
}

void StartPage::setRecent(const QList<RecentProfile> &profiles)
{
    while (QLayoutItem *item = m_cards->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (const RecentProfile &profile : profiles.mid(0, cardsShown)) {
        auto *card = new RecentCard(profile);
        connect(card, &RecentCard::clicked, this,
                [this, paths = profile.paths] { emit filesRequested(paths); });
        connect(card, &RecentCard::pinRequested, this, &StartPage::pinRequested);
        connect(card, &RecentCard::deleteRequested, this, &StartPage::deleteRequested);
        connect(card, &RecentCard::forgetRequested, this, &StartPage::forgetRequested);
        const int place = m_cards->count();
        m_cards->addWidget(card, place / columns, place % columns);
    }
    m_recent->setVisible(!profiles.isEmpty());
}

void StartPage::setLibrary(qint64 bytes, qint64 limitBytes)
{
    const auto text = [](qint64 size) {
        return views::bytesText(static_cast<std::uint64_t>(size));
    };
    m_library->setText(tr("Captures are kept until they take %1; pinned ones always. Now %2.")
                           .arg(text(limitBytes), text(bytes)));
}

void StartPage::showKeysOf(const QAction &open, const QAction &attach)
{
    const auto show = [this, &open, &attach] {
        m_open->setText(withKey(tr("Open a File…"), open));
        m_form->showAttachKey(attach.shortcut().toString(QKeySequence::NativeText));
    };
    connect(&open, &QAction::changed, this, show);
    connect(&attach, &QAction::changed, this, show);
    show();
}

} // namespace ember::app
