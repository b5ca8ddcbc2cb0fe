"""A small OpenID provider, in place of that of an organisation."""

from __future__ import annotations

import base64
import json
import subprocess
import time
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from services import Request, Service


def encoded(data: bytes) -> str:
    """Returns bytes as JSON Web Tokens have them."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Provider(Service):
    """Signs in whoever comes, as the person who is set, by the authorization code flow.

    The client is `fieldguide`, and has to know a secret.
    """

    secret = "a-client-secret"

    def __init__(self, folder: Path) -> None:
        self.key = folder / "provider.pem"
        self._openssl("genrsa", "-out", self.key, "2048")
        modulus = self._openssl("rsa", "-in", self.key, "-noout", "-modulus").split(b"=")[1]
        self.modulus = encoded(bytes.fromhex(modulus.decode().strip()))
        self.claims: dict[str, Any] = {}
        self._codes: dict[str, dict[str, Any]] = {}
        super().__init__()

    @staticmethod
    def _openssl(*arguments: str | Path, data: bytes = b"") -> bytes:
        run = subprocess.run(
            ["openssl", *arguments], input=data, check=True, capture_output=True, timeout=30
        )
        return run.stdout

    def respond(self, request: Request) -> None:
        address = urlsplit(request.path)
        if address.path == "/authorize":
            asked = {name: values[0] for name, values in parse_qs(address.query).items()}
            code = f"code-{len(self._codes)}"
            self._codes[code] = self.claims | {"aud": asked["client_id"], "nonce": asked["nonce"]}
            query = urlencode({"code": code, "state": asked["state"]})
            target = ("Location", f"{asked['redirect_uri']}?{query}")
            self.send(request, 302, "text/plain", b"", target)
            return
        if address.path == "/token":
            given = base64.b64encode(f"fieldguide:{self.secret}".encode()).decode()
            assert request.headers["Authorization"] == f"Basic {given}"
            form = request.rfile.read(int(request.headers["Content-Length"])).decode()
            token = self._token(self._codes[parse_qs(form)["code"][0]])
            answer = {"access_token": "a", "token_type": "Bearer", "id_token": token}
        elif address.path == "/keys":
            key = {"kty": "RSA", "use": "sig", "alg": "RS256", "kid": "1", "e": "AQAB"}
            answer = {"keys": [key | {"n": self.modulus}]}
        else:
            answer = {
                "issuer": self.origin,
                "authorization_endpoint": self.origin + "/authorize",
                "token_endpoint": self.origin + "/token",
                "jwks_uri": self.origin + "/keys",
                "response_types_supported": ["code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256"],
                "token_endpoint_auth_methods_supported": ["client_secret_basic"],
            }
        self.send(request, 200, "application/json", json.dumps(answer).encode())

    def _token(self, claims: dict[str, Any]) -> str:
        now = int(time.time())
        body = claims | {"iss": self.origin, "sub": "1", "iat": now, "exp": now + 600}
        head = {"alg": "RS256", "kid": "1"}
        text = ".".join(encoded(json.dumps(part).encode()) for part in (head, body))
        signature = self._openssl("dgst", "-sha256", "-sign", self.key, data=text.encode())
        return f"{text}.{encoded(signature)}"
