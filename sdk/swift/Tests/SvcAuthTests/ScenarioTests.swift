import Testing

@Suite(.serialized)
struct ScenarioTests {
  @Test("plays like all client libraries", arguments: Scenario.all)
  func plays(_ scenario: Scenario) async throws {
    try await Player(scenario).play()
  }

  @Test("finds all files with scenarios")
  func findsFiles() {
    let files = Set(Scenario.all.map(\.file))
    #expect(
      files.isSuperset(of: ["refresh.json", "kills.json", "two-instances.json", "passkeys.json", "billing.json"]))
  }
}
