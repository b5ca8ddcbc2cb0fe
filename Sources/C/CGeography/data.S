// Includes the files as bytes. The folder of this file is on the include path.

  .section .rodata
  .balign 8

  .globl geography_names_start
  .globl geography_names_end
geography_names_start:
  .incbin "names.tsv"
geography_names_end:

// Written by Scripts/make-areas; the digest makes the compiler read it again.
// Areas: 1b4149e65291f5ba
  .globl geography_areas_start
  .globl geography_areas_end
geography_areas_start:
  .incbin "areas.tsv"
geography_areas_end:

// Written by Scripts/make-map; the digest makes the compiler read it again.
// Outlines: 18eceeff104e2ecb
  .balign 8
  .globl geography_outlines_start
  .globl geography_outlines_end
geography_outlines_start:
  .incbin "outlines.bin"
geography_outlines_end:

// Written by Scripts/make-zones, likewise.
// Zones: a6a96dba61fddc92
  .globl geography_zones_start
  .globl geography_zones_end
geography_zones_start:
  .incbin "zones.bin"
geography_zones_end:

#if defined(__linux__)
  .section .note.GNU-stack, "", %progbits
#endif
