import type { Facts, Snippet } from "./snippet.ts";

export function iosSnippets(facts: Facts): Snippet[] {
  return [
    { title: "Package.swift", code: dependency(facts) },
    { title: "Auth.swift", code: auth(facts) },
    { title: "Use it", code: USE },
  ];
}

const dependency = ({
  baseUrl,
}: Facts): string => `// In Xcode: File, Add Package Dependencies…, and this URL.
.package(url: "${baseUrl}/pub/swift/SvcAuth.git", from: "0.1.0"),`;

const auth = ({ baseUrl, publishableKey }: Facts): string => `import Foundation
import SvcAuth

let auth = AuthClient(
  url: URL(string: "${baseUrl}")!,
  publishableKey: "${publishableKey}",
  storage: KeychainStorage())`;

const USE = `import Foundation
import SvcAuth

func signUpOrIn(email: String, password: String) async throws {
  do {
    _ = try await auth.signUp(email: email, password: password)
  } catch let error as AuthError where error.reason == .emailAlreadyExists {
    // docs/errors.md has every reason.
    try await auth.signIn(email: email, password: password)
  }
}

// To your own backend, with the access token; renewed when it has expired.
func me() async throws -> Data {
  let url = URL(string: "https://api.example.com/me")!
  return try await auth.send(URLRequest(url: url)).0
}`;
