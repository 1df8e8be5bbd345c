package dev.svc.auth.scenarios

import dev.svc.auth.JsonException
import dev.svc.auth.JsonObject
import dev.svc.auth.readJson
import dev.svc.auth.writeJson
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.cancel
import kotlinx.coroutines.launch
import java.net.URI
import java.net.URLDecoder
import java.util.concurrent.atomic.AtomicInteger

private val runs = AtomicInteger()

/** The verbs, and the fields beside each. `request` has an `answer` too, and is looked for first. */
private val VERBS =
    linkedMapOf(
        "start" to setOf("process"),
        "kill" to setOf(),
        "killAt" to setOf("before", "after", "skip"),
        "call" to setOf("with", "as", "on"),
        "result" to setOf("is", "throws"),
        "request" to setOf("body", "bearer", "on", "answer", "hold"),
        "answer" to setOf("with"),
        "browser" to setOf("returns", "cancels", "on"),
        "passkey" to setOf("options", "returns", "cancels", "on"),
        "state" to setOf("on"),
        "storage" to setOf("at"),
        "quiet" to setOf(),
        "pass" to setOf(),
        "wall" to setOf(),
        "fails" to setOf("times"),
        "wake" to setOf(),
    )

/** How a call has ended, once it has. */
private class Outcome {
    var result: Result<Any?>? = null
        private set

    fun end(result: Result<Any?>) {
        this.result = result
    }
}

/** Plays one scenario against the SDK. */
internal class Player(private val scenario: Scenario) {
    private val dispatcher = ScenarioDispatcher()
    private val scope = CoroutineScope(SupervisorJob() + dispatcher)
    private val patterns = Patterns()
    private val network = ScenarioNetwork()
    private val disk = ScenarioDisk()
    private val clock = ScenarioClock(scenario.clock)
    private val clients = LinkedHashMap<String, RunningClient>()

    /** The number of each process, which changes when it is killed. */
    private val processes = HashMap<String, Int>()
    private val calls = HashMap<String, Outcome>()
    private val held = HashMap<String, SentRequest>()

    fun play() {
        scenario.storage?.let { disk.put(STORAGE_KEY, it as? String ?: writeJson(it)) }
        scenario.steps.forEachIndexed { at, step ->
            try {
                take(step)
            } catch (error: Exception) {
                throw AssertionError("step ${at + 1}, ${writeJson(step)}: ${error.message}", error)
            }
        }
        assertQuiet()
        for ((name, running) in clients) check(running.killPlan == null) { "$name was to be killed at a write, but did not write" }
        scope.cancel()
        for (running in clients.values) running.client.close()
    }

    private fun take(step: JsonObject) {
        val verb = VERBS.keys.firstOrNull { it in step } ?: error("no verb")
        assertFields(step, VERBS.getValue(verb) + verb)
        val subject = step[verb]
        when (verb) {
            "start" -> start(subject as String, step["process"] as String? ?: "main")
            "kill" -> clientOf(subject).kill()
            "killAt" -> {
                check((step["before"] == "write") != (step["after"] == "write")) { "killAt needs before or after a write" }
                clientOf(subject).killPlan = KillPlan(step["before"] == "write", step["skip"] as Long? ?: 0)
            }
            "call" -> begin(step)
            "result" -> compareResult(step)
            "request" -> takeRequest(step)
            "answer" -> checkNotNull(held.remove(subject)) { "no such request" }.answer(answerIn(step["with"]))
            "browser" -> takeBrowser(step)
            "passkey" -> takePasskey(step)
            "state" -> {
                dispatcher.settle()
                compare(subject, stateJson(clientOf(step["on"]).client.state.value))
            }
            "storage" -> {
                dispatcher.settle()
                compare(subject, disk.textAt(STORAGE_KEY + (step["at"] ?: ""))?.let(::jsonIn))
            }
            "quiet" -> assertQuiet()
            "pass" -> clock.pass(subject as Long)
            "wall" -> clock.set(subject as Long)
            "fails" -> disk.fail(subject as String, step["times"] as Long? ?: Long.MAX_VALUE)
            "wake" -> clientOf(subject).client.wake()
        }
    }

    private fun clientOf(name: Any?): RunningClient = checkNotNull(clients[name as String? ?: "app"]) { "$name was not started" }

    private fun start(name: String, process: String) {
        check(clients[name]?.isAlive != true) { "$name is running" }
        val run = processes.getOrPut(process) { runs.incrementAndGet() }
        // The locks of a process are gone with it.
        val running = RunningClient(name, run, dispatcher, clock, disk, network) { processes.remove(process, run) }
        clients[name] = running
        val ready = scope.launch { running.client.awaitReady() }
        dispatcher.settle()
        check(ready.isCompleted || !running.isAlive) { "the client has not read its storage" }
    }

    private fun begin(step: JsonObject) {
        val running = clientOf(step["on"])
        val input = Input(jsonObject(patterns.fill(step["with"] ?: emptyMap<String, Any?>())))
        val outcome = Outcome()
        val label = step["as"] as String? ?: "unnamed ${calls.size}"
        check(calls.put(label, outcome) == null) { "there is a call $label" }
        scope.launch {
            val result = runCatching { running.unlessKilled { call(running, step["call"] as String, input, ::errorOf) } }
            outcome.end(result.onSuccess { input.assertUsed() })
        }
    }

    private suspend fun errorOf(label: String): Throwable =
        checkNotNull(calls.getValue(label).result?.exceptionOrNull()) { "the call $label did not fail" }

    private fun compareResult(step: JsonObject) {
        val outcome = checkNotNull(calls[step["result"]]) { "there is no such call" }
        dispatcher.settle()
        val result = checkNotNull(outcome.result) { "the call does not end; ${situation()}" }
        val thrown = step["throws"]
        if (thrown != null) {
            val error = checkNotNull(result.exceptionOrNull()) { "expected an error, got ${result.getOrNull()}" }
            return compare(mapOf("\$has" to thrown), plain(error))
        }
        result.exceptionOrNull()?.let { throw IllegalStateException("expected ${step["is"]}, got $it", it) }
        compare(step["is"], plain(result.getOrNull()))
    }

    private fun takeRequest(step: JsonObject) {
        dispatcher.settle()
        val method = step["request"] as String
        val sender = step["on"] as String?
        val sent = network.waiting.firstOrNull { sender == null || it.from.name == sender }
        checkNotNull(sent) { "no request; ${situation()}" }
        network.waiting -= sent
        val request = sent.request
        val isCall = "://" !in method
        val service = if ('/' in method) method else "auth.v1.AuthService/$method"
        compare(if (isCall) "$BASE_URL/svc.$service" else method, request.url)
        if (isCall) {
            compare("POST", request.method)
            compare("application/json", request.headers["content-type"])
        }
        compare(if (isCall) PUBLISHABLE_KEY else null, request.headers["x-svc-key"])
        compare((step["bearer"] as String?)?.let { "Bearer ${patterns.fill(it)}" }, request.headers["authorization"])
        val text = request.body?.decodeToString().orEmpty()
        if ("body" in step) compare(step["body"], if (isCall) jsonIn(text) else text)
        (step["hold"] as String?)?.let { held[it] = sent }
        step["answer"]?.let { sent.answer(answerIn(it)) }
    }

    private fun answerIn(answer: Any?): JsonObject = jsonObject(patterns.fill(answer))

    private fun takeBrowser(step: JsonObject) {
        val question = question("browser", step["on"])
        val url = URI(question.asked)
        val wanted = jsonObject(step["browser"])
        compare("$BASE_URL${wanted["path"]}", "${url.scheme}://${url.host}${url.path}")
        val query = url.rawQuery.split('&').associate { it.substringBefore('=') to URLDecoder.decode(it.substringAfter('='), "UTF-8") }
        wanted["query"]?.let { compare(it, query) }
        reply(question, step)
    }

    private fun takePasskey(step: JsonObject) {
        val question = question(step["passkey"] as String, step["on"])
        step["options"]?.let { compare(it, readJson(question.asked)) }
        reply(question, step)
    }

    private fun question(kind: String, on: Any?): Question {
        dispatcher.settle()
        val question = checkNotNull(clientOf(on).questions.removeFirstOrNull()) { "nothing was asked; ${situation()}" }
        check(question.kind == kind) { "expected $kind, got ${question.kind}" }
        return question
    }

    private fun reply(question: Question, step: JsonObject) {
        if (step["cancels"] == true) question.cancel() else question.answer(patterns.fill(step["returns"]) as String)
    }

    private fun assertQuiet() {
        dispatcher.settle()
        check(network.waiting.isEmpty()) { "expected no request, got ${network.describeWaiting()}" }
    }

    private fun compare(pattern: Any?, value: Any?) {
        patterns.mismatch(pattern, value)?.let { error(it) }
    }

    private fun situation(): String {
        val states = clients.map { (name, it) -> if (it.isAlive) "$name is ${it.client.state.value}" else "$name was killed" }
        return "requests that nobody took: ${network.describeWaiting()}; ${states.joinToString()}"
    }
}

/** Damaged data is compared as the text that it is. */
private fun jsonIn(text: String): Any? =
    try {
        readJson(text)
    } catch (_: JsonException) {
        text
    }
