// SPDX-License-Identifier: GPL-3.0-or-later
// Chunks of 1 MB, queued and sent to a server on this machine as a window sends them, by a process
// of its own. Beside it one curl that posts the same envelope as often, over a connection that it
// keeps: as it is, as ours are on this machine, and compressed by gzip, with the time that gzip
// takes. upload.packed is what compressing for another machine reaches. MB/s are of what was not
// compressed yet. Arguments: chunks (200).
#include "app/upload/uploads.h"
#include "model/formats/sentry/dsn.h"
#include "model/formats/sentry/envelope.h"
#include "tests/support/chunkgenerator.h"

#include <QCoreApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cctype>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <netinet/in.h>
#include <optional>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <time.h>
#include <unistd.h>
#include <vector>

using namespace ember;

namespace {

constexpr const char *senderMark = "--sender";
constexpr std::size_t chunkBytes = 1'000'000;

double seconds()
{
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

// ---- the server

// The Content-Length of a request's head.
std::size_t bodyLength(std::string head)
{
    std::ranges::transform(head, head.begin(), [](unsigned char letter) {
        return static_cast<char>(std::tolower(letter));
    });
    constexpr std::string_view name = "\r\ncontent-length:";
    const auto found = head.find(name);
    if (found == std::string::npos)
        return 0;
    const auto start = head.find_first_not_of(' ', found + name.size());
    std::size_t length = 0;
    std::from_chars(head.data() + start, head.data() + head.size(), length);
    return length;
}

// Answers requests as Sentry answers lone chunks, until the client ends the connection.
void serve(int connection)
{
    constexpr std::string_view answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                                        "Content-Length: 2\r\n\r\n{}";
    std::vector<char> block(256UL * 1024);
    std::string input;
    std::size_t left = 0; // of a body
    for (;;) {
        const auto count = read(connection, block.data(), block.size());
        if (count <= 0)
            break;
        input.append(block.data(), static_cast<std::size_t>(count));
        if (left == 0) {
            const auto end = input.find("\r\n\r\n");
            if (end == std::string::npos)
                continue;
            left = bodyLength(input.substr(0, end + 2));
            input.erase(0, end + 4);
        }
        const auto taken = std::min(left, input.size());
        input.erase(0, taken);
        left -= taken;
        if (left == 0 && write(connection, answer.data(), answer.size()) < 0)
            break;
    }
    close(connection);
}

// A server in a process of its own, so that it is no part of what is measured. Ends with this.
class Server {
public:
    bool start()
    {
        const int listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof(address);
        auto *const raw = reinterpret_cast<sockaddr *>(&address);
        constexpr int waiting = 64;
        if (bind(listening, raw, size) != 0 || listen(listening, waiting) != 0
            || getsockname(listening, raw, &size) != 0)
            return false;
        m_port = ntohs(address.sin_port);
        m_process = fork();
        if (m_process == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            for (;;) {
                const int connection = accept(listening, nullptr, nullptr);
                if (connection < 0)
                    _exit(1);
                std::thread(serve, connection).detach();
            }
        }
        close(listening);
        return m_process > 0;
    }

    ~Server()
    {
        if (m_process > 0) {
            kill(m_process, SIGKILL);
            waitpid(m_process, nullptr, 0);
        }
    }

    std::string address() const { return "127.0.0.1:" + std::to_string(m_port); }

private:
    pid_t m_process = -1;
    unsigned m_port = 0;
};

// ---- the processes that send

struct Run {
    std::string output;
    double time = 0; // s
    double peak = 0; // MB
    int status = -1;
};

Run run(const std::vector<std::string> &command)
{
    std::array<int, 2> output{};
    if (pipe(output.data()) != 0)
        return {};
    const auto start = seconds();
    const pid_t child = fork();
    if (child == 0) {
        dup2(output[1], STDOUT_FILENO);
        close(output[0]);
        close(output[1]);
        std::vector<char *> words;
        for (const auto &word : command)
            words.push_back(const_cast<char *>(word.c_str())); // execvp does not change them
        words.push_back(nullptr);
        execvp(words.front(), words.data());
        _exit(127);
    }
    close(output[1]);
    Run result;
    std::array<char, 4096> block{};
    for (;;) {
        const auto count = read(output[0], block.data(), block.size());
        if (count <= 0)
            break;
        result.output.append(block.data(), static_cast<std::size_t>(count));
    }
    close(output[0]);
    rusage usage{};
    int status = 0;
    wait4(child, &status, 0, &usage);
    result.time = seconds() - start;
    result.peak = static_cast<double>(usage.ru_maxrss) / 1024;
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return result;
}

QByteArray contentOf(const char *path)
{
    QFile file(QString::fromLocal8Bit(path));
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

// The longest time between two turns of the event loop of this thread.
class GapWatch {
public:
    GapWatch() : m_last(seconds())
    {
        QObject::connect(&m_timer, &QTimer::timeout, [this] {
            const double now = seconds();
            m_longest = std::max(m_longest, now - m_last);
            m_last = now;
        });
        m_timer.start(1);
    }

    double longest() const { return m_longest; }

private:
    QTimer m_timer;
    double m_last = 0;
    double m_longest = 0;
};

// Queues an envelope so many times, as a window does, and sends all. Prints how long the first and
// both took, and the longest gap, in seconds.
int sendEnvelopes(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const auto dsn = model::sentry::parseDsn(argv[2]);
    if (!dsn)
        return EXIT_FAILURE;
    int left = std::atoi(argv[3]);
    QList<app::OutgoingEnvelope> envelopes;
    app::OutgoingEnvelope envelope{{}, QStringLiteral("native"), contentOf(argv[4])};
    for (int number = 0; number < left; ++number) {
        envelope.id = QString::number(number);
        envelopes.append(envelope); // all have the same bytes
    }
    const auto start = seconds();
    double queued = 0;
    app::Uploads uploads;
    QObject::connect(&uploads, &app::Uploads::queued, qApp,
                     [&](int, const app::QueuedBatch &batch) {
                         queued = seconds();
                         if (batch.error)
                             QCoreApplication::exit(EXIT_FAILURE);
                     });
    QObject::connect(&uploads, &app::Uploads::settled, qApp, [&](const app::QueuedUpload &item) {
        if (item.state != app::UploadState::Delivered)
            QCoreApplication::exit(EXIT_FAILURE);
        else if (--left == 0)
            QCoreApplication::quit();
    });
    const GapWatch watch;
    uploads.enqueue(envelopes, *dsn, app::Again::No);
    const int code = QCoreApplication::exec();
    std::printf("%f %f %f\n", queued - start, seconds() - start, watch.longest());
    return code;
}

// ---- what is measured

class Comparison {
public:
    Comparison(const QTemporaryDir &folder, const Server &server, int chunks)
        : m_folder(folder.path().toStdString()),
          m_server(server),
          m_chunks(chunks)
    {
    }

    bool writeEnvelope()
    {
        model::sentry::NewEnvelopeItem item;
        item.platform = "native";
        item.payload = tests::generateChunk(tests::ChunkContent::Samples, chunkBytes);
        model::sentry::NewEnvelope envelope;
        envelope.items.push_back(item);
        const std::string bytes = model::sentry::writeEnvelope(envelope);
        m_megabytes = static_cast<double>(bytes.size()) * m_chunks / 1e6;
        QFile file(QString::fromStdString(this->envelope()));
        return file.open(QFile::WriteOnly)
            && file.write(QByteArray::fromStdString(bytes)) == qint64(bytes.size());
    }

    // MB/s; empty if it failed.
    std::optional<double> measureUploads(const std::string &program) const
    {
        const auto sent =
            run({program, senderMark,
                 "http://0123456789abcdef0123456789abcdef@" + m_server.address() + "/42",
                 std::to_string(m_chunks), envelope()});
        double queued = 0;
        double all = 0;
        double gap = 0;
        if (sent.status != 0
            || std::sscanf(sent.output.c_str(), "%lf %lf %lf", &queued, &all, &gap) != 3)
            return std::nullopt;
        const double speed = m_megabytes / all;
        std::printf("upload.queued %.3f s\n", queued);
        std::printf("upload.queued_and_sent %.3f s\n", all);
        std::printf("upload.throughput %.1f MB/s\n", speed);
        std::printf("upload.longest_gap %.1f ms\n", gap * 1e3);
        std::printf("upload.peak %.0f MB\n", sent.peak);
        return speed;
    }

    std::optional<double> measureCurl(const char *name, const std::string &file,
                                      const std::string &header, double before) const
    {
        const std::string settings = m_folder + "/curl";
        if (!writeSettings(settings, file, header))
            return std::nullopt;
        const auto posted = run({"curl", "-q", "-s", "-K", settings});
        if (posted.status != 0)
            return std::nullopt;
        const double speed = m_megabytes / (before + posted.time);
        std::printf("upload.%s.throughput %.1f MB/s\n", name, speed);
        std::printf("upload.%s.peak %.0f MB\n", name, posted.peak);
        return speed;
    }

    // On one core.
    void measurePacking() const
    {
        const QByteArray bytes = contentOf(envelope().c_str());
        constexpr int rounds = 20;
        const auto start = seconds();
        qsizetype size = 0;
        for (int round = 0; round < rounds; ++round)
            size = app::gzipped(bytes).size();
        std::printf("upload.packed %.1f MB/s\n",
                    static_cast<double>(bytes.size()) * rounds / (seconds() - start) / 1e6);
        std::printf("upload.packed_to %.1f %%\n",
                    100 * static_cast<double>(size) / static_cast<double>(bytes.size()));
    }

    // Seconds to compress the envelope as often as it is sent.
    double compress() const
    {
        return run({"sh", "-c",
                    "n=$1; while [ $n -gt 0 ]; do gzip -c \"$2\" >\"$2.gz\"; n=$((n - 1)); done",
                    "sh", std::to_string(m_chunks), envelope()})
            .time;
    }

    std::string envelope() const { return m_folder + "/envelope"; }

private:
    // One request after the other, by one curl.
    bool writeSettings(const std::string &path, const std::string &file,
                       const std::string &header) const
    {
        std::string text;
        for (int number = 0; number < m_chunks; ++number) {
            text += number == 0 ? "" : "next\n";
            text += "url = \"http://" + m_server.address() + "/api/42/envelope/\"\n";
            text += "data-binary = \"@" + file + "\"\n";
            text += "header = \"Content-Type: application/x-sentry-envelope\"\n";
            text += "header = \"Expect:\"\n" + header; // nothing to wait for before the body
            text += "noproxy = \"*\"\noutput = \"/dev/null\"\nfail\n";
        }
        QFile settings(QString::fromStdString(path));
        return settings.open(QFile::WriteOnly)
            && settings.write(QByteArray::fromStdString(text)) == qint64(text.size());
    }

    std::string m_folder;
    const Server &m_server;
    int m_chunks;
    double m_megabytes = 0;
};

} // namespace

int main(int argc, char **argv)
{
    if (argc == 5 && std::string_view(argv[1]) == senderMark)
        return sendEnvelopes(argc, argv);
    const int chunks = argc > 1 ? std::max(1, std::atoi(argv[1])) : 200;
    const QTemporaryDir folder;
    for (const char *kind :
         {"XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
        qputenv(kind, folder.path().toLocal8Bit());
    for (const char *proxy : {"http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"})
        qunsetenv(proxy);
    Server server;
    Comparison comparison(folder, server, chunks);
    if (!server.start() || !comparison.writeEnvelope()) {
        std::printf("# no server, or no room for an envelope\n");
        return EXIT_FAILURE;
    }
    std::printf("upload.chunks %d\n", chunks);
    const auto ours = comparison.measureUploads("/proc/self/exe");
    if (!ours) {
        std::printf("# not everything was sent\n");
        return EXIT_FAILURE;
    }
    comparison.measurePacking();
    const auto curl = comparison.measureCurl("curl", comparison.envelope(), "", 0);
    if (!curl) {
        std::printf("# curl is not there, or fails: not compared with it\n");
        return EXIT_SUCCESS;
    }
    std::printf("upload.throughput_ratio %.2f ratio\n", *ours / *curl);
    const double compressing = comparison.compress();
    if (const auto gzip =
            comparison.measureCurl("curl_gzip", comparison.envelope() + ".gz",
                                   "header = \"Content-Encoding: gzip\"\n", compressing))
        std::printf("upload.throughput_ratio_gzip %.2f ratio\n", *ours / *gzip);
    return EXIT_SUCCESS;
}
