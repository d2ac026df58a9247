/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/*
 * Tells Emberchart what only the program itself knows: numbers, spans and frames.
 *
 *     emberchart_measure("queue_length", "", length);
 *
 *     struct emberchart_open_span load = emberchart_begin("load document");
 *     ...
 *     emberchart_end(load);
 *
 * This header is all there is: C11 or C++11, GCC or clang, Linux, nothing to link. It does
 * something only in a program that Emberchart records with `--measurements`, which sets
 * EMBERCHART_SOCKET in its environment. Elsewhere every call is one comparison.
 *
 * Any thread may call anything at any time, also after fork. A call never waits: what the recorder
 * does not take at once is dropped, counted, and reported as lost in the capture. errno is kept.
 *
 * Names are UTF-8, never null; they are copied, and cut after 127 bytes, units after 31.
 * Times are nanoseconds of CLOCK_MONOTONIC, which is also std::chrono::steady_clock's.
 */

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For work that is only worth doing when somebody looks. */
static inline int emberchart_is_active(void);

static inline int64_t emberchart_now(void);

/* A value of the series `name`, now or at `time`. Sentry keeps the units nanosecond, hertz, byte,
 * percent and nanojoule; others (or "") stay in the capture. The value must be finite. */
static inline void emberchart_measure(const char *name, const char *unit, double value);
static inline void emberchart_measure_at(const char *name, const char *unit, double value,
                                         int64_t time);

/* Something this thread did from `begin` to `end`. Spans may lie in each other. */
static inline void emberchart_span(const char *name, int64_t begin, int64_t end);

/* The same as it happens. The name must live until the end; what is never ended is never seen. */
struct emberchart_open_span {
    const char *name;
    int64_t begin; /* 0: not active when it began */
};
static inline struct emberchart_open_span emberchart_begin(const char *name);
static inline void emberchart_end(struct emberchart_open_span span);

/* A frame, from the moment it was wanted until it was presented. Say every frame: the recorder
 * keeps the slow ones (longer than 1/(refresh rate - 1) s) and the frozen ones (over 700 ms). An
 * idle window wants no frame, so it has none. */
static inline void emberchart_frame(int64_t begin, int64_t end);

/* Of the screen, when it is known and whenever it changes; 60 until then. */
static inline void emberchart_refresh_rate(double hertz);

/* What follows is not for callers. */

enum {
    emberchart_magic_ = 0x31424d45, /* "EMB1" in memory; another format has another number */
    emberchart_name_limit_ = 127,
    emberchart_unit_limit_ = 31,
    emberchart_header_size_ = 40,
    emberchart_send_buffer_ = 1 << 20,
    emberchart_lowest_descriptor_ = 500,
    /* Of Linux; <fcntl.h>, <time.h> and <sys/socket.h> hide them from strict C11. */
    emberchart_dup_cloexec_ = 1030,
    emberchart_peer_credentials_ = 17,
    emberchart_clock_monotonic_ = 1
};

enum emberchart_kind_ {
    emberchart_kind_value_ = 1,
    emberchart_kind_span_ = 2,
    emberchart_kind_frame_ = 3,
    emberchart_kind_refresh_rate_ = 4
};

enum emberchart_source_ { emberchart_source_program_ = 0, emberchart_source_shim_ = 1 };

/* One packet, cut behind the texts. In the byte order of the machine both sides run on. */
struct emberchart_message_ {
    uint32_t magic;
    uint8_t kind;
    uint8_t source;
    uint8_t name_length;
    uint8_t unit_length;
    uint32_t thread;
    uint32_t dropped; /* messages that were lost before this one */
    int64_t begin;
    int64_t end;
    double value;
    char text[emberchart_name_limit_ + emberchart_unit_limit_]; /* name, unit */
};

/* One of each per library: 0 before the first call, -1 nobody listens, else descriptor + 1. */
__attribute__((weak)) int emberchart_socket_;
__attribute__((weak)) uint32_t emberchart_dropped_;
/* Which socket that is, as long as it is open; 0: not known yet. */
__attribute__((weak)) uint64_t emberchart_identity_;

/* Declared here because strict C11 hides them. */
extern int emberchart_clock_gettime_(int, struct timespec *) __asm__("clock_gettime");
extern long emberchart_syscall_(long, ...) __asm__("syscall");

#ifdef __cplusplus
#define EMBERCHART_CAST_(type, value) static_cast<type>(value)
#else
#define EMBERCHART_CAST_(type, value) ((type)(value))
#endif

/* A high number, so that the program's own descriptors are numbered as without us, and that one
 * it closes without knowing it does not soon become a file of its own. */
static inline int emberchart_out_of_the_way_(int descriptor)
{
    const int high = fcntl(descriptor, emberchart_dup_cloexec_, emberchart_lowest_descriptor_);
    if (high < 0)
        return descriptor;
    close(descriptor);
    return high;
}

/* A number alone does not say that a descriptor is still ours: the program may have closed it, and
 * opened something else that got its number. */
static inline uint64_t emberchart_identity_of_(int descriptor)
{
    struct stat status;
    uint64_t identity;
    if (fstat(descriptor, &status) != 0)
        return 1;
    identity = status.st_ino;
    return identity * 31 + status.st_dev * 2 + 2; /* never 0 in practice, never 1 */
}

/* Whoever takes the name after the recorder's end is told nothing: it is to be the same user, or
 * root. */
static inline int emberchart_is_trusted_(int descriptor)
{
    struct {
        int process;
        unsigned user;
        unsigned group;
    } peer;
    socklen_t size = sizeof peer;
    return getsockopt(descriptor, SOL_SOCKET, emberchart_peer_credentials_, &peer, &size) == 0
        && (peer.user == 0 || peer.user == geteuid());
}

static inline int emberchart_open_(const char *name)
{
    union {
        struct sockaddr any;
        struct sockaddr_un local;
    } address;
    const int buffer = emberchart_send_buffer_;
    const size_t length = strlen(name);
    int descriptor;
    if (length == 0 || length >= sizeof address.local.sun_path)
        return -1;
    memset(&address, 0, sizeof address);
    address.local.sun_family = AF_UNIX;
    memcpy(address.local.sun_path + 1, name, length); /* a name in the abstract namespace */
    descriptor = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0)
        return -1;
    if (connect(descriptor, &address.any,
                EMBERCHART_CAST_(socklen_t, offsetof(struct sockaddr_un, sun_path) + 1 + length))
            != 0
        || !emberchart_is_trusted_(descriptor)) {
        close(descriptor);
        return -1;
    }
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
    return emberchart_out_of_the_way_(descriptor);
}

__attribute__((cold, noinline, unused)) static int emberchart_connect_(void)
{
    const int error = errno;
    const char *name = getenv("EMBERCHART_SOCKET");
    const int descriptor = name ? emberchart_open_(name) : -1;
    int state = 0;
    if (!__atomic_compare_exchange_n(&emberchart_socket_, &state,
                                     descriptor < 0 ? -1 : descriptor + 1, 0, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE)) {
        if (descriptor >= 0) /* another thread was faster */
            close(descriptor);
    } else {
        state = descriptor < 0 ? -1 : descriptor + 1;
        if (descriptor >= 0)
            __atomic_store_n(&emberchart_identity_, emberchart_identity_of_(descriptor),
                             __ATOMIC_RELEASE);
    }
    errno = error;
    return state > 0;
}

static inline uint8_t emberchart_append_(struct emberchart_message_ *message, size_t offset,
                                         const char *text, size_t limit)
{
    size_t length = 0;
    for (; length < limit && text[length] != '\0'; ++length)
        message->text[offset + length] = text[length];
    return EMBERCHART_CAST_(uint8_t, length);
}

__attribute__((noinline, unused)) static void emberchart_send_(struct emberchart_message_ *message,
                                                               const char *name, const char *unit)
{
    const int error = errno;
    const int state = __atomic_load_n(&emberchart_socket_, __ATOMIC_RELAXED);
    const uint64_t identity = __atomic_load_n(&emberchart_identity_, __ATOMIC_ACQUIRE);
    if (state > 0 && identity != 0 && identity != emberchart_identity_of_(state - 1)) {
        __atomic_store_n(&emberchart_socket_, -1, __ATOMIC_RELAXED);
        errno = error;
        return;
    }
    message->magic = emberchart_magic_;
    message->thread = EMBERCHART_CAST_(uint32_t, emberchart_syscall_(SYS_gettid));
    message->name_length = emberchart_append_(message, 0, name, emberchart_name_limit_);
    message->unit_length =
        emberchart_append_(message, message->name_length, unit, emberchart_unit_limit_);
    message->dropped = 0;
    if (__atomic_load_n(&emberchart_dropped_, __ATOMIC_RELAXED) != 0)
        message->dropped = __atomic_exchange_n(&emberchart_dropped_, 0U, __ATOMIC_RELAXED);
    if (state > 0
        && send(state - 1, message,
                EMBERCHART_CAST_(size_t, emberchart_header_size_) + message->name_length
                    + message->unit_length,
                MSG_DONTWAIT | MSG_NOSIGNAL)
            < 0) {
        if (errno == EAGAIN || errno == ENOBUFS || errno == ENOMEM || errno == EINTR)
            __atomic_fetch_add(&emberchart_dropped_, message->dropped + 1, __ATOMIC_RELAXED);
        else /* the capture is over, or the program closed what it did not know */
            __atomic_store_n(&emberchart_socket_, -1, __ATOMIC_RELAXED);
    }
    errno = error;
}

static inline void emberchart_frame_from_(enum emberchart_source_ source, int64_t begin,
                                          int64_t end)
{
    struct emberchart_message_ message;
    message.kind = emberchart_kind_frame_;
    message.source = EMBERCHART_CAST_(uint8_t, source);
    message.begin = begin;
    message.end = end;
    message.value = 0;
    emberchart_send_(&message, "", "");
}

static inline int emberchart_is_active(void)
{
    const int state = __atomic_load_n(&emberchart_socket_, __ATOMIC_ACQUIRE);
    if (__builtin_expect(state < 0, 1))
        return 0;
    return state > 0 || emberchart_connect_();
}

static inline int64_t emberchart_now(void)
{
    struct timespec time;
    int64_t seconds;
    emberchart_clock_gettime_(emberchart_clock_monotonic_, &time);
    seconds = time.tv_sec;
    return seconds * 1000000000 + time.tv_nsec;
}

static inline void emberchart_measure_at(const char *name, const char *unit, double value,
                                         int64_t time)
{
    struct emberchart_message_ message;
    if (!emberchart_is_active())
        return;
    message.kind = emberchart_kind_value_;
    message.source = emberchart_source_program_;
    message.begin = time;
    message.end = time;
    message.value = value;
    emberchart_send_(&message, name, unit);
}

static inline void emberchart_measure(const char *name, const char *unit, double value)
{
    if (emberchart_is_active())
        emberchart_measure_at(name, unit, value, emberchart_now());
}

static inline void emberchart_span(const char *name, int64_t begin, int64_t end)
{
    struct emberchart_message_ message;
    if (!emberchart_is_active())
        return;
    message.kind = emberchart_kind_span_;
    message.source = emberchart_source_program_;
    message.begin = begin;
    message.end = end;
    message.value = 0;
    emberchart_send_(&message, name, "");
}

static inline struct emberchart_open_span emberchart_begin(const char *name)
{
    struct emberchart_open_span span;
    span.name = name;
    span.begin = emberchart_is_active() ? emberchart_now() : 0;
    return span;
}

static inline void emberchart_end(struct emberchart_open_span span)
{
    if (span.begin != 0)
        emberchart_span(span.name, span.begin, emberchart_now());
}

static inline void emberchart_frame(int64_t begin, int64_t end)
{
    if (emberchart_is_active())
        emberchart_frame_from_(emberchart_source_program_, begin, end);
}

static inline void emberchart_refresh_rate(double hertz)
{
    struct emberchart_message_ message;
    if (!emberchart_is_active())
        return;
    message.kind = emberchart_kind_refresh_rate_;
    message.source = emberchart_source_program_;
    message.begin = message.end = emberchart_now();
    message.value = hertz;
    emberchart_send_(&message, "", "");
}

#undef EMBERCHART_CAST_

#ifdef __cplusplus
} /* extern "C" */

namespace emberchart {

/* A span for as long as the object lives. */
class Span {
public:
    explicit Span(const char *name) : m_span(emberchart_begin(name)) { }
    ~Span() { emberchart_end(m_span); }
    Span(const Span &) = delete;
    Span &operator=(const Span &) = delete;

private:
    emberchart_open_span m_span;
};

} // namespace emberchart
#endif
