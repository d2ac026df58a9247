// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/sourcetest.h"

#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/textprofile.h"
#include "tests/views/picture.h"

#include <QDateTime>
#include <QFile>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTableView>
#include <QTest>

namespace ember::tests {

using namespace ember::model;
using namespace ember::views;

void SourceTest::initTestCase()
{
    QLocale::setDefault(QLocale::c());
}

void SourceTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void SourceTest::cleanup()
{
    m_watched.reset();
    m_folder.reset();
}

QString SourceTest::write(const char *name, const QByteArray &content)
{
    const QString path = m_folder->filePath(QString::fromUtf8(name));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        return {};
    file.close();
    setTime(path, -1'000);
    return path;
}

void SourceTest::setTime(const QString &path, qint64 ms)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(
        file.setFileTime(QDateTime::fromMSecsSinceEpoch(ms), QFileDevice::FileModificationTime));
}

void SourceTest::open(std::string_view picture, const QString &path)
{
    openProfile(textProfile(QString::fromUtf8(picture.data(), qsizetype(picture.size()))
                                .replace(QStringLiteral("PATH"), path)
                                .toStdString()));
}

void SourceTest::openProfile(const ProfilePointer &profile)
{
    m_watched = std::make_unique<WatchedPanel<SourcePanel>>();
    m_state = &m_watched->state;
    m_panel = &m_watched->panel;
    m_view = m_panel->findChild<QTableView *>();
    m_state->open(buildSpans(profile));
    pictureOf(*m_panel, {800, 400});
}

void SourceTest::show(std::string_view name)
{
    const FrameIndex frame = frameCalled(*m_state->spans()->profile(), name);
    m_state->selection().setFunction(frame);
    EMBER_TRY(m_panel->answer().frame == frame && m_panel->answer().file);
}

QString SourceTest::rows() const
{
    QString text;
    const auto &model = *m_view->model();
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells << model.index(row, column).data().toString();
        text += cells.join(QLatin1Char('|')) + QLatin1Char('\n');
    }
    return text;
}

std::uint32_t SourceTest::currentLine() const
{
    const auto place = m_panel->place();
    return place ? place->line : 0;
}

QString SourceTest::title() const
{
    return m_panel->findChild<QLabel *>(QStringLiteral("sourceTitle"))->text();
}

QString SourceTest::notice() const
{
    return m_panel->findChild<QLabel *>(QStringLiteral("sourceNotice"))->text();
}

QPushButton *SourceTest::locate() const
{
    return m_panel->findChild<QPushButton *>(QStringLiteral("locateSource"));
}

} // namespace ember::tests
