// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/symbolizer.h"
#include "model/formats/bytes/bytesource.h"
#include "model/formats/capturelog/appendrecords.h"
#include "tests/endtoend/recording.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace ember::model;
using namespace ember::tests;

// A program that makes its code at run time, and names it as compilers do, under the recorder.
class TstJitNames : public QObject {
    Q_OBJECT

private slots:
    void compiledFunctionsKeepTheirNamesInTheLog_data()
    {
        QTest::addColumn<QString>("option");
        QTest::newRow("perf map") << QStringLiteral("map");
        QTest::newRow("jitdump") << QStringLiteral("dump");
    }

    void compiledFunctionsKeepTheirNamesInTheLog()
    {
        QFETCH(QString, option);
        Recording recording;
        // It writes its dump into the current folder.
        const auto before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(recording.file(QString())));
        recording.start({QStringLiteral("-F"), QStringLiteral("499")},
                        {Recording::targetPath(QStringLiteral("jitted")), option});
        recording.finish();
        const auto log = recording.logPath().toStdString();
        {
            ember::capture::Symbolizer symbols;
            QVERIFY(capturelog::saveSymbols(log, symbols).has_value());
        }
        QVERIFY(QDir::setCurrent(before));
        removeMaps(recording);

        // Nobody to ask any more: the log says it.
        const auto bytes = Bytes::readFile(log);
        QVERIFY(bytes.has_value());
        const InAppRule rule;
        capturelog::ReadOptions options;
        options.inApp = &rule;
        const auto reading = capturelog::readCaptureLog("kept.ember", bytes->view(), options);
        QVERIFY(reading.has_value());
        const auto &profile = *reading->profile;
        const auto index = frameCalled(profile, "fibonacci");
        QVERIFY(index.isValid());
        const auto &frame = profile.frame(index);
        QCOMPARE(frame.line, 1U);
        QCOMPARE(frame.inApp, InApp::Yes);
        const auto &function = profile.function(frame.function);
        QVERIFY(profile.text(function.file).ends_with("/script.js"));
        QVERIFY(profile.text(function.rawName).find("fibonacci /") != std::string_view::npos);
        QVERIFY(frame.address.has_value());
        QCOMPARE_LE(*frame.address, frame.pc);
    }

private:
    static void removeMaps(const Recording &recording)
    {
        const auto profile = recording.read().profile;
        for (const Process &process : profile->tables().processes)
            QFile::remove(QStringLiteral("/tmp/perf-%1.map").arg(process.pid));
    }
};

EMBER_TEST(TstJitNames)
#include "tst_jitnames.moc"
