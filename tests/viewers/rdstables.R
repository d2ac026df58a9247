# SPDX-License-Identifier: GPL-3.0-or-later
# Samples and frames of stored profile data, version 1 and version 2, as R reads them.
files <- commandArgs(trailingOnly = TRUE)
v1 <- readRDS(files[1])
stopifnot(inherits(v1, "profile_data"), vapply(v1, inherits, NA, "tbl_df"),
          names(v1) == c("meta", "sample_types", "samples", "locations", "functions"),
          is.integer(v1$samples$value), v1$samples$value > 0, is.list(v1$samples$locations),
          unlist(lapply(v1$samples$locations, `[[`, "location_id")) %in% v1$locations$location_id,
          v1$locations$function_id %in% v1$functions$function_id,
          !anyDuplicated(v1$locations$location_id), !anyDuplicated(v1$functions$function_id))
v2 <- readRDS(files[2])
stopifnot(vapply(v2, is.data.frame, NA),
          names(v2) == c("meta", "sources", "samples", "sample_values", "sample_locations",
                         "locations", "functions"),
          v2$sample_locations$sample_id %in% v2$samples$sample_id,
          v2$sample_locations$location_id %in% v2$locations$location_id)
cat(sum(v1$samples$value), sum(v1$samples$value * vapply(v1$samples$locations, nrow, 1L)),
    nrow(v2$samples), nrow(v2$sample_locations))
