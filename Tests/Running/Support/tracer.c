// Runs a program, and tells which of some functions it enters.
//
//   tracer ADDRESSES OUTPUT PROGRAM ARGUMENTS…
//
// ADDRESSES has a line for each function: its address in the program, in hexadecimal. SIGUSR1
// begins to trace, which the file OUTPUT.begun tells. SIGUSR2 ends it, and writes the addresses
// that were entered since to OUTPUT, in the order of the first entry. A breakpoint at the first
// byte of each function is removed when it is reached.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CHECK(condition) \
  do { if (!(condition)) { perror(#condition); exit(1); } } while (0)

struct function { unsigned long address; unsigned char byte; char isSet; };

static struct function *functions;
static size_t count;
static unsigned long *entered;
static size_t enteredCount;
static volatile sig_atomic_t begins, ends, terminates;

static void note(int signal) {
  if (signal == SIGUSR1) begins = 1;
  else if (signal == SIGUSR2) ends = 1;
  else terminates = 1;
}

static int compare(const void *left, const void *right) {
  unsigned long a = ((struct function *)left)->address, b = ((struct function *)right)->address;
  return a < b ? -1 : a > b;
}

static void readFunctions(const char *path) {
  FILE *file = fopen(path, "r");
  CHECK(file);
  unsigned long address;
  while (fscanf(file, "%lx", &address) == 1) {
    functions = realloc(functions, (count + 1) * sizeof *functions);
    CHECK(functions);
    functions[count++] = (struct function){.address = address};
  }
  fclose(file);
  qsort(functions, count, sizeof *functions, compare);
  entered = calloc(count, sizeof *entered);
  CHECK(entered);
}

// The difference between addresses in the process and in the file.
static unsigned long base(pid_t process) {
  char path[64];
  unsigned long start;
  snprintf(path, sizeof path, "/proc/%d/maps", process);
  FILE *file = fopen(path, "r");
  CHECK(file && fscanf(file, "%lx", &start) == 1);
  fclose(file);
  return start;
}

static void setAll(int memory, unsigned long base) {
  for (size_t index = 0; index < count; index++) {
    struct function *function = &functions[index];
    CHECK(pread(memory, &function->byte, 1, base + function->address) == 1);
    CHECK(pwrite(memory, "\xCC", 1, base + function->address) == 1);
    function->isSet = 1;
  }
  enteredCount = 0;
}

static void removeOne(struct function *function, int memory, unsigned long base) {
  if (!function->isSet) return;
  CHECK(pwrite(memory, &function->byte, 1, base + function->address) == 1);
  function->isSet = 0;
}

static void removeAll(int memory, unsigned long base, const char *output) {
  for (size_t index = 0; index < count; index++) removeOne(&functions[index], memory, base);
  char path[4096];
  snprintf(path, sizeof path, "%s.new", output);
  FILE *file = fopen(path, "w");
  CHECK(file);
  for (size_t index = 0; index < enteredCount; index++) fprintf(file, "%lx\n", entered[index]);
  CHECK(fclose(file) == 0);
  // Whoever sees the file sees all of it.
  CHECK(rename(path, output) == 0);
}

// Goes back to the first byte of a function. Returns the signal for the thread.
static int enter(pid_t thread, int memory, unsigned long base) {
  struct user_regs_struct registers;
  CHECK(ptrace(PTRACE_GETREGS, thread, 0, &registers) == 0);
  struct function key = {.address = registers.rip - 1 - base};
  struct function *function = bsearch(&key, functions, count, sizeof key, compare);
  if (!function) return SIGTRAP;
  if (function->isSet) entered[enteredCount++] = function->address;
  removeOne(function, memory, base);
  registers.rip--;
  CHECK(ptrace(PTRACE_SETREGS, thread, 0, &registers) == 0);
  return 0;
}

static void tellBeginning(const char *output) {
  char path[4096];
  snprintf(path, sizeof path, "%s.begun", output);
  int file = open(path, O_CREAT | O_WRONLY, 0600);
  CHECK(file >= 0);
  close(file);
}

int main(int argumentCount, char **arguments) {
  if (argumentCount < 4) return 2;
  readFunctions(arguments[1]);
  pid_t process = fork();
  CHECK(process >= 0);
  if (process == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    execv(arguments[3], arguments + 3);
    _exit(127);
  }
  struct sigaction action = {.sa_handler = note};
  sigaction(SIGUSR1, &action, NULL);
  sigaction(SIGUSR2, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  int status;
  CHECK(waitpid(process, &status, 0) == process && WIFSTOPPED(status));
  CHECK(ptrace(PTRACE_SETOPTIONS, process, 0, PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL) == 0);
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/mem", process);
  int memory = open(path, O_RDWR);
  CHECK(memory >= 0);
  unsigned long start = base(process);
  ptrace(PTRACE_CONT, process, 0, 0);
  for (;;) {
    if (begins) { begins = 0; setAll(memory, start); tellBeginning(arguments[2]); }
    if (ends) { ends = 0; removeAll(memory, start, arguments[2]); }
    if (terminates) { terminates = 0; kill(process, SIGTERM); }
    pid_t thread = waitpid(-1, &status, __WALL | WNOHANG);
    if (thread < 0 && errno != EINTR) return 1;
    if (thread <= 0) {
      nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
      continue;
    }
    if (WIFEXITED(status) || WIFSIGNALED(status)) {
      if (thread == process) return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
      continue;
    }
    int signal = WSTOPSIG(status);
    // A new thread, or an event of one.
    if (status >> 16 || signal == SIGSTOP) signal = 0;
    else if (signal == SIGTRAP) signal = enter(thread, memory, start);
    ptrace(PTRACE_CONT, thread, 0, signal);
  }
}
