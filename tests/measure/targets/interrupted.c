/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads report, begin and finish transactions, and a signal handler that may run anywhere in that
 * makes all calls that it may. Ends with 3 if one of them has not kept errno. */
#define _GNU_SOURCE /* timers */
#include "capture/api/emberchart.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

static volatile int isSpoiled;
static volatile int handled;

static void onAlarm(int number)
{
    const int error = errno;
    const int64_t now = emberchart_now();
    (void)number;
    emberchart_measure("of the handler", "", 1);
    emberchart_end(emberchart_begin("of the handler"));
    emberchart_frame(now, now);
    emberchart_refresh_rate(60);
    emberchart_start_profiler();
    emberchart_stop_profiler();
    emberchart_app_to_background();
    emberchart_app_to_foreground();
    isSpoiled |= errno != error;
    handled = 1;
}

static void *report(void *unused)
{
    for (int i = 0; i < 1000 || !handled; ++i) {
        const struct emberchart_traced_span request =
            emberchart_begin_transaction("GET /", "http.server");
        const struct emberchart_traced_span query = emberchart_begin_child("db.query", "SELECT 1");
        emberchart_measure("of a thread", "", i);
        emberchart_finish(query, emberchart_status_ok);
        emberchart_finish(request, emberchart_status_ok);
    }
    return unused;
}

int main(void)
{
    enum { threadCount = 4 };
    const struct itimerval often = {{0, 500}, {0, 500}};
    const struct itimerval never = {{0, 0}, {0, 0}};
    pthread_t threads[threadCount];
    printf("%d\n", emberchart_is_active());
    signal(SIGALRM, onAlarm);
    if (setitimer(ITIMER_REAL, &often, 0) != 0)
        return 1;
    for (int i = 0; i < threadCount; ++i)
        if (pthread_create(&threads[i], 0, report, 0) != 0)
            return 1;
    for (int i = 0; i < threadCount; ++i)
        pthread_join(threads[i], 0);
    setitimer(ITIMER_REAL, &never, 0);
    return isSpoiled ? 3 : 0;
}
