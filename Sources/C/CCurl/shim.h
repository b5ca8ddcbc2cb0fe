// libcurl for Swift. curl_easy_setopt and curl_easy_getinfo are variadic and not
// imported, so there is one function for each argument type. libcurl reads integer
// options as `long`.

#ifndef FIELDGUIDE_CURL_SHIM_H
#define FIELDGUIDE_CURL_SHIM_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

typedef size_t (*shim_data_callback)(char *data, size_t size, size_t count, void *context);
typedef int (*shim_progress_callback)(void *context, curl_off_t download_total,
                                      curl_off_t downloaded, curl_off_t upload_total,
                                      curl_off_t uploaded);

static inline CURLcode shim_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode shim_set_string(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode shim_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode shim_set_data_callback(CURL *handle, CURLoption option,
                                              shim_data_callback value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode shim_set_progress_callback(CURL *handle, shim_progress_callback value) {
  return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, value);
}

static inline CURLcode shim_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode shim_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode shim_get_string(CURL *handle, CURLINFO info, const char **value) {
  return curl_easy_getinfo(handle, info, value);
}

#endif
