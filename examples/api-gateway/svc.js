// For njs, whose own engine is not all of JavaScript: it has no destructuring, for example.
async function check(request) {
  const bearer = /^bearer +([!-~]+) *$/i.exec(request.headersIn.Authorization || "");
  if (bearer === null) return request.return(401);
  const body = JSON.stringify({ token: bearer[1] });
  const answer = await request.subrequest("/_introspect", { method: "POST", body });
  // 403: a token of another project. Every other failure says nothing about the token.
  if (answer.status !== 200) return request.return(answer.status === 403 ? 403 : 500);
  const found = JSON.parse(answer.responseText);
  if (!found.active) return request.return(401);
  request.headersOut["x-user-id"] = found.userId;
  request.headersOut["x-user-is-guest"] = found.isAnonymous ? "true" : "false";
  return request.return(204);
}

export default { check };
