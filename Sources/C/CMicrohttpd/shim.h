// libmicrohttpd for Swift. Each function below says why Swift cannot do without it.

#ifndef FIELDGUIDE_MICROHTTPD_SHIM_H
#define FIELDGUIDE_MICROHTTPD_SHIM_H

#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <malloc.h>
#include <microhttpd.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
// Not part of the module of the C library.
#include <sys/epoll.h>
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
  void *context;
  shim_target_callback on_target;
  MHD_AccessHandlerCallback on_request;
  MHD_RequestCompletedCallback on_completed;
  MHD_NotifyConnectionCallback on_connection;
  shim_log_callback on_log;
  // Shows a certificate to a client that begins; NULL where nothing is
  // encrypted.
  gnutls_certificate_retrieve_function3 *on_certificate;
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
  const struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_PRIORITIES, 0, "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
      {MHD_OPTION_HTTPS_CERT_CALLBACK2, 0, (void *)options->on_certificate},
      {MHD_OPTION_END, 0, NULL},
  };
  const struct MHD_OptionItem plain[] = {{MHD_OPTION_END, 0, NULL}};
  return MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ITC |
          MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG |
          (options->on_certificate != NULL ? MHD_USE_TLS : 0),
      0, NULL, NULL, options->on_request, options->context,
      // First, so that it also hears what goes wrong during the start.
      MHD_OPTION_EXTERNAL_LOGGER, shim_log, options,
      MHD_OPTION_CONNECTION_LIMIT, options->connection_limit,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->connection_memory,
      MHD_OPTION_ARRAY, options->on_certificate != NULL ? tls : plain,
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

// The names of glibc's mallopt are not imported. Takes memory from the system in
// pieces of at least 1 MiB, keeps up to 64 MiB that were freed, and takes large
// blocks from it, too.
static inline void shim_keep_memory(void) {
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  mallopt(M_TOP_PAD, 1 << 20);
}

// MHD_get_connection_info is variadic. The socket of a connection, or -1.
static inline int shim_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

// The same for what was kept with a connection when it began.
static inline void *shim_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? NULL : info->socket_context;
}

// The same for how many bytes the head of a request has.
static inline size_t shim_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info == NULL ? 0 : info->header_size;
}

// MHD_set_connection_option is variadic. The seconds of silence after which a
// connection is closed.
static inline enum MHD_Result shim_set_timeout(struct MHD_Connection *connection,
                                               unsigned int seconds) {
  return MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}

// libmicrohttpd would parse the query of a target into records that nobody
// reads, and gets stuck where they do not fit into the connection's memory.
// The target lies there, is read before, and may be written to: without a query
// there is nothing to parse.
static inline void shim_hide_query(const char *target) {
#if MHD_VERSION < 0x00097701
  char *query = strchr((char *)target, '?');
  if (query != NULL) query[1] = '\0';
#endif
}

// Sends bytes to a client past libmicrohttpd, as far as they can be sent at
// once: over gnutls's session or the socket, both of which are behind the
// variadic MHD_get_connection_info.
static inline ssize_t shim_send(struct MHD_Connection *connection, const void *bytes,
                                size_t size) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  if (info != NULL && info->tls_session != NULL)
    return gnutls_record_send((gnutls_session_t)info->tls_session, bytes, size);
  return send(shim_descriptor(connection), bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// What gnutls shows to a client, and frees afterwards.
typedef struct {
  gnutls_pcert_st *chain;
  unsigned int count;
  gnutls_privkey_t key;
} shim_certificate;

// Most certificates in a chain.
#define SHIM_CHAIN 16

// Reads a chain and its key. gnutls frees the array with its own allocator, so
// it has to come from there, which is a function pointer that Swift cannot
// call. Returns 0, or gnutls's error.
static inline int shim_load_certificate(const unsigned char *chain, unsigned int chain_size,
                                        const unsigned char *key, unsigned int key_size,
                                        shim_certificate *loaded) {
  const gnutls_datum_t chain_text = {(unsigned char *)chain, chain_size};
  const gnutls_datum_t key_text = {(unsigned char *)key, key_size};
  unsigned int count = SHIM_CHAIN;
  gnutls_pcert_st *certificates =
      (gnutls_pcert_st *)gnutls_malloc(SHIM_CHAIN * sizeof(gnutls_pcert_st));
  if (certificates == NULL) return GNUTLS_E_MEMORY_ERROR;
  int result = gnutls_pcert_list_import_x509_raw(certificates, &count, &chain_text,
                                                 GNUTLS_X509_FMT_PEM, 0);
  if (result < 0) {
    gnutls_free(certificates);
    return result;
  }
  gnutls_privkey_t loaded_key = NULL;
  result = gnutls_privkey_init(&loaded_key);
  if (result >= 0)
    result = gnutls_privkey_import_x509_raw(loaded_key, &key_text, GNUTLS_X509_FMT_PEM, NULL, 0);
  if (result < 0) {
    if (loaded_key != NULL) gnutls_privkey_deinit(loaded_key);
    for (unsigned int index = 0; index < count; index++)
      gnutls_pcert_deinit(&certificates[index]);
    gnutls_free(certificates);
    return result;
  }
  loaded->chain = certificates;
  loaded->count = count;
  loaded->key = loaded_key;
  return 0;
}

// The time at which the first certificate of a chain expires, in seconds since
// 1970. gnutls_free is a function pointer that Swift cannot call.
static inline int shim_expiration(gnutls_certificate_credentials_t credentials,
                                  int64_t *expiration) {
  gnutls_x509_crt_t *certificates = NULL;
  unsigned int count = 0;
  int result = gnutls_certificate_get_x509_crt(credentials, 0, &certificates, &count);
  if (result < 0) return result;
  *expiration = INT64_MAX;
  for (unsigned int index = 0; index < count; index++) {
    const int64_t time = gnutls_x509_crt_get_expiration_time(certificates[index]);
    if (time < *expiration) *expiration = time;
    gnutls_x509_crt_deinit(certificates[index]);
  }
  gnutls_free(certificates);
  return 0;
}

// Whether a chain and a key can be read and belong together: NULL, or what is
// wrong in words that are never freed.
static inline const char *shim_check_certificate(const unsigned char *chain,
                                                 unsigned int chain_size,
                                                 const unsigned char *key,
                                                 unsigned int key_size,
                                                 int64_t *expiration) {
  const gnutls_datum_t chain_text = {(unsigned char *)chain, chain_size};
  const gnutls_datum_t key_text = {(unsigned char *)key, key_size};
  gnutls_certificate_credentials_t credentials = NULL;
  int result = gnutls_certificate_allocate_credentials(&credentials);
  if (result >= 0) {
    result = gnutls_certificate_set_x509_key_mem(credentials, &chain_text, &key_text,
                                                 GNUTLS_X509_FMT_PEM);
    if (result >= 0) result = shim_expiration(credentials, expiration);
    gnutls_certificate_free_credentials(credentials);
  }
  return result < 0 ? gnutls_strerror(result) : NULL;
}

// The connection that a handshake belongs to: libmicrohttpd keeps it there.
static inline struct MHD_Connection *shim_connection(gnutls_session_t session) {
  return (struct MHD_Connection *)gnutls_session_get_ptr(session);
}

#endif
