"""Signs in, refreshes and reads a reason, with a client that protoc generated. Prints what came back as JSON."""

import json
import os

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from svc.auth.v1 import auth_pb2, auth_pb2_grpc


def reason_of(error):
    for detail in rpc_status.from_call(error).details:
        info = error_details_pb2.ErrorInfo()
        if detail.Unpack(info):
            return info.reason
    return ""


email, password = os.environ["EMAIL"], os.environ["PASSWORD"]
key = ("x-svc-key", os.environ["KEY"])
with grpc.insecure_channel(os.environ["ADDR"]) as channel:
    auth = auth_pb2_grpc.AuthServiceStub(channel)
    signed_in = auth.SignIn(auth_pb2.SignInRequest(email=email, password=password), metadata=[key])
    refreshed = auth.RefreshToken(
        auth_pb2.RefreshTokenRequest(refresh_token=signed_in.refresh_token), metadata=[key]
    )
    bearer = ("authorization", f"Bearer {refreshed.access_token}")
    me = auth.GetMe(auth_pb2.GetMeRequest(), metadata=[key, bearer])
    reason = ""
    try:
        auth.SignIn(auth_pb2.SignInRequest(email=email, password=f"not {password}"), metadata=[key])
    except grpc.RpcError as error:
        reason = reason_of(error)
    changed = refreshed.refresh_token != signed_in.refresh_token
    print(json.dumps({"email": me.user.email, "refreshed": changed, "reason": reason}))
