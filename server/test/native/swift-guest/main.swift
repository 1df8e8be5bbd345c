import Foundation
import SvcAuth

let auth = AuthClient(
  url: URL(string: "https://auth.example.com")!,
  publishableKey: "pk_...",
  storage: MemoryStorage()  // in an app: KeychainStorage()
)
try await auth.signInAnonymously()
print("Hello guest", auth.user!.id)

let token = try await auth.accessToken(forceRefresh: true)
print("A token of", token!.count, "characters")

let (_, response) = try await auth.send(URLRequest(url: URL(string: "https://auth.example.com/healthz")!))
print("Your backend says", response.statusCode)

try await auth.signOut()
print(auth.user == nil ? "Signed out" : "Still here")
