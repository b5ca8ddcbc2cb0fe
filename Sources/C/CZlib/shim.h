// zlib for Swift. The comment of each function states why Swift needs it.

#ifndef FIELDGUIDE_ZLIB_SHIM_H
#define FIELDGUIDE_ZLIB_SHIM_H

#include <string.h>
#include <zlib.h>

// deflateInit2 is a macro, which is not imported. 31 selects the largest window
// and the gzip format, 9 the maximum memory.
static inline int shim_gzip_init(z_stream *stream, int level) {
  memset(stream, 0, sizeof *stream);
  return deflateInit2(stream, level, Z_DEFLATED, 31, 9, Z_DEFAULT_STRATEGY);
}

#endif
