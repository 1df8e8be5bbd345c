"""Verifies a token per line with PyJWT and its key client: {"now": seconds, "token": "..."} in, a line out."""

import json
import sys
from types import SimpleNamespace

import jwt
from jwt import jwk_set_cache

issuer, audience = sys.argv[1:]
now = 0.0
# The age of the cached keys. A token's own times are checked against the real clock, so they are not checked here.
jwk_set_cache.time = SimpleNamespace(monotonic=lambda: now)
keys = jwt.PyJWKClient(f"{issuer}/.well-known/jwks.json")
TIMES = {"verify_exp": False, "verify_iat": False, "verify_nbf": False}

for line in sys.stdin:
    asked = json.loads(line)
    now = asked["now"]
    token = asked["token"]
    try:
        key = keys.get_signing_key_from_jwt(token)
        jwt.decode(token, key, algorithms=["ES256"], issuer=issuer, audience=audience, options=TIMES)
        print("ok", flush=True)
    except Exception as error:
        print(f"{type(error).__name__}: {error}", flush=True)
