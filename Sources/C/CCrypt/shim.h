// The system's password hashing for Swift.

#ifndef FIELDGUIDE_CRYPT_SHIM_H
#define FIELDGUIDE_CRYPT_SHIM_H

#include <crypt.h>

#endif
