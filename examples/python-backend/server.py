import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import jwt

from verifier import KeysUnavailable, StepUpRequired, Verifier, require_step_up

verifier = Verifier(os.environ.get("AUTH_URL", "http://localhost:8080"), os.environ.get("AUTH_PROJECT", "demo"))


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        scheme, _, bearer = self.headers.get("authorization", "").partition(" ")
        if scheme != "Bearer":
            return self.answer(401, {"title": "send the access token as authorization: Bearer"})
        try:
            token = verifier.verify(bearer)
        except KeysUnavailable as error:
            return self.answer(503, {"title": str(error)})
        except jwt.InvalidTokenError as error:
            return self.answer(401, {"title": str(error)})
        is_guest = token.get("anonymous", False)
        if is_guest and self.path in ("/members", "/payout"):
            return self.answer(403, {"title": "guests may not do this"})
        if self.path == "/payout":
            try:
                require_step_up(token, require_mfa=True, max_auth_age=300)
            except StepUpRequired as error:
                return self.answer(401, {"title": str(error)}, error.challenge)
        self.answer(200, {"userId": token["sub"], "email": token.get("email"), "isAnonymous": is_guest})

    def answer(self, status: int, body: dict, challenge: str = "Bearer") -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        if status == 401:
            self.send_header("www-authenticate", challenge)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, *_: object) -> None:
        pass


if __name__ == "__main__":
    port = int(os.environ.get("PORT", "3000"))
    print(f"http://localhost:{port}/me", flush=True)
    ThreadingHTTPServer(("", port), Handler).serve_forever()
