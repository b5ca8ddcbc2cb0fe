// Recorded data that guides show while they have none of their own. They are part
// of the program: the system reads their pages from the file when they are used.

#pragma once

#include <stddef.h>

/// Bytes of the program, valid as long as it runs.
typedef struct {
  const unsigned char *_Nonnull start;
  size_t count;
} SampleData;

/// A feed of earthquakes, as written by Scripts/make-sample.
SampleData sample_quakes(void);

/// A photograph as JPEG; no bytes for an unknown name.
SampleData sample_photo(const char *_Nonnull name);
