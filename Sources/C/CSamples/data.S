// Includes the files as bytes. The folder of this file is on the include path.

  .section .rodata
  .balign 8

  .globl sample_quakes_start
  .globl sample_quakes_end
sample_quakes_start:
  .incbin "all_month.geojson"
sample_quakes_end:

#define TEXT(file) #file
#define PHOTO(name) \
  .globl sample_photo_##name##_start ; \
  .globl sample_photo_##name##_end ; \
  sample_photo_##name##_start: ; \
  .incbin TEXT(photos/name.jpg) ; \
  sample_photo_##name##_end:
#include "photos.h"

#if defined(__linux__)
  .section .note.GNU-stack, "", %progbits
#endif
