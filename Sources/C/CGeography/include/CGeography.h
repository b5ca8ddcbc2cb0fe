// The data of the map, which is part of the program: the system reads its pages
// from the file when they are used.

#pragma once

#include <stddef.h>

/// Bytes of the program, valid as long as it runs.
typedef struct {
  const unsigned char *_Nonnull start;
  size_t count;
} GeographyData;

/// The names of places, as written by Scripts/make-gazetteer.
GeographyData geography_names(void);

/// The areas of countries, states and islands, as written by Scripts/make-areas.
GeographyData geography_areas(void);

/// The outlines of land, lakes, borders and plates, as written by Scripts/make-map.
GeographyData geography_outlines(void);

/// The areas of time zones, as written by Scripts/make-zones.
GeographyData geography_zones(void);
