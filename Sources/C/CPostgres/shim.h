// libpq for Swift.

#ifndef FIELDGUIDE_POSTGRES_SHIM_H
#define FIELDGUIDE_POSTGRES_SHIM_H

#include <libpq-fe.h>
// Not part of the module of the C library.
#include <poll.h>
#include <sys/eventfd.h>

#endif
