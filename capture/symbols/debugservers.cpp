// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/debugservers.h"

#include "capture/filedescriptor.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>

namespace ember::capture {

namespace {

// What will not get better by asking again for the next file.
bool isOutOfReach(int systemError)
{
    return systemError == ENOSYS || systemError == ECONNREFUSED || systemError == EHOSTUNREACH
        || systemError == ETIME || systemError == ETIMEDOUT || systemError == EACCES;
}

struct Free {
    void operator()(char *text) const { std::free(text); }
};

} // namespace

// libdebuginfod.so.1, whose interface has been the same since elfutils 0.179. One client, so that
// connections are kept between files.
class DebugServers::Library {
public:
    explicit Library(FetchWatcher *watcher) : m_watcher(watcher)
    {
        m_handle = ::dlopen("libdebuginfod.so.1", RTLD_NOW | RTLD_LOCAL);
        if (m_handle == nullptr || !find(m_begin, "debuginfod_begin")
            || !find(m_end, "debuginfod_end") || !find(m_findFile, "debuginfod_find_debuginfo")
            || !find(m_setProgress, "debuginfod_set_progressfn"))
            return;
        m_client = m_begin();
        if (m_client != nullptr)
            m_setProgress(m_client, proceed);
    }

    // The library itself stays: curl's and TLS libraries do not like to be unloaded.
    ~Library()
    {
        if (m_client != nullptr)
            m_end(m_client);
    }

    Library(const Library &) = delete;
    Library &operator=(const Library &) = delete;

    // The path of the file in the cache; "" if there is none.
    std::string fetch(const ElfFile &binary)
    {
        if (m_client == nullptr || m_isGivenUp)
            return {};
        if (m_watcher != nullptr)
            m_watcher->begin(binary.path());
        char *path = nullptr;
        s_current = this;
        // Length 0: the build-id is text.
        const FileDescriptor file(m_findFile(
            m_client, reinterpret_cast<const unsigned char *>(binary.buildId().c_str()), 0, &path));
        s_current = nullptr;
        if (m_watcher != nullptr)
            m_watcher->end();
        const std::unique_ptr<char, Free> owned(path);
        if (!file.isOpen())
            m_isGivenUp = m_isGivenUp || isOutOfReach(-file.number());
        return file.isOpen() && owned ? std::string(owned.get()) : std::string();
    }

private:
    struct Client;

    template<typename Function>
    bool find(Function &function, const char *name)
    {
        function = reinterpret_cast<Function>(::dlsym(m_handle, name));
        return function != nullptr;
    }

    // Called by the library while it waits. Not 0: stop. Lengths below 0 are not known.
    static int proceed(Client *, long have, long total)
    {
        Library &library = *s_current;
        const auto bytes = [](long count) {
            return static_cast<std::uint64_t>(std::max(count, 0L));
        };
        if (library.m_watcher != nullptr && !library.m_watcher->goOn(bytes(have), bytes(total)))
            library.m_isGivenUp = true;
        return library.m_isGivenUp ? 1 : 0;
    }

    static thread_local Library *s_current; // whose fetch() this thread is in

    FetchWatcher *m_watcher;
    bool m_isGivenUp = false; // told to, or nobody answers
    void *m_handle = nullptr;
    Client *m_client = nullptr;
    Client *(*m_begin)() = nullptr;
    void (*m_end)(Client *) = nullptr;
    int (*m_findFile)(Client *, const unsigned char *, int, char **) = nullptr;
    void (*m_setProgress)(Client *, int (*)(Client *, long, long)) = nullptr;
};

thread_local DebugServers::Library *DebugServers::Library::s_current = nullptr;

std::vector<std::string> debugServerUrls()
{
    const char *text = std::getenv("DEBUGINFOD_URLS");
    std::istringstream words(text != nullptr ? text : "");
    return {std::istream_iterator<std::string>(words), {}};
}

DebugServers::DebugServers(AskServers ask, FetchWatcher *watcher) : m_ask(ask), m_watcher(watcher)
{
}

DebugServers::~DebugServers() = default;

std::optional<ElfFile> DebugServers::fetch(const ElfFile &binary)
{
    if (m_ask == AskServers::Never || binary.buildId().empty() || debugServerUrls().empty())
        return {};
    if (!m_library)
        m_library = std::make_unique<Library>(m_watcher);
    const auto path = m_library->fetch(binary);
    if (path.empty())
        return {};
    auto file = ElfFile::open(path);
    if (!file || file->buildId() != binary.buildId())
        return {};
    return std::move(*file);
}

} // namespace ember::capture
