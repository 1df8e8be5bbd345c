import { type Facts, type Snippet, terminal } from "./snippet.ts";

/** The skill has the same code; a test holds them together. */
export function pythonSnippets({ jwksUrl, issuer, audience }: Facts): Snippet[] {
  return [
    { title: terminal, code: 'pip install "pyjwt[crypto]"' },
    { title: "verify.py", code: verifyPython(jwksUrl, issuer, audience) },
  ];
}

const verifyPython = (jwksUrl: string, issuer: string, audience: string): string => `import json
import threading
import time
import urllib.request

import jwt

JWKS_URL = "${jwksUrl}"
ISSUER = "${issuer}"
AUDIENCE = "${audience}"
LEEWAY_SECONDS = 5
REFETCH_SECONDS = 60

_lock = threading.Lock()
_keys = {}
_fetched_at = float("-inf")


def _find_key(kid):
    global _keys, _fetched_at
    with _lock:
        if kid not in _keys and time.monotonic() - _fetched_at > REFETCH_SECONDS:
            _fetched_at = time.monotonic()
            with urllib.request.urlopen(JWKS_URL, timeout=5) as response:
                jwks = json.load(response)
            _keys = {jwk["kid"]: jwt.PyJWK(jwk).key for jwk in jwks["keys"]}
        if kid not in _keys:
            raise jwt.InvalidTokenError("unknown key")
        return _keys[kid]


def verify_access_token(token):
    """Return the claims of a good token; raise jwt.InvalidTokenError for any other. Answer 401 then."""
    kid = jwt.get_unverified_header(token).get("kid")
    return jwt.decode(
        token,
        _find_key(kid),
        algorithms=["ES256"],
        issuer=ISSUER,
        audience=AUDIENCE,
        leeway=LEEWAY_SECONDS,
        options={"require": ["exp", "iss", "aud", "sub"]},
    )`;
