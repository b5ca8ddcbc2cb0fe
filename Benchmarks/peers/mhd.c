/* libmicrohttpd with one response, created at start: the minimum cost of serving with this library.
 *
 *     mhd PORT FILE [-e] [-H "Name: value"]...
 *
 * Two threads serve. By default both accept connections, and one of them may accept them all: it
 * then handles several events per wake-up, which is cheaper, while the other core is idle. With -e
 * connections are assigned round robin.
 */

#include <arpa/inet.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int listening;

static enum MHD_Result
answer (void *response, struct MHD_Connection *connection, const char *url, const char *method,
        const char *version, const char *body, size_t *body_size, void **state)
{
  (void) url, (void) method, (void) version, (void) body, (void) body_size;
  /* A response that is queued in the first call, before the end of the request, would close the
     connection. */
  if (! *state)
    {
      *state = response;
      return MHD_YES;
    }
  return MHD_queue_response (connection, MHD_HTTP_OK, response);
}

static void
fail (const char *what)
{
  perror (what);
  exit (1);
}

static struct MHD_Response *
response_of_file (const char *path)
{
  FILE *file = fopen (path, "rb");
  if (! file || fseek (file, 0, SEEK_END))
    fail (path);
  size_t size = (size_t) ftell (file);
  rewind (file);
  char *bytes = malloc (size);
  if (! bytes || fread (bytes, 1, size, file) != size)
    fail (path);
  fclose (file);
  return MHD_create_response_from_buffer (size, bytes, MHD_RESPMEM_PERSISTENT);
}

static void
add_field (struct MHD_Response *response, char *field)
{
  char *value = strstr (field, ": ");
  if (! value)
    fail (field);
  *value = 0;
  if (MHD_add_response_header (response, field, value + 2) != MHD_YES)
    fail (field);
}

/* Accepts connections for two daemons, round robin. */
static void *
share (void *context)
{
  struct MHD_Daemon **daemons = context;
  for (unsigned int turn = 0;; turn++)
    {
      struct sockaddr_in client;
      socklen_t size = sizeof client;
      int connection = accept (listening, (struct sockaddr *) &client, &size);
      if (connection < 0)
        continue;
      int on = 1;
      fcntl (connection, F_SETFL, O_NONBLOCK);
      setsockopt (connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      MHD_add_connection (daemons[turn % 2], connection, (struct sockaddr *) &client, size);
    }
  return NULL;
}

static void
start_even (const struct sockaddr_in *address, struct MHD_Response *response)
{
  static struct MHD_Daemon *daemons[2];
  int on = 1;
  listening = socket (AF_INET, SOCK_STREAM, 0);
  setsockopt (listening, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind (listening, (const struct sockaddr *) address, sizeof *address)
      || listen (listening, SOMAXCONN))
    fail ("bind");
  for (int index = 0; index < 2; index++)
    {
      daemons[index] = MHD_start_daemon (
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ITC, 0, NULL, NULL,
        answer, response, MHD_OPTION_END);
      if (! daemons[index])
        fail ("MHD_start_daemon");
    }
  pthread_t thread;
  if (pthread_create (&thread, NULL, share, daemons))
    fail ("pthread_create");
}

static void
start_pool (const struct sockaddr_in *address, struct MHD_Response *response)
{
  if (! MHD_start_daemon (
        MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, answer, response,
        MHD_OPTION_SOCK_ADDR, address, MHD_OPTION_THREAD_POOL_SIZE, 2u, MHD_OPTION_END))
    fail ("MHD_start_daemon");
}

int
main (int count, char **arguments)
{
  if (count < 3)
    {
      fprintf (stderr, "usage: mhd PORT FILE [-e] [-H \"Name: value\"]...\n");
      return 2;
    }
  struct MHD_Response *response = response_of_file (arguments[2]);
  MHD_add_response_header (response, "Content-Type", "text/html; charset=utf-8");
  int index = 3;
  int is_even = index < count && ! strcmp (arguments[index], "-e");
  for (index += is_even; index + 1 < count; index += 2)
    add_field (response, arguments[index + 1]);

  /* Blocked before threads start, which inherit the mask: only sigwait receives them. */
  sigset_t ends;
  sigemptyset (&ends);
  sigaddset (&ends, SIGTERM);
  sigaddset (&ends, SIGINT);
  pthread_sigmask (SIG_BLOCK, &ends, NULL);

  struct sockaddr_in address = {
    .sin_family = AF_INET,
    .sin_port = htons ((uint16_t) atoi (arguments[1])),
    .sin_addr.s_addr = htonl (INADDR_LOOPBACK),
  };
  (is_even ? start_even : start_pool) (&address, response);
  int signal;
  sigwait (&ends, &signal);
  return 0;
}
