// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/mergedstack.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <string>
#include <string_view>

using namespace ember::capture;
using ember::model::UnwindMethod;

namespace {

// An interpreter whose function lies at 100 to 200.
class Interpreter : public ScriptRuntime {
public:
    std::string_view platform() const override { return "python"; }

    std::string title() const override { return "Python"; }

    ScriptPlacing placing() const override { return ScriptPlacing::ByEntry; }

    bool isScriptCode(std::uint64_t pc) const override { return pc >= 100 && pc < 200; }

    bool hasCompiler() const override { return true; }

    bool isPassage(std::uint64_t pc) const override { return pc == 300; }

    std::unique_ptr<ScriptCopier> makeCopier() const override { return nullptr; }

    std::unique_ptr<ScriptDecoder> makeDecoder() const override { return nullptr; }
};

// "cee": native frames, leaf first; e is the interpreter's function, j code made at run time, i the
// interpreter's code between the two.
UnwoundStack nativeStack(std::string_view frames)
{
    const auto pcOf = [](char frame) -> std::uint64_t {
        switch (frame) {
        case 'e': return 150;
        case 'i': return 300;
        case 'j': return 900;
        default: return 500;
        }
    };
    UnwoundStack stack;
    stack.rootReached = true;
    for (const char frame : frames)
        stack.frames.push_back(
            {pcOf(frame), stack.frames.empty() ? UnwindMethod::Leaf : UnwindMethod::EhFrame});
    return stack;
}

// "pP": script frames; P is an entry.
ScriptStack scriptStack(std::string_view frames)
{
    ScriptStack stack;
    for (const char frame : frames) {
        ScriptFrame made;
        made.function = ScriptFunctionSerial(stack.frames.size());
        made.isEntry = frame == 'P';
        stack.frames.push_back(made);
    }
    return stack;
}

// The merged stack: digits are script frames.
std::string merged(const ScriptStack &scripts, UnwoundStack native)
{
    mergeScripts(
        scripts, Interpreter(), [](std::uint64_t pc) { return pc < 900; }, native);
    std::string text;
    for (const auto &frame : native.frames) {
        if (frame.method == UnwindMethod::Script)
            text += std::to_string(frame.function.row());
        else
            text += frame.pc == 150 ? 'e' : frame.pc == 900 ? 'j' : 'c';
    }
    return text;
}

} // namespace

class TstMergedStack : public QObject {
    Q_OBJECT

private slots:
    void groupsTakeThePlaceOfTheInterpreter()
    {
        QCOMPARE(merged(scriptStack("pPpP"), nativeStack("ceccecc")), "c01cc23cc");
    }

    // The innermost call has not linked its frame yet.
    void aCallWithoutAFrameStays()
    {
        QCOMPARE(merged(scriptStack("PP"), nativeStack("ecececc")), "ec0c1cc");
    }

    void aBrokenNativeStackLosesNoScript()
    {
        auto native = nativeStack("cec");
        native.rootReached = false;
        QCOMPARE(merged(scriptStack("PPP"), native), "c0c12");
    }

    void stacksOutOfStepShowAllScriptFrames()
    {
        QCOMPARE(merged(scriptStack("PPP"), nativeStack("cececc")), "c012cc");
    }

    void codeOfTheCompilerStandsForScripts()
    {
        QCOMPARE(merged(scriptStack("pPP"), nativeStack("cjjecec")), "c01c2c");
        QCOMPARE(merged(scriptStack("pPP"), nativeStack("cjjcjec")), "c01c2c"); // jumped there
        QCOMPARE(merged(scriptStack("pPP"), nativeStack("cjiiecjec")), "c01c2c");
        QCOMPARE(merged(scriptStack("P"), nativeStack("jcjec")), "jc0c"); // another compiler's
        // A function of C that compiled code has called calls compiled code.
        QCOMPARE(merged(scriptStack("pPpP"), nativeStack("ijiijec")), "c01cc23c");
        // It was called by the interpreter; the script has as many entries as that makes.
        QCOMPARE(merged(scriptStack("pPP"), nativeStack("cjiiec")), "c01cc2c");
        QCOMPARE(merged(scriptStack("pP"), nativeStack("cjiiec")), "c01c");
        auto native = nativeStack("cjj");
        native.rootReached = false;
        QCOMPARE(merged(scriptStack("PP"), native), "c01");
    }

    void noScriptFramesChangeNothing()
    {
        QCOMPARE(merged(scriptStack(""), nativeStack("cec")), "cec");
    }
};

EMBER_TEST(TstMergedStack)
#include "tst_mergedstack.moc"
