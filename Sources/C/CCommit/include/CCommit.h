/// The commit that the program was built from; empty if it is unknown.
const char *fieldguide_commit(void);
