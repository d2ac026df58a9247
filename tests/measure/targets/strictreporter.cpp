// SPDX-License-Identifier: GPL-3.0-or-later
// strictreporter: the whole header in a C++11 program that is warned of all there is.
#include "capture/api/emberchart.h"

int main()
{
    const emberchart::Span whole("whole");
    const auto begin = emberchart_now();
    emberchart_refresh_rate(60);
    emberchart_measure("answer", "", 42);
    emberchart_span("part", begin, emberchart_now());
    emberchart_frame(begin, emberchart_now());
    return emberchart_is_active();
}
