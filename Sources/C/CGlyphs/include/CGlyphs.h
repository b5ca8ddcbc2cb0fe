// The outlines of letters, which are part of the program: the system reads its pages from
// the file when they are used.

#pragma once

#include <stddef.h>

/// Bytes of the program, valid as long as it runs.
typedef struct {
  const unsigned char *_Nonnull start;
  size_t count;
} GlyphData;

/// The letters of pictures, as written by Scripts/make-glyphs.
GlyphData glyphs(void);
