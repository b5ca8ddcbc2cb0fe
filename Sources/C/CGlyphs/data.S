// Includes the file as bytes. The folder of this file is on the include path.

  .section .rodata
  .balign 8

  .globl glyphs_start
  .globl glyphs_end
glyphs_start:
  .incbin "glyphs.tsv"
glyphs_end:

#if defined(__linux__)
  .section .note.GNU-stack, "", %progbits
#endif
