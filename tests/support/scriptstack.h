// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profilebuilder.h"

#include <QString>
#include <QStringList>

namespace ember::tests {

// "f()" is a function of a script of Python, "f(ruby)" one of Ruby, "f(cfunc)" one of Ruby's that
// is written in C; "f@python3.11" lies in that binary, "eval" is the interpreter's function that
// runs scripts.
inline model::FrameIndex scriptFrame(model::ProfileBuilder &builder, QString text)
{
    model::Function function;
    model::Frame frame;
    if (text == QLatin1String("eval"))
        text = QStringLiteral("_PyEval_EvalFrameDefault@python3.11");
    function.name = builder.string(text.section(u'@', 0, 0).toStdString());
    const bool isOfC = text.endsWith(QLatin1String("(cfunc)"));
    if (isOfC)
        function.file = builder.string("<cfunc>");
    if (isOfC || text.endsWith(QLatin1String("(ruby)")))
        frame.platform = builder.string("ruby");
    else if (text.endsWith(QLatin1String("()")))
        frame.platform = builder.string("python");
    else
        function.package = builder.string("/usr/lib/" + text.section(u'@', 1).toStdString());
    frame.function = builder.function(function);
    return builder.frame(frame);
}

// "_start@libc.so.6 main@python3.11 f()", outermost call first; "." is idle.
inline model::StackIndex scriptStack(model::ProfileBuilder &builder, const QString &text)
{
    auto stack = model::emptyStack;
    if (text == QLatin1String("."))
        return stack;
    for (const QString &frame : text.split(u' ', Qt::SkipEmptyParts))
        stack = builder.stack(stack, scriptFrame(builder, frame));
    return stack;
}

} // namespace ember::tests
