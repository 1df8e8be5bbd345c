/// Reads and changes the stored document.
struct Disk: Sendable {
  let storage: any SecureStorage
  let key: String

  func read() async -> StoredDocument {
    do {
      return StoredDocument(text: try await storage.value(forKey: key))
    } catch {
      return StoredDocument(broken: .storage(error))
    }
  }

  /// Writes what `edit` has made of the stored document, if it returns true. It uses no network, so others do not wait
  /// long.
  func change(
    isolation: isolated (any Actor)? = #isolation, _ edit: (inout StoredDocument) throws -> Bool
  ) async throws {
    let lock = "\(key).disk"
    await Locks.shared.acquire(lock)
    defer { Locks.shared.release(lock) }
    var document = await read()
    guard try edit(&document) else { return }
    do {
      try await storage.set(document.text, forKey: key)
    } catch {
      throw AuthError.storage(error)
    }
  }
}
