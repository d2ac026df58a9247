// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "views/widgets/tabletext.h"

#include <QAbstractTableModel>
#include <QClipboard>
#include <QGuiApplication>
#include <QPointer>
#include <QTableView>
#include <QTest>

#include <chrono>

using namespace ember::views;

namespace {

// Each cell takes a millisecond to be told.
class SlowModel : public QAbstractTableModel {
public:
    explicit SlowModel(int rows) : m_rows(rows) { }

    int rowCount(const QModelIndex &parent) const override { return parent.isValid() ? 0 : m_rows; }

    int columnCount(const QModelIndex &) const override { return 1; }

    QVariant data(const QModelIndex &index, int role) const override
    {
        if (role != Qt::DisplayRole)
            return {};
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
        while (std::chrono::steady_clock::now() < end) { }
        return QString(m_word + QString::number(index.row()));
    }

    void setWord(const QString &word)
    {
        beginResetModel();
        m_word = word;
        endResetModel();
    }

private:
    int m_rows;
    QString m_word = QStringLiteral("row ");
};

QString clipboard()
{
    return QGuiApplication::clipboard()->text();
}

} // namespace

class TstTableCopy : public QObject {
    Q_OBJECT

private slots:
    void init() { QGuiApplication::clipboard()->clear(); }

    void whatIsDoneInOneStepIsThereAtOnce()
    {
        SlowModel model(3);
        QTableView view;
        view.setModel(&model);
        new TableCopy(view, TextKind::Plain, std::chrono::hours(1));
        QCOMPARE(clipboard(), QStringLiteral("1\nrow 0\nrow 1\nrow 2\n"));
    }

    void aLongOneLetsTheWindowLive()
    {
        SlowModel model(300);
        QTableView view;
        view.setModel(&model);
        const QPointer<TableCopy> copy = new TableCopy(view, TextKind::Plain);
        QVERIFY(clipboard().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(!copy, 60'000);
        QCOMPARE(clipboard().count(QLatin1Char('\n')), 301);
        QVERIFY(clipboard().endsWith(QStringLiteral("row 299\n")));
    }

    void whatChangesMeanwhileIsCopiedAsItIsThen()
    {
        SlowModel model(300);
        QTableView view;
        view.setModel(&model);
        const QPointer<TableCopy> copy = new TableCopy(view, TextKind::Plain);
        QVERIFY(clipboard().isEmpty());
        model.setWord(QStringLiteral("other "));
        QTRY_VERIFY_WITH_TIMEOUT(!copy, 60'000);
        QVERIFY(!clipboard().contains(QStringLiteral("row ")));
        QCOMPARE(clipboard().count(QStringLiteral("other ")), 300);
    }
};

EMBER_TEST(TstTableCopy)
#include "tst_tablecopy.moc"
