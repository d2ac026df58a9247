// SPDX-License-Identifier: GPL-3.0-or-later
// strictreporter: the whole header in a C++11 program that is warned of all there is.
#include "capture/api/emberchart.h"

int main()
{
    emberchart_options options = {};
    options.profile_session_sample_rate = 1;
    options.profile_lifecycle = emberchart_lifecycle_trace;
    options.traces_sample_rate = 0.5;
    options.traces_sampler = [](const char *, const char *, void *) { return 1.0; };
    emberchart_setup(&options);
    emberchart_app_to_foreground();
    emberchart_start_profiler();
    emberchart::Transaction request("GET /", "http.server");
    {
        emberchart::ChildSpan query("db.query", "SELECT 1");
        query.setStatus(emberchart_status_not_found);
        const emberchart::ChildSpan worker(request.span(), "worker", "count");
    }
    request.setStatus(emberchart_status_cancelled);
    const emberchart::Span whole("whole");
    const auto begin = emberchart_now();
    emberchart_refresh_rate(60);
    emberchart_measure("answer", "", 42);
    emberchart_span("part", begin, emberchart_now());
    emberchart_frame(begin, emberchart_now());
    emberchart_stop_profiler();
    emberchart_app_to_background();
    return emberchart_is_active();
}
