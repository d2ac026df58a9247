/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/*
 * Tells Emberchart what only the program itself knows: numbers, spans, transactions and frames, and
 * when it is to be profiled.
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
 * does not take at once is dropped, counted, and reported as lost in the capture. That a
 * transaction has ended is said all the same. errno is kept. After the program's first call of any,
 * signal handlers may call everything but emberchart_setup() and what begins and finishes
 * transactions and child spans, which call the samplers and use thread-local storage.
 *
 * Names are UTF-8, never null; they are copied, and cut after 127 bytes, units and ops after 31.
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

/* Whether the recorder listens: for work that is only worth doing then. */
static inline int emberchart_is_active(void);

static inline int64_t emberchart_now(void);

/* A value of the series `name`, now or at `time`. Sentry keeps the units nanosecond, hertz, byte,
 * percent and nanojoule; others (or "") stay in the capture. The value must be finite. */
static inline void emberchart_measure(const char *name, const char *unit, double value);
static inline void emberchart_measure_at(const char *name, const char *unit, double value,
                                         int64_t time);

/* Something this thread did from `begin` to `end`. Spans may lie in each other. */
static inline void emberchart_span(const char *name, int64_t begin, int64_t end);

/* A span as it happens. The name must live until the end; what is never ended is never seen. */
struct emberchart_open_span {
    const char *name;
    int64_t begin; /* 0: not active when it began */
};
static inline struct emberchart_open_span emberchart_begin(const char *name);
static inline void emberchart_end(struct emberchart_open_span span);

/* A frame, from the moment it was wanted until it was presented. Report every frame: the recorder
 * keeps the slow ones (longer than 1/(refresh rate - 1) s) and the frozen ones (over 700 ms). An
 * idle window wants no frame, so it has none. */
static inline void emberchart_frame(int64_t begin, int64_t end);

/* The refresh rate of the screen, 1 to 10000 Hz: call when it is known and whenever it changes.
 * Until then 60 Hz are assumed. */
static inline void emberchart_refresh_rate(double hertz);

/*
 * Profiling as Sentry's SDKs have it (Profiles spec 2.5.0). It is in force where the program is
 * recorded with --lifecycle, --session-sample-rate, --traces-sample-rate or --profile-app-start,
 * whose values take precedence over those of the same name here. Without them Emberchart samples
 * from start to end, and the calls below only name spans.
 */
enum emberchart_profile_lifecycle {
    emberchart_lifecycle_manual = 0, /* emberchart_start_profiler() to emberchart_stop_profiler() */
    emberchart_lifecycle_trace = 1 /* as long as there is a sampled transaction */
};

/* The rate, 0.0 to 1.0, at which transactions of this name and kind are sampled. Called on the
 * thread that begins the transaction. */
typedef double (*emberchart_sampler)(const char *name, const char *op, void *context);

/* All rates are 0.0 to 1.0. {0} in C, {} in C++, is the default. */
struct emberchart_options {
    double profile_session_sample_rate; /* of sessions; the draw is made once for each */
    enum emberchart_profile_lifecycle profile_lifecycle;
    double traces_sample_rate; /* 0 and no sampler: tracing is off */
    emberchart_sampler traces_sampler; /* null: the rate counts, else its answer */
    /* If one of these two is set, profiles belong to transactions (V1, deprecated), and the
     * session's rate has no effect. */
    double profiles_sample_rate; /* of sampled transactions */
    emberchart_sampler profiles_sampler;
    void *sampler_context;
    int start_profiler_on_app_start; /* of the next launch, by a draw that this one leaves */
    int debug; /* says on standard error, once each, why a start or stop did nothing */
};

/* Call once, early; later calls do nothing. */
static inline void emberchart_setup(const struct emberchart_options *options);

/* Starts and stops sampling where profile_lifecycle is manual. Starting does nothing in a session
 * that is not sampled, or while the profiler runs. */
static inline void emberchart_start_profiler(void);
static inline void emberchart_stop_profiler(void);

/* For programs with a user: the session ends in the background, and a new one begins, with a draw
 * of its own, in the foreground. While a sampled transaction is active the session goes on until
 * its end. */
static inline void emberchart_app_to_foreground(void);
static inline void emberchart_app_to_background(void);

/* Sentry's status of a span. */
enum emberchart_status {
    emberchart_status_unset = 0,
    emberchart_status_ok,
    emberchart_status_cancelled,
    emberchart_status_unknown_error,
    emberchart_status_invalid_argument,
    emberchart_status_deadline_exceeded,
    emberchart_status_not_found,
    emberchart_status_already_exists,
    emberchart_status_permission_denied,
    emberchart_status_resource_exhausted,
    emberchart_status_failed_precondition,
    emberchart_status_aborted,
    emberchart_status_out_of_range,
    emberchart_status_unimplemented,
    emberchart_status_internal_error,
    emberchart_status_unavailable,
    emberchart_status_data_loss,
    emberchart_status_unauthenticated
};

/* Where a span lies in its trace. Ids are random; 0: none. */
struct emberchart_place {
    uint64_t trace[2];
    uint64_t transaction;
    uint64_t span;
};

/* A transaction (a root span) or a child span that has begun: a value, to be kept and ended. */
struct emberchart_traced_span {
    const char *name; /* of a child its description */
    const char *op; /* the kind of work: "http.server", "db.query" */
    int64_t begin; /* 0: not active when it began */
    uint32_t thread;
    int is_unheard; /* of a transaction: the recorder did not take its begin */
    struct emberchart_place place;
    uint64_t parent;
    struct emberchart_place outer; /* what the thread was in before */
};

/* Names and ops must live until the end. Children belong to the span that the thread is in, or on
 * another thread to `parent`, which need not have ended. Spans of a thread end in the opposite
 * order of their begin; one may also be ended on another thread, but then the first thread stays in
 * it: begin its next children by emberchart_begin_child_of(). What is never ended is never seen. */
static inline struct emberchart_traced_span emberchart_begin_transaction(const char *name,
                                                                         const char *op);
static inline struct emberchart_traced_span emberchart_begin_child(const char *op,
                                                                   const char *description);
static inline struct emberchart_traced_span
emberchart_begin_child_of(const struct emberchart_traced_span *parent, const char *op,
                          const char *description);
static inline void emberchart_finish(struct emberchart_traced_span span,
                                     enum emberchart_status status);

/* What follows is not for callers. */

enum {
    emberchart_magic_ = 0x31424d45, /* "EMB1" in memory; another format has another number */
    emberchart_name_limit_ = 127,
    emberchart_unit_limit_ = 31,
    emberchart_tail_limit_ = 64,
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
    emberchart_kind_refresh_rate_ = 4,
    emberchart_kind_setup_ = 5, /* tail: emberchart_setup_tail_ */
    emberchart_kind_start_profiler_ = 6,
    emberchart_kind_stop_profiler_ = 7,
    emberchart_kind_foreground_ = 8, /* value: the session's draw */
    emberchart_kind_background_ = 9,
    emberchart_kind_transaction_begin_ = 10, /* tail: emberchart_span_tail_ */
    emberchart_kind_transaction_ = 11, /* the same tail */
    emberchart_kind_child_ = 12, /* the same tail */
    emberchart_kind_ended_ = 13 /* the same tail; of a transaction that was lost, span 0: several */
};

enum emberchart_source_ { emberchart_source_program_ = 0, emberchart_source_shim_ = 1 };

/* One packet, of `text` only what is used. In the byte order of the machine both sides run on. */
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
    /* name, unit, and the tail that some kinds have */
    char text[emberchart_name_limit_ + emberchart_unit_limit_ + emberchart_tail_limit_];
};

struct emberchart_setup_tail_ {
    double session_rate;
    double traces_rate;
    double profiles_rate;
    uint8_t traces_by_lifecycle;
    uint8_t has_traces_sampler;
    uint8_t has_profiles_sampler;
    uint8_t on_app_start;
    uint32_t reserved;
};

struct emberchart_span_tail_ {
    struct emberchart_place place;
    uint64_t parent;
    double traces_rate; /* answers of the samplers; -1: there is none */
    double profiles_rate;
    uint32_t status;
    uint32_t reserved;
};

/* Each library has one of each of these variables. The socket: 0 before the first call; -1: nobody
 * listens; else its descriptor + 1. */
__attribute__((weak)) int emberchart_socket_;
__attribute__((weak)) uint32_t emberchart_dropped_;
__attribute__((weak)) int emberchart_ends_lost_; /* ends of transactions; not said yet */
/* The socket's emberchart_identity_of_(); 0: not known yet. */
__attribute__((weak)) uint64_t emberchart_identity_;
/* The place of the span that the thread is in. */
__attribute__((weak)) __thread struct emberchart_place emberchart_here_;
/* Valid once the state is 2; 1: being written. */
__attribute__((weak)) struct emberchart_options emberchart_options_;
__attribute__((weak)) int emberchart_options_state_;
__attribute__((weak)) int emberchart_is_profiling_; /* started by the program */
__attribute__((weak)) uint32_t emberchart_warned_; /* a bit for each reason */
/* The session as the recorder set it up: emberchart_session_… below. */
__attribute__((weak)) uint64_t emberchart_session_;

/* Declared here because strict C11 hides them. */
extern int emberchart_clock_gettime_(int, struct timespec *) __asm__("clock_gettime");
extern long emberchart_syscall_(long, ...) __asm__("syscall");

#ifdef __cplusplus
#define EMBERCHART_CAST_(type, value) static_cast<type>(value)
#define EMBERCHART_NULL_ nullptr
#else
#define EMBERCHART_CAST_(type, value) ((type)(value))
#define EMBERCHART_NULL_ 0
#endif

/* Gives a descriptor a high number, if one is free. The program's own descriptors are then numbered
 * as without us; and if it closes ours unknowingly, the number is not soon that of its own file. */
static inline int emberchart_out_of_the_way_(int descriptor)
{
    const int high = fcntl(descriptor, emberchart_dup_cloexec_, emberchart_lowest_descriptor_);
    if (high < 0)
        return descriptor;
    close(descriptor);
    return high;
}

/* Tells what a descriptor is open for; 1: it is closed. Its number alone does not say that it is
 * still ours: the program may have closed it, and opened something else that got its number. */
static inline uint64_t emberchart_identity_of_(int descriptor)
{
    struct stat status;
    uint64_t identity;
    if (fstat(descriptor, &status) != 0)
        return 1;
    identity = status.st_ino;
    return identity * 31 + status.st_dev * 2 + 2; /* never 0 in practice, never 1 */
}

/* Whether the same user, or root, listens: whoever else takes the name after the recorder's end is
 * told nothing. */
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

/* How much may wait in the socket to be read: nearly all that the system gives, or all. The rest is
 * for ends of transactions, as the recorder samples until they come. */
static inline void emberchart_set_room_(int descriptor, int is_all)
{
    int room = emberchart_send_buffer_;
    socklen_t size = sizeof room;
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &room, size);
    if (is_all || getsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &room, &size) != 0)
        return;
    room = room / 16 * 7; /* seven eighths: the system doubles it */
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &room, size);
}

static inline int emberchart_open_(const char *name)
{
    union {
        struct sockaddr any;
        struct sockaddr_un local;
    } address;
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
    emberchart_set_room_(descriptor, 0);
    return emberchart_out_of_the_way_(descriptor);
}

/* EMBERCHART_SESSION is "LIFECYCLE RATE DRAW": m, t or -, then two numbers of billionths or -. The
 * session is sampled if its draw is below its rate. Kept as one number: bits 0-29 the draw, 30-59
 * the rate or its absence, 60-62 the lifecycle, 0 without the variable. */
enum {
    emberchart_billion_ = 1000000000,
    emberchart_no_rate_ = (1 << 30) - 1,
    emberchart_session_is_open_ = 1, /* the program's own choice of the lifecycle holds */
    emberchart_session_is_manual_ = 2,
    emberchart_session_is_trace_ = 3
};

static inline uint64_t emberchart_pack_session_(uint64_t lifecycle, uint64_t rate, uint64_t draw)
{
    return lifecycle << 60 | rate << 30 | draw;
}

static inline uint64_t emberchart_read_session_(const char *text)
{
    uint64_t lifecycle = emberchart_session_is_open_;
    uint64_t rate = emberchart_no_rate_;
    char *rest = EMBERCHART_NULL_;
    if (!text || text[0] == '\0' || text[1] != ' ')
        return 0;
    if (text[0] == 'm')
        lifecycle = emberchart_session_is_manual_;
    if (text[0] == 't')
        lifecycle = emberchart_session_is_trace_;
    if (text[2] != '-')
        rate = strtoul(text + 2, &rest, 10) % emberchart_no_rate_;
    return emberchart_pack_session_(lifecycle, rate,
                                    strtoul(rest ? rest : text + 3, EMBERCHART_NULL_, 10)
                                        % emberchart_billion_);
}

__attribute__((cold, noinline, unused)) static int emberchart_connect_(void)
{
    const int error = errno;
    const char *name = getenv("EMBERCHART_SOCKET");
    const int descriptor = name ? emberchart_open_(name) : -1;
    int state = 0;
    if (descriptor >= 0)
        __atomic_store_n(&emberchart_session_,
                         emberchart_read_session_(getenv("EMBERCHART_SESSION")), __ATOMIC_RELAXED);
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

static inline uint32_t emberchart_thread_(void)
{
    return EMBERCHART_CAST_(uint32_t, emberchart_syscall_(SYS_gettid));
}

/* Says that a transaction has ended, or with 0 that ends were lost, in the room that is kept for
 * it. Returns whether it was sent. */
__attribute__((cold, noinline, unused)) static int emberchart_say_ended_(int descriptor,
                                                                         uint64_t span)
{
    const int error = errno;
    struct emberchart_message_ message;
    struct emberchart_span_tail_ tail;
    ssize_t sent = -1;
    int tries;
    memset(&message, 0, sizeof message);
    memset(&tail, 0, sizeof tail);
    message.magic = emberchart_magic_;
    message.kind = emberchart_kind_ended_;
    tail.place.span = span;
    memcpy(message.text, &tail, sizeof tail);
    for (tries = 0; tries < 3 && sent < 0; ++tries) { /* another thread may close the room */
        emberchart_set_room_(descriptor, 1);
        sent = send(descriptor, &message,
                    EMBERCHART_CAST_(size_t, emberchart_header_size_) + sizeof tail,
                    MSG_DONTWAIT | MSG_NOSIGNAL);
    }
    emberchart_set_room_(descriptor, 0);
    errno = error;
    return sent >= 0;
}

/* The message's thread is already set. Returns whether it was sent. */
__attribute__((noinline, unused)) static int
emberchart_send_with_(struct emberchart_message_ *message, const char *name, const char *unit,
                      const void *tail, size_t tail_size)
{
    const int error = errno;
    const int state = __atomic_load_n(&emberchart_socket_, __ATOMIC_RELAXED);
    const uint64_t identity = __atomic_load_n(&emberchart_identity_, __ATOMIC_ACQUIRE);
    int is_sent = 0;
    if (state > 0 && identity != 0 && identity != emberchart_identity_of_(state - 1)) {
        __atomic_store_n(&emberchart_socket_, -1, __ATOMIC_RELAXED);
        errno = error;
        return 0;
    }
    if (state > 0 && __atomic_load_n(&emberchart_ends_lost_, __ATOMIC_RELAXED) != 0
        && __atomic_exchange_n(&emberchart_ends_lost_, 0, __ATOMIC_RELAXED) != 0
        && !emberchart_say_ended_(state - 1, 0))
        __atomic_store_n(&emberchart_ends_lost_, 1, __ATOMIC_RELAXED);
    message->magic = emberchart_magic_;
    message->name_length = emberchart_append_(message, 0, name, emberchart_name_limit_);
    message->unit_length =
        emberchart_append_(message, message->name_length, unit, emberchart_unit_limit_);
    if (tail_size != 0)
        memcpy(message->text + message->name_length + message->unit_length, tail, tail_size);
    message->dropped = 0;
    if (__atomic_load_n(&emberchart_dropped_, __ATOMIC_RELAXED) != 0)
        message->dropped = __atomic_exchange_n(&emberchart_dropped_, 0U, __ATOMIC_RELAXED);
    if (state > 0)
        is_sent = send(state - 1, message,
                       EMBERCHART_CAST_(size_t, emberchart_header_size_) + message->name_length
                           + message->unit_length + tail_size,
                       MSG_DONTWAIT | MSG_NOSIGNAL)
            >= 0;
    if (state > 0 && !is_sent) {
        if (errno == EAGAIN || errno == ENOBUFS || errno == ENOMEM || errno == EINTR)
            __atomic_fetch_add(&emberchart_dropped_, message->dropped + 1, __ATOMIC_RELAXED);
        else /* the capture is over, or the program closed what it did not know */
            __atomic_store_n(&emberchart_socket_, -1, __ATOMIC_RELAXED);
    }
    errno = error;
    return is_sent;
}

static inline void emberchart_send_(struct emberchart_message_ *message, const char *name,
                                    const char *unit)
{
    message->thread = emberchart_thread_();
    emberchart_send_with_(message, name, unit, "", 0);
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

/* Fills with random bytes; never waits. */
__attribute__((noinline, unused)) static void emberchart_random_(uint64_t *numbers, size_t count)
{
    const int error = errno;
    const long size = EMBERCHART_CAST_(long, count * sizeof *numbers);
    size_t i;
    if (emberchart_syscall_(SYS_getrandom, numbers, size, 1 /* GRND_NONBLOCK */) != size) {
        const uint64_t seed = EMBERCHART_CAST_(uint64_t, emberchart_now())
            ^ EMBERCHART_CAST_(uint64_t, emberchart_thread_()) << 40;
        for (i = 0; i < count; ++i)
            numbers[i] = (seed + i) * 0x9e3779b97f4a7c15U;
    }
    for (i = 0; i < count; ++i)
        numbers[i] |= numbers[i] == 0; /* 0 is no id */
    errno = error;
}

/* NULL before emberchart_setup(). */
static inline const struct emberchart_options *emberchart_chosen_(void)
{
    return __atomic_load_n(&emberchart_options_state_, __ATOMIC_ACQUIRE) == 2 ? &emberchart_options_
                                                                              : EMBERCHART_NULL_;
}

static inline double emberchart_checked_rate_(double rate)
{
    return rate >= 0 && rate <= 1 ? rate : 0;
}

static inline double emberchart_ask_(emberchart_sampler sampler, const char *name, const char *op)
{
    return sampler
        ? emberchart_checked_rate_(sampler(name, op, emberchart_options_.sampler_context))
        : -1;
}

static inline void emberchart_say_(enum emberchart_kind_ kind, double value)
{
    struct emberchart_message_ message;
    message.kind = EMBERCHART_CAST_(uint8_t, kind);
    message.source = emberchart_source_program_;
    message.begin = message.end = emberchart_now();
    message.value = value;
    emberchart_send_(&message, "", "");
}

static inline void emberchart_setup(const struct emberchart_options *options)
{
    struct emberchart_setup_tail_ tail;
    struct emberchart_message_ message;
    int state = 0;
    if (!emberchart_is_active()
        || !__atomic_compare_exchange_n(&emberchart_options_state_, &state, 1, 0, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
        return;
    emberchart_options_ = *options;
    emberchart_options_.profile_session_sample_rate =
        emberchart_checked_rate_(options->profile_session_sample_rate);
    emberchart_options_.traces_sample_rate = emberchart_checked_rate_(options->traces_sample_rate);
    emberchart_options_.profiles_sample_rate =
        emberchart_checked_rate_(options->profiles_sample_rate);
    __atomic_store_n(&emberchart_options_state_, 2, __ATOMIC_RELEASE);
    memset(&tail, 0, sizeof tail);
    tail.session_rate = emberchart_options_.profile_session_sample_rate;
    tail.traces_rate = emberchart_options_.traces_sample_rate;
    tail.profiles_rate = emberchart_options_.profiles_sample_rate;
    tail.traces_by_lifecycle = options->profile_lifecycle == emberchart_lifecycle_trace;
    tail.has_traces_sampler = options->traces_sampler != EMBERCHART_NULL_;
    tail.has_profiles_sampler = options->profiles_sampler != EMBERCHART_NULL_;
    tail.on_app_start = options->start_profiler_on_app_start != 0;
    message.kind = emberchart_kind_setup_;
    message.source = emberchart_source_program_;
    message.thread = emberchart_thread_();
    message.begin = message.end = emberchart_now();
    message.value = 0;
    emberchart_send_with_(&message, "", "", &tail, sizeof tail);
}

enum emberchart_warning_ {
    emberchart_warning_none_ = -1,
    emberchart_warning_running_,
    emberchart_warning_unsampled_,
    emberchart_warning_start_trace_,
    emberchart_warning_stop_trace_,
    emberchart_warning_always_
};

static inline void emberchart_warn_(enum emberchart_warning_ reason)
{
    static const char *const texts[] = {
        "emberchart: start_profiler: the profiler is already running\n",
        "emberchart: start_profiler: this session is not sampled (profile_session_sample_rate)\n",
        "emberchart: start_profiler: profile_lifecycle is trace: transactions start it\n",
        "emberchart: stop_profiler: profile_lifecycle is trace: transactions stop it\n",
        "emberchart: recorded without --lifecycle: sampled from start to end\n"};
    const struct emberchart_options *options = emberchart_chosen_();
    const int error = errno;
    if (reason == emberchart_warning_none_ || !options || !options->debug
        || (__atomic_fetch_or(&emberchart_warned_, 1U << reason, __ATOMIC_RELAXED) >> reason & 1U))
        return;
    if (write(STDERR_FILENO, texts[reason], strlen(texts[reason])) < 0)
        errno = error;
    errno = error;
}

static inline int emberchart_follows_traces_(void)
{
    const struct emberchart_options *options = emberchart_chosen_();
    const uint64_t lifecycle = __atomic_load_n(&emberchart_session_, __ATOMIC_RELAXED) >> 60;
    if (options && (options->profiles_sample_rate > 0 || options->profiles_sampler))
        return 1;
    if (lifecycle != emberchart_session_is_open_)
        return lifecycle == emberchart_session_is_trace_;
    return options && options->profile_lifecycle == emberchart_lifecycle_trace;
}

static inline int emberchart_is_session_sampled_(void)
{
    const struct emberchart_options *options = emberchart_chosen_();
    const uint64_t session = __atomic_load_n(&emberchart_session_, __ATOMIC_RELAXED);
    const uint64_t given = session >> 30 & emberchart_no_rate_;
    const double draw = EMBERCHART_CAST_(double, session &emberchart_no_rate_);
    if (given != emberchart_no_rate_)
        return draw < EMBERCHART_CAST_(double, given);
    return !options || draw < options->profile_session_sample_rate * 1e9;
}

static inline enum emberchart_warning_ emberchart_why_not_start_(void)
{
    if (__atomic_load_n(&emberchart_session_, __ATOMIC_RELAXED) == 0)
        return emberchart_warning_always_;
    if (emberchart_follows_traces_())
        return emberchart_warning_start_trace_;
    if (!emberchart_is_session_sampled_())
        return emberchart_warning_unsampled_;
    return __atomic_exchange_n(&emberchart_is_profiling_, 1, __ATOMIC_RELAXED)
        ? emberchart_warning_running_
        : emberchart_warning_none_;
}

static inline void emberchart_start_profiler(void)
{
    if (!emberchart_is_active())
        return;
    emberchart_warn_(emberchart_why_not_start_());
    emberchart_say_(emberchart_kind_start_profiler_, 0);
}

static inline void emberchart_stop_profiler(void)
{
    if (!emberchart_is_active())
        return;
    if (__atomic_load_n(&emberchart_session_, __ATOMIC_RELAXED) == 0)
        emberchart_warn_(emberchart_warning_always_);
    else if (emberchart_follows_traces_())
        emberchart_warn_(emberchart_warning_stop_trace_);
    __atomic_store_n(&emberchart_is_profiling_, 0, __ATOMIC_RELAXED);
    emberchart_say_(emberchart_kind_stop_profiler_, 0);
}

static inline void emberchart_app_to_foreground(void)
{
    uint64_t draw;
    uint64_t session;
    if (!emberchart_is_active())
        return;
    emberchart_random_(&draw, 1);
    draw %= emberchart_billion_;
    session = __atomic_load_n(&emberchart_session_, __ATOMIC_RELAXED);
    if (session != 0)
        __atomic_store_n(&emberchart_session_, (session >> 30 << 30) | draw, __ATOMIC_RELAXED);
    __atomic_store_n(&emberchart_is_profiling_, 0, __ATOMIC_RELAXED);
    emberchart_say_(emberchart_kind_foreground_, EMBERCHART_CAST_(double, draw));
}

static inline void emberchart_app_to_background(void)
{
    if (!emberchart_is_active())
        return;
    __atomic_store_n(&emberchart_is_profiling_, 0, __ATOMIC_RELAXED);
    emberchart_say_(emberchart_kind_background_, 0);
}

static inline int emberchart_send_traced_(enum emberchart_kind_ kind,
                                          const struct emberchart_traced_span *span, int64_t end,
                                          struct emberchart_span_tail_ *tail)
{
    struct emberchart_message_ message;
    tail->place = span->place;
    tail->reserved = 0;
    message.kind = EMBERCHART_CAST_(uint8_t, kind);
    message.source = emberchart_source_program_;
    message.thread = span->thread;
    message.begin = span->begin;
    message.end = end;
    message.value = 0;
    return emberchart_send_with_(&message, span->name, span->op, tail, sizeof *tail);
}

static inline struct emberchart_traced_span emberchart_begin_transaction(const char *name,
                                                                         const char *op)
{
    struct emberchart_traced_span span;
    struct emberchart_span_tail_ tail;
    const struct emberchart_options *options;
    uint64_t random[3];
    memset(&span, 0, sizeof span);
    if (!emberchart_is_active())
        return span;
    options = emberchart_chosen_();
    emberchart_random_(random, 3);
    span.name = name;
    span.op = op;
    span.thread = emberchart_thread_();
    span.place.trace[0] = random[0];
    span.place.trace[1] = random[1];
    span.place.transaction = span.place.span = random[2];
    span.outer = emberchart_here_;
    emberchart_here_ = span.place;
    memset(&tail, 0, sizeof tail);
    tail.traces_rate = options ? emberchart_ask_(options->traces_sampler, name, op) : -1;
    tail.profiles_rate = options ? emberchart_ask_(options->profiles_sampler, name, op) : -1;
    span.begin = emberchart_now();
    span.is_unheard =
        !emberchart_send_traced_(emberchart_kind_transaction_begin_, &span, span.begin, &tail);
    return span;
}

static inline struct emberchart_traced_span emberchart_begin_child(const char *op,
                                                                   const char *description)
{
    return emberchart_begin_child_of(EMBERCHART_NULL_, op, description);
}

static inline struct emberchart_traced_span
emberchart_begin_child_of(const struct emberchart_traced_span *parent, const char *op,
                          const char *description)
{
    struct emberchart_traced_span span;
    memset(&span, 0, sizeof span);
    if (!emberchart_is_active())
        return span;
    span.name = description;
    span.op = op;
    span.thread = emberchart_thread_();
    span.outer = emberchart_here_;
    span.place = parent && parent->begin != 0 ? parent->place : span.outer;
    span.parent = span.place.span;
    emberchart_random_(&span.place.span, 1);
    emberchart_here_ = span.place;
    span.begin = emberchart_now();
    return span;
}

static inline void emberchart_insist_on_end_(uint64_t span)
{
    const int state = __atomic_load_n(&emberchart_socket_, __ATOMIC_RELAXED);
    if (state > 0 && !emberchart_say_ended_(state - 1, span))
        __atomic_store_n(&emberchart_ends_lost_, 1, __ATOMIC_RELAXED);
}

static inline void emberchart_finish(struct emberchart_traced_span span,
                                     enum emberchart_status status)
{
    struct emberchart_span_tail_ tail;
    const int is_root = span.place.span == span.place.transaction;
    if (span.begin == 0)
        return;
    if (emberchart_here_.span == span.place.span) /* else it is ended elsewhere, or out of order */
        emberchart_here_ = span.outer;
    tail.parent = span.parent;
    tail.traces_rate = tail.profiles_rate = -1;
    tail.status = EMBERCHART_CAST_(uint32_t, status);
    if (!emberchart_send_traced_(is_root ? emberchart_kind_transaction_ : emberchart_kind_child_,
                                 &span, emberchart_now(), &tail)
        && is_root && !span.is_unheard)
        emberchart_insist_on_end_(span.place.span);
}

#undef EMBERCHART_CAST_
#undef EMBERCHART_NULL_

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

/* A transaction for as long as the object lives. */
class Transaction {
public:
    Transaction(const char *name, const char *op) : m_span(emberchart_begin_transaction(name, op))
    {
    }
    ~Transaction() { emberchart_finish(m_span, m_status); }
    Transaction(const Transaction &) = delete;
    Transaction &operator=(const Transaction &) = delete;

    void setStatus(emberchart_status status) { m_status = status; }
    /* The transaction's span, to be the parent of spans of other threads. */
    const emberchart_traced_span &span() const { return m_span; }

private:
    emberchart_traced_span m_span;
    emberchart_status m_status = emberchart_status_ok;
};

/* A child span for as long as the object lives. */
class ChildSpan {
public:
    ChildSpan(const char *op, const char *description)
        : m_span(emberchart_begin_child(op, description))
    {
    }
    ChildSpan(const emberchart_traced_span &parent, const char *op, const char *description)
        : m_span(emberchart_begin_child_of(&parent, op, description))
    {
    }
    ~ChildSpan() { emberchart_finish(m_span, m_status); }
    ChildSpan(const ChildSpan &) = delete;
    ChildSpan &operator=(const ChildSpan &) = delete;

    void setStatus(emberchart_status status) { m_status = status; }
    const emberchart_traced_span &span() const { return m_span; }

private:
    emberchart_traced_span m_span;
    emberchart_status m_status = emberchart_status_ok;
};

} // namespace emberchart
#endif
