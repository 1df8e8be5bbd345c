package dev.svc.auth.scenarios

import dev.svc.auth.JsonObject
import dev.svc.auth.objectOf
import dev.svc.auth.readJson
import java.io.File

internal class Scenario(val name: String, val clock: Long, val storage: Any?, val steps: List<JsonObject>)

internal class ScenarioFile(val name: String, val scenarios: List<Scenario>)

internal val scenarioFolder: File =
    generateSequence(File("").absoluteFile) { it.parentFile }
        .map { File(it, "scenarios") }
        .first { File(it, "refresh.json").exists() }

internal fun scenarioFiles(): List<ScenarioFile> =
    scenarioFolder
        .listFiles { file -> file.name.endsWith(".json") }
        .orEmpty()
        .sortedBy { it.name }
        .map { file ->
            val content = jsonObject(readJson(file.readText()))
            val pieces = objectOf(content["values"]).orEmpty()
            ScenarioFile(file.name, (content["scenarios"] as List<*>).map { scenarioOf(jsonObject(it), pieces) })
        }

private fun scenarioOf(json: JsonObject, pieces: JsonObject): Scenario {
    assertFields(json, setOf("name", "needs", "clock", "storage", "steps"))
    val steps = (json["steps"] as List<*>).map { jsonObject(withPieces(it, pieces)) }
    val clock = json["clock"] as Long? ?: 1_767_225_600_000
    return Scenario(json["name"] as String, clock, withPieces(json["storage"], pieces), steps)
}

/** The value with its pieces in their places. */
private fun withPieces(value: Any?, pieces: JsonObject): Any? =
    when {
        value is String && value.startsWith("\$use:") -> {
            val name = value.removePrefix("\$use:")
            require(name in pieces) { "values has no $name" }
            withPieces(pieces[name], pieces)
        }
        value is List<*> -> value.map { withPieces(it, pieces) }
        value is Map<*, *> -> value.mapValues { withPieces(it.value, pieces) }
        else -> value
    }

internal fun jsonObject(value: Any?): JsonObject = requireNotNull(objectOf(value)) { "not an object: $value" }

/** A field that the runner does not know would be ignored: it is an error. */
internal fun assertFields(json: JsonObject, known: Set<String>) {
    val unknown = json.keys - known
    require(unknown.isEmpty()) { "unknown fields $unknown in $json" }
}
