#include "CCommit.h"

#ifndef FIELDGUIDE_COMMIT
#define FIELDGUIDE_COMMIT ""
#endif

const char *fieldguide_commit(void) { return FIELDGUIDE_COMMIT; }
