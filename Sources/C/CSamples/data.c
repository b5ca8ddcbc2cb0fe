#include "CSamples.h"

extern const unsigned char sample_quakes_start[], sample_quakes_end[];

SampleData sample_quakes(void) {
  return (SampleData){sample_quakes_start, (size_t)(sample_quakes_end - sample_quakes_start)};
}
