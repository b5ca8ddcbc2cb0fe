// libmicrohttpd for Swift. Each function below says why Swift cannot do without it.

#ifndef FIELDGUIDE_MICROHTTPD_SHIM_H
#define FIELDGUIDE_MICROHTTPD_SHIM_H

#include <malloc.h>
#include <microhttpd.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>

// MHD_SIZE_UNKNOWN is a macro that expands to a macro, which is not imported.
static const uint64_t shim_size_unknown = MHD_SIZE_UNKNOWN;

// Called once a request, with its target as it was sent; what it returns
// becomes the request's context.
typedef void *(*shim_target_callback)(void *context, const char *target,
                                      struct MHD_Connection *connection);

// Called with one line of libmicrohttpd's own log.
typedef void (*shim_log_callback)(void *context, const char *line);

typedef struct {
  unsigned int connection_limit;
  size_t connection_memory;
  unsigned int idle_seconds;
  void *context;
  shim_target_callback on_target;
  MHD_AccessHandlerCallback on_request;
  MHD_RequestCompletedCallback on_completed;
  MHD_NotifyConnectionCallback on_connection;
  shim_log_callback on_log;
} shim_daemon_options;

// A va_list cannot be read from Swift: the line is formatted here.
static inline void shim_log(void *options, const char *format, va_list arguments) {
  const shim_daemon_options *callbacks = (const shim_daemon_options *)options;
  char line[512];
  if (vsnprintf(line, sizeof line, format, arguments) > 0)
    callbacks->on_log(callbacks->context, line);
}

// MHD_start_daemon is variadic. The daemon gets its connections from
// MHD_add_connection. `options` must outlive it.
static inline struct MHD_Daemon *shim_start_daemon(shim_daemon_options *options) {
  return MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ITC |
          MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG,
      0, NULL, NULL, options->on_request, options->context,
      // First, so that it also hears what goes wrong during the start.
      MHD_OPTION_EXTERNAL_LOGGER, shim_log, options,
      MHD_OPTION_CONNECTION_LIMIT, options->connection_limit,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->connection_memory,
      MHD_OPTION_CONNECTION_TIMEOUT, options->idle_seconds,
#if MHD_VERSION >= 0x00097701
      MHD_OPTION_CLIENT_DISCIPLINE_LVL, 1,
#else
      // 1 would refuse requests without Host, but sends the refusal's head
      // twice; the request assembler refuses them.
      MHD_OPTION_STRICT_FOR_CLIENT, 0,
#endif
      MHD_OPTION_URI_LOG_CALLBACK, options->on_target, options->context,
      MHD_OPTION_NOTIFY_COMPLETED, options->on_completed, options->context,
      MHD_OPTION_NOTIFY_CONNECTION, options->on_connection, options->context,
      MHD_OPTION_END);
}

// MHD_set_response_options is variadic. The response will have no chunks:
// without a length it ends with the connection.
static inline enum MHD_Result shim_forbid_chunks(struct MHD_Response *response) {
  return MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

// The names of glibc's mallopt are not imported. Keeps memory that was freed,
// up to 64 MiB of it, and takes large blocks from it, too.
static inline void shim_keep_memory(void) {
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
}

// MHD_get_connection_info is variadic. Writes the client's address as digits,
// and says whether it could.
static inline int shim_client_address(struct MHD_Connection *connection, char *text,
                                      socklen_t size) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  if (info == NULL || info->client_addr == NULL) return 0;
  const struct sockaddr *address = info->client_addr;
  socklen_t length =
      address->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
  return getnameinfo(address, length, text, size, NULL, 0, NI_NUMERICHOST) == 0;
}

#endif
