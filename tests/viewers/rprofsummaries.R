# SPDX-License-Identifier: GPL-3.0-or-later
# Whether R's summaries of two files that Rprof() may have written are the same.
files <- commandArgs(trailingOnly = TRUE)
summary_of <- function(file, lines) {
    header <- readLines(file, 1, warn = FALSE)
    memory <- if (grepl("memory", header)) "both" else "none"
    lines <- if (grepl("line prof", header)) lines else "hide"
    tryCatch(suppressWarnings(summaryRprof(file, memory = memory, lines = lines, chunksize = 1e7)),
             error = conditionMessage)
}
for (lines in c("hide", "show"))
    cat(identical(summary_of(files[1], lines), summary_of(files[2], lines)), "")
