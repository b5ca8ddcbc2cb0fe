/* libmicrohttpd with one response, made once: the least that serving costs with this library.
 *
 *     mhd PORT FILE [-H "Name: value"]...
 */

#include <arpa/inet.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum MHD_Result
answer (void *response, struct MHD_Connection *connection, const char *url, const char *method,
        const char *version, const char *body, size_t *body_size, void **state)
{
  (void) url, (void) method, (void) version, (void) body, (void) body_size;
  /* An answer at the first call, before the end of the request, would close the connection. */
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

int
main (int count, char **arguments)
{
  if (count < 3)
    {
      fprintf (stderr, "usage: mhd PORT FILE [-H \"Name: value\"]...\n");
      return 2;
    }
  struct MHD_Response *response = response_of_file (arguments[2]);
  MHD_add_response_header (response, "Content-Type", "text/html; charset=utf-8");
  for (int index = 3; index + 1 < count; index += 2)
    add_field (response, arguments[index + 1]);

  /* Blocked before there are threads, which inherit it: only sigwait gets them. */
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
  struct MHD_Daemon *daemon = MHD_start_daemon (
    MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, answer, response,
    MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_THREAD_POOL_SIZE, 2u, MHD_OPTION_END);
  if (! daemon)
    fail ("MHD_start_daemon");
  int signal;
  sigwait (&ends, &signal);
  MHD_stop_daemon (daemon);
  MHD_destroy_response (response);
}
