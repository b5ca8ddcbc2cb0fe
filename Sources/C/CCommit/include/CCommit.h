/// The commit that the program was built from; empty if it is unknown.
const char *fieldguide_commit(void);

/// The time of the commit in a build by `make build`; else that of the build.
const char *fieldguide_date(void);

/// The lines of `dependencies.lock`.
const char *fieldguide_dependencies(void);
