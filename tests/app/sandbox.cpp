// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/sandbox.h"

#include "app/inbackground.h"
#include "views/jobs/viewthreads.h"

#include <QCoreApplication>
#include <QFile>
#include <QSettings>
#include <QThreadPool>

namespace ember::tests {

namespace {

QByteArray chunkAround(const QByteArray &samples, const QByteArray &stacks,
                       const QByteArray &frames, const QByteArray &threads,
                       const QByteArray &profilerId, const QByteArray &chunkId)
{
    return R"({"version":"2","platform":"python","profiler_id":")" + profilerId
        + R"(","chunk_id":")" + chunkId
        + R"(","release":"demo@1.0","environment":"test",)"
          R"("client_sdk":{"name":"sentry.python","version":"2.0.0"},"profile":{"samples":[)"
        + samples + R"(],"stacks":[)" + stacks + R"(],"frames":[)" + frames
        + R"(],"thread_metadata":{)" + threads + "}}}";
}

QByteArray sample(double time, int stack, int thread)
{
    return R"({"timestamp":)" + QByteArray::number(time, 'f', 6) + R"(,"stack_id":)"
        + QByteArray::number(stack) + R"(,"thread_id":")" + QByteArray::number(thread) + R"("})";
}

// Of the sandbox that there is; "/": there is none.
QString &sandboxFolder()
{
    static QString folder(QStringLiteral("/"));
    return folder;
}

} // namespace

Sandbox::Sandbox()
    : m_config("XDG_CONFIG_HOME", path(QStringLiteral("config")).toLocal8Bit()),
      m_data("XDG_DATA_HOME", path(QStringLiteral("data")).toLocal8Bit()),
      m_state("XDG_STATE_HOME", path(QStringLiteral("state")).toLocal8Bit())
{
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, path(QStringLiteral("config")));
    sandboxFolder() = m_folder.path();
}

Sandbox::~Sandbox()
{
    app::workPool().waitForDone();
    views::backgroundPool().waitForDone();
    sandboxFolder() = QStringLiteral("/");
}

QString Sandbox::write(const QString &name, const QByteArray &content) const
{
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(file.fileName()));
    return file.fileName();
}

QByteArray smallChunk(const QByteArray &profilerId, const QByteArray &chunkId, double start)
{
    QByteArrayList samples;
    for (int i = 0; i < 200; ++i) {
        samples << sample(start + i * 0.01, i % 50 < 30 ? 0 : 1, 1);
        samples << sample(start + i * 0.01, 2, 2);
    }
    const QByteArray frames =
        R"({"function":"main","module":"app","in_app":true},)"
        R"({"function":"compute","module":"app.work","filename":"work.py","lineno":12,"in_app":true},)"
        R"({"function":"wait","module":"threading","in_app":false})";
    return chunkAround(samples.join(','), "[1,0],[0],[2,0]", frames,
                       R"("1":{"name":"MainThread"},"2":{"name":"Worker"})", profilerId, chunkId);
}

QByteArray largeChunk(int threads, int samples)
{
    constexpr double start = 1'700'000'000.0;
    QByteArrayList rows;
    QByteArrayList names;
    for (int thread = 0; thread < threads; ++thread) {
        const auto id = QByteArray::number(thread + 1);
        names << "\"" + id + "\":{\"name\":\"worker " + id + "\"}";
        for (int i = 0; i < samples; ++i)
            rows << sample(start + i * 0.01 + thread * 0.00001, (i / (1 + thread % 7)) % 60,
                           thread + 1);
    }
    QByteArrayList frames;
    QByteArrayList stacks;
    for (int i = 0; i < 60; ++i) {
        frames << R"({"function":"function_)" + QByteArray::number(i) + R"(","module":"module_)"
                + QByteArray::number(i % 9) + R"(","in_app":)" + (i % 3 == 0 ? "true}" : "false}");
        QByteArrayList stack;
        for (int depth = i % 12; depth >= 0; --depth)
            stack << QByteArray::number((i / (depth + 1) * 7 + depth) % 60);
        stacks << "[" + stack.join(',') + "]";
    }
    return chunkAround(rows.join(','), stacks.join(','), frames.join(','), names.join(','),
                       "cccccccccccc4ccc8ccccccccccccccc", "dddddddddddd4ddd8ddddddddddddddd");
}

QStringList busyScript(int iterations)
{
    // A target outlives whoever records it, but not the test, nor its sandbox: others need the
    // processor.
    return {
        QStringLiteral("-c"),
        QStringLiteral("i=0; while [ $i -lt %1 ]; do i=$((i+1)); [ $((i % 20000)) -eq 0 ] "
                       "&& echo line $i && { kill -0 %2 2>/dev/null && [ -d '%3' ] || exit 1; }; "
                       "done; exit 7")
            .arg(QString::number(iterations), QString::number(QCoreApplication::applicationPid()),
                 sandboxFolder())};
}

} // namespace ember::tests
