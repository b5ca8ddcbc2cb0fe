#include "CGeography.h"

extern const unsigned char geography_names_start[], geography_names_end[];
extern const unsigned char geography_areas_start[], geography_areas_end[];
extern const unsigned char geography_outlines_start[], geography_outlines_end[];
extern const unsigned char geography_zones_start[], geography_zones_end[];

GeographyData geography_names(void) {
  return (GeographyData){
      geography_names_start, (size_t)(geography_names_end - geography_names_start)};
}

GeographyData geography_areas(void) {
  return (GeographyData){
      geography_areas_start, (size_t)(geography_areas_end - geography_areas_start)};
}

GeographyData geography_outlines(void) {
  return (GeographyData){
      geography_outlines_start, (size_t)(geography_outlines_end - geography_outlines_start)};
}

GeographyData geography_zones(void) {
  return (GeographyData){
      geography_zones_start, (size_t)(geography_zones_end - geography_zones_start)};
}
