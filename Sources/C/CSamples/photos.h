// The photographs of the sample: the names of their files in `photos`, without `.jpg`.
PHOTO(astronaut)
PHOTO(cat)
PHOTO(coffee)
PHOTO(deep_field)
PHOTO(photographer)
PHOTO(raccoon)
PHOTO(rocket)
PHOTO(stairs)
