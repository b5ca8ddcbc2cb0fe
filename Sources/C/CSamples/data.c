#include "CSamples.h"

#include <string.h>

extern const unsigned char sample_quakes_start[], sample_quakes_end[];

SampleData sample_quakes(void) {
  return (SampleData){sample_quakes_start, (size_t)(sample_quakes_end - sample_quakes_start)};
}

#define PHOTO(name) extern const unsigned char sample_photo_##name##_start[], sample_photo_##name##_end[];
#include "photos.h"
#undef PHOTO

SampleData sample_photo(const char *name) {
#define PHOTO(known)                                                               \
  if (strcmp(name, #known) == 0)                                                   \
    return (SampleData){sample_photo_##known##_start,                              \
                        (size_t)(sample_photo_##known##_end - sample_photo_##known##_start)};
#include "photos.h"
#undef PHOTO
  return (SampleData){sample_quakes_start, 0};
}
