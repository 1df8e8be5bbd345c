"""Verifies a token per line with PyJWT and its key client: {"now": seconds, "token": "..."} in, a line out."""

import json
import sys
import urllib.request
from types import SimpleNamespace

import jwt
from jwt import api_jwk, jwk_set_cache, jwks_client

issuer, audience = sys.argv[1:]
now = 0.0
# The age of the cached keys, and the pause between two fetches for unknown keys. A token's own times are checked
# against the real clock, so they are not checked here.
for module in (api_jwk, jwk_set_cache, jwks_client):
    module.time = SimpleNamespace(monotonic=lambda: now)
TIMES = {"verify_exp": False, "verify_iat": False, "verify_nbf": False}

with urllib.request.urlopen(f"{issuer}/.well-known/openid-configuration") as answer:
    found = json.load(answer)
if found["issuer"] != issuer:
    raise ValueError(f"{found['issuer']} is not {issuer}")
keys = jwt.PyJWKClient(found["jwks_uri"])
algorithms = found["id_token_signing_alg_values_supported"]

for line in sys.stdin:
    asked = json.loads(line)
    now = asked["now"]
    token = asked["token"]
    try:
        key = keys.get_signing_key_from_jwt(token)
        jwt.decode(token, key, algorithms=algorithms, issuer=issuer, audience=audience, options=TIMES)
        print("ok", flush=True)
    except Exception as error:
        print(f"{type(error).__name__}: {error}", flush=True)
