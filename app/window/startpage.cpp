// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/startpage.h"

#include "app/window/appearance.h"
#include "app/window/launchform.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/widgets/tablelook.h"

#include <QDir>
#include <QFileInfo>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace ember::app {

namespace {

constexpr int logoSize = 56;
constexpr int listIconSize = 16;
constexpr int cardWidth = 470;
constexpr int capturesShown = 6;

QLabel *createTitle(const QString &text, double scale)
{
    auto *title = new QLabel(text);
    QFont font = title->font();
    font.setPointSizeF(font.pointSizeF() * scale);
    font.setWeight(QFont::DemiBold);
    title->setFont(font);
    return title;
}

QFrame *createCard(const QString &title, QVBoxLayout *&column)
{
    auto *card = new QFrame;
    card->setObjectName(QStringLiteral("card"));
    card->setFrameShape(QFrame::StyledPanel);
    card->setAutoFillBackground(true);
    // Differs from Base, the background of the fields.
    card->setBackgroundRole(QPalette::AlternateBase);
    card->setMinimumWidth(320);
    card->setMaximumWidth(cardWidth);
    column = new QVBoxLayout(card);
    column->setContentsMargins(20, 16, 20, 20);
    column->setSpacing(10);
    column->addWidget(createTitle(title, 1.15));
    return card;
}

QListWidget *createList(const QString &accessibleName)
{
    auto *list = new QListWidget;
    list->setAccessibleName(accessibleName);
    list->setItemDelegate(new views::ShortTexts(views::mostLetters, list));
    list->setFrameShape(QFrame::NoFrame);
    list->setTextElideMode(Qt::ElideMiddle);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setIconSize(QSize(listIconSize, listIconSize));
    list->setMinimumHeight(60);
    return list;
}

QHBoxLayout *createHeader()
{
    auto *logo = new QLabel;
    logo->setPixmap(applicationIcon().pixmap(logoSize));
    auto *words = new QVBoxLayout;
    words->setSpacing(0);
    words->addWidget(createTitle(QStringLiteral("Emberchart"), 1.9));
    auto *motto = new QLabel(StartPage::tr("Watch your threads burn, live."));
    motto->setForegroundRole(QPalette::PlaceholderText);
    words->addWidget(motto);
    auto *header = new QHBoxLayout;
    header->setSpacing(16);
    header->addWidget(logo);
    header->addLayout(words);
    header->addStretch(1);
    return header;
}

} // namespace

StartPage::StartPage(QWidget *parent)
    : QWidget(parent),
      m_form(new LaunchForm),
      m_filesTitle(new QLabel(tr("Recent files"))),
      m_files(createList(tr("Recent files"))),
      m_capturesTitle(new QLabel(tr("Captures"))),
      m_captures(createList(tr("Captures")))
{
    m_files->setObjectName(QStringLiteral("recentFiles"));
    m_captures->setObjectName(QStringLiteral("captures"));
    QVBoxLayout *launchColumn = nullptr;
    QFrame *launchCard = createCard(tr("Launch a program"), launchColumn);
    launchColumn->addWidget(m_form);
    launchColumn->addStretch(1);
    auto *attach = new QPushButton(tr("Attach to a Running Process…"));
    attach->setFlat(true);
    connect(attach, &QPushButton::clicked, this, &StartPage::attachRequested);
    launchColumn->addWidget(attach, 0, Qt::AlignLeft);

    auto *content = new QWidget;
    auto *grid = new QGridLayout(content);
    grid->setContentsMargins(32, 28, 32, 28);
    grid->setSpacing(20);
    grid->addLayout(createHeader(), 1, 1, 1, 2);
    grid->addWidget(launchCard, 2, 1);
    grid->addWidget(createOpenCard(), 2, 2);
    grid->setRowStretch(0, 1);
    grid->setRowStretch(3, 2);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 4);
    grid->setColumnStretch(2, 4);
    grid->setColumnStretch(3, 1);

    auto *scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(scroll);

    const auto open = [this](QListWidgetItem *item) {
        emit fileRequested(item->data(Qt::UserRole).toString());
    };
    connect(m_files, &QListWidget::itemActivated, this, open);
    connect(m_captures, &QListWidget::itemActivated, this, open);
    setRecentFiles({});
    setCaptures({});
}

QWidget *StartPage::createOpenCard()
{
    QVBoxLayout *column = nullptr;
    QFrame *card = createCard(tr("Open a profile"), column);
    auto *hint = new QLabel(tr("Drop capture logs, Sentry profile chunks or envelopes anywhere in "
                               "this window. Chunks of one profiler come together as one "
                               "timeline."));
    hint->setWordWrap(true);
    auto *button = new QPushButton(symbolIcon(QStringLiteral("open")), tr("Open Files…"));
    connect(button, &QPushButton::clicked, this, &StartPage::openRequested);
    column->addWidget(hint);
    column->addWidget(button, 0, Qt::AlignLeft);
    column->addWidget(m_filesTitle);
    column->addWidget(m_files, 1);
    column->addWidget(m_capturesTitle);
    column->addWidget(m_captures, 1);
    column->addStretch(0);
    return card;
}

void StartPage::setRecentFiles(const QStringList &files)
{
    m_files->clear();
    for (const QString &path : files) {
        // Shows the folder as well, since chunks of different programs have equal names.
        const QFileInfo file(path);
        auto *item = new QListWidgetItem(symbolIcon(QStringLiteral("file")),
                                         file.fileName() % QStringLiteral("  ·  ")
                                             % QDir::toNativeSeparators(file.path()),
                                         m_files);
        item->setData(Qt::UserRole, path);
        item->setToolTip(QDir::toNativeSeparators(path));
    }
    m_filesTitle->setVisible(!files.isEmpty());
    m_files->setVisible(!files.isEmpty());
}

void StartPage::setCaptures(const QList<CaptureInfo> &captures)
{
    m_captures->clear();
    for (const CaptureInfo &capture : captures.mid(0, capturesShown)) {
        const QString icon =
            capture.isRecording ? QStringLiteral("record") : QStringLiteral("library");
        const QString when = QLocale().toString(capture.started, QLocale::ShortFormat);
        auto *item = new QListWidgetItem(
            symbolIcon(icon), capture.title() % QStringLiteral("  ·  ") % when, m_captures);
        item->setData(Qt::UserRole, capture.folder.logPath());
        item->setToolTip(capture.title() % QLatin1Char('\n') % when % QLatin1String(", ")
                         % views::bytesText(static_cast<std::uint64_t>(capture.bytes)));
    }
    m_capturesTitle->setVisible(!captures.isEmpty());
    m_captures->setVisible(!captures.isEmpty());
}

} // namespace ember::app
