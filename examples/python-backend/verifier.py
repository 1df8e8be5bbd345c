"""Checks access tokens offline, with the public keys of one project."""

import json
import threading
import time
import urllib.request
from typing import Any, Callable

import jwt

FRESH_FOR = 300
# A stranger can send any kid, so an unknown one may ask the server only this often.
FORCED_EVERY = 60
# A server that does not answer is left alone for a while.
RETRY_AFTER = 5
# How many seconds clocks may differ.
LEEWAY = 5


class KeysUnavailable(Exception):
    """Says nothing about the token: answer 503."""


class StepUpRequired(Exception):
    """The token is good, but its user has proven too little, or too long ago: answer 401 with `challenge`."""

    def __init__(self, challenge: str) -> None:
        super().__init__("prove who you are again")
        self.challenge = challenge


class Verifier:
    def __init__(self, base_url: str, project: str) -> None:
        self.issuer = f"{base_url.rstrip('/')}/p/{project}"
        self.audience = project
        self._keys = _KeySet(f"{self.issuer}/.well-known/jwks.json")

    def verify(self, token: str) -> dict[str, Any]:
        """What the token says: `sub` is the user, `anonymous` a guest, `claims` the roles.

        Raises KeysUnavailable, or jwt.InvalidTokenError for everything that is wrong with the token.
        """
        header = jwt.get_unverified_header(token)
        # Never the algorithm that the token asks for, and no question to the server for such a token.
        if header.get("alg") != "ES256" or "kid" not in header:
            raise jwt.InvalidAlgorithmError("not signed with ES256")
        key = self._keys.find(header["kid"])
        if key is None:
            raise jwt.InvalidTokenError("no key of the project signed it")
        return jwt.decode(
            token,
            key,
            algorithms=["ES256"],
            issuer=self.issuer,
            audience=self.audience,
            leeway=LEEWAY,
            options={"require": ["exp", "iat", "iss", "aud", "sub"]},
        )


def require_step_up(token: dict[str, Any], *, require_mfa: bool = False, max_auth_age: int | None = None) -> None:
    """Raises StepUpRequired unless the user has proven two factors, and that within so many seconds.

    The project must use second factors: other tokens say nothing about them, and are refused.
    """
    has_factors = not require_mfa or "mfa" in token.get("amr", [])
    is_recent = max_auth_age is None or token.get("auth_time", 0) >= time.time() - max_auth_age - LEEWAY
    if has_factors and is_recent:
        return
    # The www-authenticate header of RFC 9470, with all that the route asks for.
    challenge = 'Bearer error="insufficient_user_authentication"'
    if require_mfa:
        challenge += ', acr_values="mfa"'
    if max_auth_age is not None:
        challenge += f', max_age="{max_auth_age}"'
    raise StepUpRequired(challenge)


class _KeySet:
    """Keys that cannot be renewed stay good: an outage of the server does not become one of yours.

    PyJWT's own PyJWKClient drops them after five minutes, and then tries to fetch them for every token.
    """

    def __init__(self, url: str, now: Callable[[], float] = time.monotonic) -> None:
        self._url = url
        self._now = now
        self._lock = threading.Lock()
        self._keys: dict[str, Any] | None = None
        self._renewed_at = self._failed_at = self._forced_at = float("-inf")

    def find(self, kid: str) -> Any:
        keys = self._keys
        if keys is not None and kid in keys:
            # One caller waits for newer keys; the others go on with those they have.
            if not self._is_fresh() and self._lock.acquire(blocking=False):
                try:
                    self._renew()
                finally:
                    self._lock.release()
            return (self._keys or keys).get(kid)
        with self._lock:
            if not self._is_fresh():
                self._renew()
            if self._is_fresh() and kid not in self._keys and self._now() - self._forced_at >= FORCED_EVERY:
                self._forced_at = self._now()
                self._renew()
            if kid not in (self._keys or {}) and not self._is_fresh():
                raise KeysUnavailable(f"cannot fetch {self._url}")
            return self._keys.get(kid)

    def _is_fresh(self) -> bool:
        return self._keys is not None and self._now() - self._renewed_at < FRESH_FOR

    def _renew(self) -> None:
        if self._now() - self._failed_at < RETRY_AFTER:
            return
        try:
            with urllib.request.urlopen(self._url, timeout=5) as answer:
                found = jwt.PyJWKSet.from_dict(json.loads(answer.read(100_000)))
            self._keys = {each.key_id: each.key for each in found.keys if each.key_type == "EC"}
            self._renewed_at = self._now()
        except (OSError, ValueError, jwt.PyJWTError):
            self._failed_at = self._now()
