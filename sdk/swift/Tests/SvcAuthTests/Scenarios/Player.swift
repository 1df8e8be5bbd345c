import Foundation

@testable import SvcAuth

/// Plays one scenario against the client. It is used on the one thread of `SerialScheduler`.
final class Player: @unchecked Sendable {
  /// The verbs, and the fields beside each. `request` has an `answer` too, and is looked for first.
  private static let verbs: [(name: String, fields: [String])] = [
    ("start", ["process"]), ("kill", []), ("killAt", ["before", "after", "skip"]), ("call", ["with", "as", "on"]),
    ("result", ["is", "throws"]), ("request", ["body", "bearer", "on", "answer", "hold"]), ("answer", ["with"]),
    ("browser", ["returns", "cancels", "on"]), ("passkey", ["options", "returns", "cancels", "on"]), ("state", ["on"]),
    ("storage", ["at"]), ("quiet", []), ("pass", []), ("wall", []), ("fails", ["times"]), ("wake", []),
  ]
  private nonisolated(unsafe) static var runs = 0

  private let scenario: Scenario
  private let clock: ScenarioClock
  private let disk = ScenarioDisk()
  private let network = ScenarioNetwork()
  private var patterns = Patterns()
  private var clients: [String: RunningClient] = [:]
  /// The number of each process, which changes when it is killed.
  private var processes: [String: Int] = [:]
  private var begun: Set<String> = []
  private var results: [String: Result<JSONValue, any Error>] = [:]
  private var held: [String: SentRequest] = [:]

  init(_ scenario: Scenario) {
    self.scenario = scenario
    clock = ScenarioClock(wall: scenario.fields["clock"]?.int ?? 1_767_225_600_000)
  }

  func play() async throws {
    // From here on everything is on one thread.
    await SerialScheduler.shared.settle()
    try scenario.fields.requireKnown(["name", "needs", "clock", "storage", "steps"])
    if let storage = scenario.fields["storage"] {
      disk.items[RunningClient.storageKey] = try storage.string ?? scenario.withPieces(storage).text
    }
    for (at, step) in scenario.steps.enumerated() {
      do {
        try await take(try scenario.withPieces(.object(step)).object ?? [:])
      } catch {
        throw Failure("step \(at + 1), \(JSONValue.object(step).text): \(error)\n\(situation)")
      }
    }
    try await requireQuiet()
    for running in clients.values where running.killPlan != nil {
      throw Failure("\(running.name) was to be killed at a write, but did not write")
    }
  }

  private func take(_ step: Fields) async throws {
    guard let verb = Self.verbs.first(where: { step[$0.name] != nil }) else { throw Failure("no verb") }
    try step.requireKnown([verb.name] + verb.fields)
    switch verb.name {
    case "start": try await start(step)
    case "kill": try running(step["kill"]).kill()
    case "killAt":
      let when: RunningClient.Moment = step["before"] == nil ? .after : .before
      try running(step["killAt"]).killPlan = (when, Int(step.int("skip")))
    case "call": try begin(step)
    case "result": try await compareResult(step)
    case "request": try await takeRequest(step)
    case "answer":
      guard let sent = held.removeValue(forKey: step.string("answer")) else { throw Failure("no such request") }
      try answer(sent, step["with"])
    case "browser": try await takeBrowser(step)
    case "passkey": try await takePasskey(step)
    case "state":
      await SerialScheduler.shared.settle()
      try compare(step["state"], Shape.state(running(step["on"]).client.state))
    case "storage":
      await SerialScheduler.shared.settle()
      let text = disk.items[RunningClient.storageKey + step.string("at")]
      // Damaged data is compared as the text that it is.
      try compare(step["storage"], text.map { (try? JSONValue(parsing: $0)) ?? .string($0) } ?? .null)
    case "quiet": try await requireQuiet()
    case "pass": clock.pass(step.int("pass"))
    case "wall": clock.set(step.int("wall"))
    case "fails":
      guard let kind = ScenarioDisk.Kind(rawValue: step.string("fails")) else { throw Failure("unknown kind") }
      disk.fail(kind, times: step["times"]?.int.map { Int($0) } ?? .max)
    default: try await running(step["wake"]).client.wake()
    }
  }

  private func running(_ name: JSONValue?) throws -> RunningClient {
    guard let found = clients[name?.string ?? "app"] else { throw Failure("\(name?.text ?? "app") was not started") }
    return found
  }

  private func start(_ step: Fields) async throws {
    let (name, process) = (step.string("start"), step.text("process") ?? "main")
    if clients[name]?.isAlive == true { throw Failure("\(name) is running") }
    if processes[process] == nil {
      Self.runs += 1
      processes[process] = Self.runs
    }
    let run = processes[process] ?? 0
    let client = try RunningClient(name: name, run: run, clock: clock, disk: disk, network: network) { [weak self] in
      // The locks of a process are gone with it.
      if self?.processes[process] == run { self?.processes[process] = nil }
    }
    clients[name] = client
    await SerialScheduler.shared.settle()
    if try client.client.state == .loading { throw Failure("the client has not read its storage") }
  }

  private func begin(_ step: Fields) throws {
    let running = try running(step["on"])
    let input = try step["with"].map(patterns.fill)?.object ?? [:]
    let call = Call(name: step.string("call"), input: input)
    let label = step.text("as") ?? "unnamed \(begun.count)"
    guard begun.insert(label).inserted else { throw Failure("there is a call \(label)") }
    let client = try running.client
    Task {
      let result: Result<JSONValue, any Error>
      do {
        result = .success(try await call.run(client) { try self.error(of: $0) })
      } catch {
        result = .failure(error)
      }
      if running.isAlive { self.results[label] = result }
    }
  }

  private func error(of label: String) throws -> any Error {
    guard case .failure(let error) = results[label] else { throw Failure("the call \(label) did not fail") }
    return error
  }

  private func compareResult(_ step: Fields) async throws {
    let label = step.string("result")
    await SerialScheduler.shared.settle()
    guard let result = results[label] else { throw Failure("the call \(label) does not end") }
    switch result {
    case .success(let value):
      if step["throws"] != nil { throw Failure("expected an error, got \(value.text)") }
      try compare(step["is"], value)
    case .failure(let error):
      guard let wanted = step["throws"] else { throw Failure("got the error \(error)") }
      try compare(.object(["$has": wanted]), Shape.error(error))
    }
  }

  private func takeRequest(_ step: Fields) async throws {
    guard (step["answer"] == nil) != (step["hold"] == nil) else { throw Failure("a request is answered or held") }
    await SerialScheduler.shared.settle()
    let from = step.text("on")
    guard let at = network.waiting.firstIndex(where: { from == nil || $0.from == from }) else {
      throw Failure("no request is sent")
    }
    let sent = network.waiting.remove(at: at)
    let wanted = step.string("request")
    let isSend = wanted.hasPrefix("https://")
    let method = wanted.contains("/") ? wanted : "auth.v1.AuthService/\(wanted)"
    try compare(.string(isSend ? wanted : "\(RunningClient.baseURL)/svc.\(method)"), .string(sent.url))
    func header(_ name: String) -> JSONValue { .text(sent.request.value(forHTTPHeaderField: name)) ?? .null }
    if isSend {
      try compare(.null, header("x-svc-key"))
    } else {
      try compare(
        .texts(["POST", "application/json", RunningClient.publishableKey]),
        .array([.text(sent.request.httpMethod) ?? .null, header("content-type"), header("x-svc-key")]))
    }
    let bearer = try step["bearer"].map(patterns.fill)?.string
    try compare(.text(bearer.map { "Bearer \($0)" }) ?? .null, header("authorization"))
    if let body = step["body"] {
      try compare(body, isSend ? .string(sent.body) : JSONValue(parsing: sent.body))
    }
    if let label = step.text("hold") { held[label] = sent } else { try answer(sent, step["answer"]) }
  }

  private func answer(_ sent: SentRequest, _ answer: JSONValue?) throws {
    sent.answer.resume(returning: try ScenarioAnswer(patterns.fill(answer ?? .null)))
  }

  private func takeBrowser(_ step: Fields) async throws {
    let question = try await question(.browser, step)
    guard let url = URLComponents(string: question.asked) else { throw Failure("no URL: \(question.asked)") }
    let wanted = step.object("browser")
    let page = question.asked.split(separator: "?").first ?? ""
    try compare(.string(RunningClient.baseURL + wanted.string("path")), .string(String(page)))
    if let query = wanted["query"] {
      let pairs = (url.queryItems ?? []).map { ($0.name, JSONValue.string($0.value ?? "")) }
      try compare(query, .object(Fields(uniqueKeysWithValues: pairs)))
    }
    try reply(question, step)
  }

  private func takePasskey(_ step: Fields) async throws {
    guard let kind = Question.Kind(rawValue: step.string("passkey")) else { throw Failure("unknown kind") }
    let question = try await question(kind, step)
    if let options = step["options"] { try compare(options, JSONValue(parsing: question.asked)) }
    try reply(question, step)
  }

  private func question(_ kind: Question.Kind, _ step: Fields) async throws -> Question {
    let running = try running(step["on"])
    await SerialScheduler.shared.settle()
    guard !running.questions.isEmpty else { throw Failure("the client does not ask for \(kind)") }
    let question = running.questions.removeFirst()
    guard question.kind == kind else { throw Failure("expected \(kind), got \(question.kind)") }
    return question
  }

  private func reply(_ question: Question, _ step: Fields) throws {
    let text = step.bool("cancels") ? nil : try step["returns"].map(patterns.fill)?.string
    question.answer.resume(returning: text)
  }

  private func requireQuiet() async throws {
    await SerialScheduler.shared.settle()
    if !network.waiting.isEmpty { throw Failure("expected no request, got \(network.description)") }
  }

  private func compare(_ pattern: JSONValue?, _ value: JSONValue) throws {
    if let difference = try patterns.mismatch(pattern ?? .null, value) { throw Failure(difference) }
  }

  private var situation: String {
    let states = clients.values.map { "\($0.name) \($0.isAlive ? "runs" : "was killed")" }
    return "requests that nobody took: \(network.description); \(states.joined(separator: ", "))"
  }
}
