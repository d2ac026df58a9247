// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/viewers/tool.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace ember::tests;

// Our page in a browser. EMBER_VIEWERS is a folder in which npm has installed puppeteer-core. With
// EMBER_PICTURES, a folder, pictures of the pages are left there.
class TstHtmlPage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_modules = qEnvironmentVariable("EMBER_VIEWERS") + QStringLiteral("/node_modules");
        m_node = QStandardPaths::findExecutable(QStringLiteral("node"));
        m_browser = QStandardPaths::findExecutable(QStringLiteral("chromium"));
        if (m_node.isEmpty() || m_browser.isEmpty()
            || !QDir(m_modules + QStringLiteral("/puppeteer-core")).exists())
            QSKIP("no node, chromium, puppeteer-core");
    }

    void sumsAreShownSearchedAndZoomed()
    {
        const auto said = pageOf("main;work;leaf 30\nmain;work 10\nmain;idle 60\n", u"wor"_qs);
        QCOMPARE(said[u"errors"_qs].toArray(), QJsonArray());
        QVERIFY(said[u"isChartOff"_qs].toBool());
        QCOMPARE(said[u"tip"_qs].toString(), u"all: 100 count"_qs);
        QCOMPARE(said[u"clicked"_qs].toString(),
                 u"main · total 100 count (100.0 %), self 0 count (0.00 %)"_qs);
        QCOMPARE(said[u"callee"_qs].toString(),
                 u"idle · total 60 count (60.0 %), self 60 count (60.0 %)"_qs);
        QVERIFY(said[u"isResetOffBefore"_qs].toBool());
        QVERIFY(!said[u"isResetOffZoomed"_qs].toBool());
        QVERIFY(said[u"isResetOffAfter"_qs].toBool());
        QVERIFY(!said[u"isResetOffByKey"_qs].toBool());
        QCOMPARE(said[u"matched"_qs].toString(), u"40.0 % of 100 count, 1 function"_qs);
        QCOMPARE(said[u"match"_qs].toString(),
                 u"work · total 40 count (40.0 %), self 10 count (10.0 %)"_qs);
    }

    void hostileNamesAreTextAndNothingIsLoaded()
    {
        const auto hostile = u"</script><img/src=x/onerror=alert(1)><!--<script>alert(2)//"_qs;
        const auto said = pageOf("main;" + hostile.toUtf8() + " 30\n", u"onerror"_qs);
        QCOMPARE(said[u"dialogs"_qs].toInt(), 0);
        QCOMPARE(said[u"requests"_qs].toArray().size(), 1); // the page
        QVERIFY2(said[u"callee"_qs].toString().startsWith(hostile),
                 qPrintable(said[u"callee"_qs].toString()));
        QVERIFY(said[u"match"_qs].toString().startsWith(hostile));
        QCOMPARE(said[u"elements"_qs].toString().split(u' ').count(u"img"_qs), 0);
        QCOMPARE(said[u"elements"_qs].toString().split(u' ').count(u"script"_qs),
                 3); // data, the page's own, and the test's
        const auto refused = said[u"refused"_qs].toObject();
        QVERIFY(!refused[u"ran"_qs].toBool());
        QVERIFY(!refused[u"drawn"_qs].toBool());
        QVERIFY2(refused[u"asked"_qs].toString().contains(u"Failed to fetch"_qs),
                 qPrintable(refused[u"asked"_qs].toString()));
    }

    void aCaptureHasAChartOfItsThreads()
    {
        const QTemporaryDir folder;
        const auto log = folder.filePath(u"c.ember"_qs);
        QVERIFY(recordedDemo(log));
        const auto said = pageOfFile(log, u"main"_qs, folder.path());
        QCOMPARE(said[u"errors"_qs].toArray(), QJsonArray());
        QCOMPARE(said[u"title"_qs].toString(), u"emberchart-demo"_qs);
        QVERIFY(said[u"facts"_qs].toString().contains(u"command: "_qs));
        QVERIFY(said[u"facts"_qs].toString().contains(u" UTC"_qs));
        QVERIFY(!said[u"isChartOff"_qs].toBool());
        QVERIFY(said[u"threads"_qs].toArray().size() > 2);
        QCOMPARE(said[u"measures"_qs].toArray().first().toString(), u"time, waiting left out"_qs);
        QVERIFY(said[u"firstOfChart"_qs].toString().contains(u" · at "_qs));
        QVERIFY(said[u"firstOfChart"_qs].toString().contains(u", self "_qs));
    }

private:
    QJsonObject pageOf(const QByteArray &stacks, const QString &searched) const
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"stacks.folded"_qs));
        if (!file.open(QIODevice::WriteOnly))
            return {};
        file.write(stacks);
        file.close();
        return pageOfFile(file.fileName(), searched, folder.path());
    }

    // What the script beside this file prints.
    QJsonObject pageOfFile(const QString &input, const QString &searched,
                           const QString &folder) const
    {
        const auto page = folder + u"/page.html"_qs;
        if (!converted(input, page))
            return {};
        QStringList arguments{u"" EMBER_SOURCE_DIR "/tests/viewers/htmlpage.mjs"_qs, m_modules,
                              m_browser, page, searched};
        if (const auto pictures = qEnvironmentVariable("EMBER_PICTURES"); !pictures.isEmpty())
            arguments.append(pictures);
        return QJsonDocument::fromJson(outputOf(m_node, arguments).toUtf8()).object();
    }

    QString m_modules;
    QString m_node;
    QString m_browser;
};

EMBER_TEST(TstHtmlPage)
#include "tst_htmlpage.moc"
