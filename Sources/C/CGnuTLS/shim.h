// The digests of GnuTLS for Swift. libmicrohttpd uses the same library for TLS.

#ifndef FIELDGUIDE_GNUTLS_SHIM_H
#define FIELDGUIDE_GNUTLS_SHIM_H

#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>

#endif
