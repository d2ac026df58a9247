// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/symbolizer.h"
#include "model/formats/bytes/bytesource.h"
#include "model/formats/capturelog/appendrecords.h"
#include "tests/endtoend/recording.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QFile>
#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

bool isAnyNamedBeside(const Profile &profile, ImageIndex image)
{
    const auto &frames = profile.tables().frames;
    for (std::size_t row = 0; row < frames.size(); ++row) {
        const auto &frame = profile.frame(FrameIndex(row));
        if (frame.function.isValid() && frame.image.isValid() && frame.image != image)
            return true;
    }
    return false;
}

} // namespace

class TstKeptNames : public QObject {
    Q_OBJECT

private slots:
    void aLogKeepsItsNamesWhenTheProgramIsGone()
    {
        Recording recording;
        const auto program = recording.file(QStringLiteral("program"));
        QVERIFY(QFile::copy(Recording::targetPath(QStringLiteral("knownshares")), program));
        recording.start({QStringLiteral("-F"), QStringLiteral("499")},
                        {program, QStringLiteral("2.5")});
        recording.finish();
        {
            ember::capture::Symbolizer symbols;
            const auto named = capturelog::saveSymbols(recording.logPath().toStdString(), symbols);
            QVERIFY(named.has_value());
            QCOMPARE_GT(named.value().addresses, std::size_t(10));
        }
        QVERIFY(QFile::remove(program));

        const auto bytes = Bytes::readFile(recording.logPath().toStdString());
        QVERIFY(bytes.has_value());
        const InAppRule rule;
        capturelog::ReadOptions options;
        options.inApp = &rule;
        const auto reading = capturelog::readCaptureLog("kept.ember", bytes->view(), options);
        QVERIFY(reading.has_value());
        const auto &profile = *reading->profile;
        const auto index = frameCalled(profile, "shareAlpha");
        QVERIFY(index.isValid());
        const auto &frame = profile.frame(index);
        QVERIFY(profile.text(profile.function(frame.function).file).ends_with("/knownshares.cpp"));
        QVERIFY(frame.line > 0);
        QCOMPARE(frame.inApp, InApp::Yes);
        QCOMPARE(profile.image(frame.image).symbols, SymbolState::Debug);
        QVERIFY(isAnyNamedBeside(profile, frame.image)); // the C library's exported names
    }
};

EMBER_TEST(TstKeptNames)
#include "tst_keptnames.moc"
