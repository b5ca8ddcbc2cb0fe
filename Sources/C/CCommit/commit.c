#include "CCommit.h"

#ifndef FIELDGUIDE_COMMIT
#define FIELDGUIDE_COMMIT ""
#endif

const char *fieldguide_commit(void) { return FIELDGUIDE_COMMIT; }

const char *fieldguide_date(void) { return __DATE__ " " __TIME__; }

#pragma clang diagnostic ignored "-Wc23-extensions"
static const char dependencies[] = {
#embed "../../../dependencies.lock" suffix(, )
    0};

const char *fieldguide_dependencies(void) { return dependencies; }
