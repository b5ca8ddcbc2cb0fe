#include "CGlyphs.h"

extern const unsigned char glyphs_start[], glyphs_end[];

GlyphData glyphs(void) {
  return (GlyphData){glyphs_start, (size_t)(glyphs_end - glyphs_start)};
}
