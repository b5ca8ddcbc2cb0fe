// Includes the file as bytes. The folder of this file is on the include path.

  .section .rodata
  .balign 8

  .globl sample_quakes_start
  .globl sample_quakes_end
sample_quakes_start:
  .incbin "all_month.geojson"
sample_quakes_end:

#if defined(__linux__)
  .section .note.GNU-stack, "", %progbits
#endif
