// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/hotspot/javadecoder.h"

#include <algorithm>
#include <string>

namespace ember::capture::hotspot {

void JavaDecoder::decode(const ScriptSample &sample, ScriptFunctions &functions, ScriptStack &stack)
{
    using Kind = JavaCopyItem::Kind;
    stack.frames.clear();
    stack.read = ScriptRead::Torn;
    JavaCopyReader copy(sample.copy);
    bool isTaken = false; // the stack that is being read is the thread's
    int fitting = 0; // of several stacks that could be the thread's none is shown
    bool isKnown = true; // all methods have been told
    while (const auto item = copy.next()) {
        switch (item->kind) {
        case Kind::Method:
            m_functions[item->number] =
                functions.serial({std::string(item->name), std::string(item->className),
                                  std::string(item->file), item->firstLine});
            break;
        case Kind::Stack: isTaken = isOfThread(*item, sample.native) && ++fitting == 1; break;
        case Kind::Frame: {
            const auto function = m_functions.find(item->number);
            isKnown = isKnown && function != m_functions.end() && function->second.isValid();
            if (isTaken && isKnown)
                stack.frames.push_back({.function = function->second, .line = item->line});
            break;
        }
        case Kind::End:
            if (isTaken)
                stack.read = item->isWhole ? ScriptRead::Whole : ScriptRead::Partial;
            break;
        }
    }
    if (copy.isBroken() || !isKnown || fitting > 1)
        stack.frames.clear();
    if (stack.frames.empty())
        stack.read = ScriptRead::Torn;
}

// The first native frame in generated code must be the one that the stack begins with.
bool JavaDecoder::isOfThread(const JavaCopyItem &start, const UnwoundStack &native) const
{
    if (start.pc == 0)
        return true;
    const auto first = std::find_if(native.frames.begin(), native.frames.end(),
                                    [&](auto &frame) { return m_bounds->contains(frame.pc); });
    return first != native.frames.end() && first->pc == start.pc;
}

} // namespace ember::capture::hotspot
