/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that controls its profiler: `profiled WHAT`. Strict C11. */
#include "capture/api/emberchart.h"

#include <stdio.h>
#include <threads.h>

static volatile unsigned sum;

static void spin(void)
{
    const clock_t end = clock() + CLOCKS_PER_SEC / 2;
    while (clock() < end)
        for (unsigned i = 0; i < 10000; ++i)
            sum += i;
}

static struct emberchart_options sampledOptions(enum emberchart_profile_lifecycle lifecycle)
{
    struct emberchart_options options = {0};
    options.profile_session_sample_rate = 1;
    options.profile_lifecycle = lifecycle;
    options.debug = 1;
    return options;
}

static int manual(void)
{
    const struct emberchart_options options = sampledOptions(emberchart_lifecycle_manual);
    emberchart_setup(&options);
    spin();
    emberchart_measure("before start", "", 1);
    emberchart_start_profiler();
    spin();
    emberchart_measure("before stop", "", 1);
    emberchart_stop_profiler();
    spin();
    return 0;
}

static int wholeInThread(void *unused)
{
    struct emberchart_traced_span root = emberchart_begin_transaction("job", "queue.task");
    (void)unused;
    spin();
    emberchart_finish(root, emberchart_status_ok);
    return 0;
}

/* The transaction begins on another thread than the main one. */
static int elsewhere(void)
{
    struct emberchart_options options = sampledOptions(emberchart_lifecycle_trace);
    thrd_t thread;
    options.traces_sample_rate = 1;
    emberchart_setup(&options);
    if (thrd_create(&thread, wholeInThread, 0) != thrd_success)
        return 1;
    thrd_join(thread, 0);
    return 0;
}

/* Without a setup: a person starts it, or nobody does. */
static int quiet(void)
{
    spin();
    return 0;
}

static int inThread(void *parent)
{
    struct emberchart_traced_span span =
        emberchart_begin_child_of((const struct emberchart_traced_span *)parent, "worker", "count");
    emberchart_finish(span, emberchart_status_cancelled);
    return 0;
}

static int traced(struct emberchart_options options)
{
    struct emberchart_traced_span request;
    struct emberchart_traced_span query;
    struct emberchart_traced_span inner;
    thrd_t thread;
    emberchart_setup(&options);
    spin();
    request = emberchart_begin_transaction("GET /", "http.server");
    query = emberchart_begin_child("db.query", "SELECT 1");
    inner = emberchart_begin_child("db.fetch", "row");
    spin();
    emberchart_finish(inner, emberchart_status_ok);
    emberchart_finish(query, emberchart_status_not_found);
    if (thrd_create(&thread, inThread, &request) != thrd_success)
        return 1;
    thrd_join(thread, 0);
    emberchart_finish(request, emberchart_status_ok);
    query = emberchart_begin_child("idle", "of no transaction");
    emberchart_finish(query, emberchart_status_unset);
    spin();
    return 0;
}

/* Samples the transactions that are called `context`. */
static double onlyNamed(const char *name, const char *op, void *context)
{
    (void)op;
    return strcmp(name, (const char *)context) == 0 ? 1 : 0;
}

static int sampler(char *name)
{
    struct emberchart_options options = sampledOptions(emberchart_lifecycle_trace);
    options.traces_sampler = onlyNamed;
    options.sampler_context = name;
    return traced(options);
}

static int tracing(double tracesRate, double profilesRate)
{
    struct emberchart_options options = sampledOptions(emberchart_lifecycle_trace);
    options.traces_sample_rate = tracesRate;
    options.profiles_sample_rate = profilesRate;
    return traced(options);
}

static int appStart(void)
{
    struct emberchart_options options = sampledOptions(emberchart_lifecycle_manual);
    options.start_profiler_on_app_start = 1;
    spin();
    emberchart_setup(&options);
    emberchart_measure("before stop", "", 1);
    emberchart_stop_profiler();
    spin();
    return 0;
}

/* All that does nothing, twice. */
static int noops(double sessionRate, enum emberchart_profile_lifecycle lifecycle)
{
    struct emberchart_options options = sampledOptions(lifecycle);
    options.profile_session_sample_rate = sessionRate;
    options.traces_sample_rate = 1;
    emberchart_setup(&options);
    errno = 77;
    for (int times = 0; times < 3; ++times)
        emberchart_start_profiler();
    emberchart_stop_profiler();
    emberchart_stop_profiler();
    return errno == 77 ? 0 : 3;
}

/* Says its wish and ends in the same moment. */
static int brief(void)
{
    struct emberchart_options options = sampledOptions(emberchart_lifecycle_trace);
    options.start_profiler_on_app_start = 1;
    options.traces_sample_rate = 1;
    emberchart_setup(&options);
    emberchart_begin_transaction("endless", "x");
    _exit(0);
}

/* Ends a transaction when its socket is full. */
static int crowded(void)
{
    const struct emberchart_traced_span request =
        emberchart_begin_transaction("GET /", "http.server");
    while (emberchart_dropped_ == 0)
        emberchart_measure("flood", "", 1);
    emberchart_finish(request, emberchart_status_ok);
    return request.is_unheard;
}

/* A program that never ends its transactions, and ends those it never began. */
static int hostile(void)
{
    struct emberchart_traced_span span = {0};
    emberchart_setup(&(struct emberchart_options){.profile_session_sample_rate = 1});
    for (uint64_t i = 1; i < 20000; ++i) {
        emberchart_begin_transaction("endless", "x");
        span.name = "never begun";
        span.op = "x";
        span.begin = emberchart_now();
        span.place.span = span.place.transaction = i;
        emberchart_finish(span, emberchart_status_ok);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "manual") == 0)
        return manual();
    if (strcmp(what, "quiet") == 0)
        return quiet();
    if (strcmp(what, "trace") == 0)
        return tracing(1, 0);
    if (strcmp(what, "elsewhere") == 0)
        return elsewhere();
    if (strcmp(what, "untraced") == 0)
        return tracing(0, 0);
    if (strcmp(what, "transactions") == 0)
        return tracing(1, 1);
    if (strcmp(what, "sampler") == 0)
        return argc > 2 ? sampler(argv[2]) : 1;
    if (strcmp(what, "appstart") == 0)
        return appStart();
    if (strcmp(what, "started") == 0)
        return noops(1, emberchart_lifecycle_manual);
    if (strcmp(what, "unsampled") == 0)
        return noops(0, emberchart_lifecycle_manual);
    if (strcmp(what, "bound") == 0)
        return noops(1, emberchart_lifecycle_trace);
    if (strcmp(what, "hostile") == 0)
        return hostile();
    if (strcmp(what, "brief") == 0)
        return brief();
    if (strcmp(what, "crowded") == 0)
        return crowded();
    return 2;
}
