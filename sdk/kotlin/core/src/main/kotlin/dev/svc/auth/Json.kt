package dev.svc.auth

/** Objects and arrays are maps and lists; numbers are `Long`, or `Double` where they have a fraction or are too large. */
internal typealias JsonObject = Map<String, Any?>

/** Says where a text is not JSON. It never quotes the text, which may hold a token. */
internal class JsonException(what: String, at: Int) : IllegalArgumentException("not JSON: $what at $at")

/** The object with these fields, without those that are null. */
internal fun jsonOf(vararg fields: Pair<String, Any?>): JsonObject =
    LinkedHashMap<String, Any?>().apply { for ((name, value) in fields) if (value != null) put(name, value) }

internal fun JsonObject.text(name: String): String? = this[name] as? String

internal fun JsonObject.textOrNone(name: String): String? = text(name)?.ifEmpty { null }

internal fun JsonObject.flag(name: String): Boolean = this[name] == true

/** Protobuf writes 64 bit numbers as text. */
internal fun JsonObject.long(name: String): Long? =
    when (val value = this[name]) {
        is Number -> value.toLong()
        is String -> value.toLongOrNull()
        else -> null
    }

internal fun JsonObject.int(name: String): Int = (long(name) ?: 0L).coerceIn(0L, Int.MAX_VALUE.toLong()).toInt()

internal fun JsonObject.child(name: String): JsonObject? = objectOf(this[name])

internal fun JsonObject.list(name: String): List<Any?> = this[name] as? List<*> ?: emptyList<Any?>()

internal fun JsonObject.children(name: String): List<JsonObject> = list(name).mapNotNull(::objectOf)

internal fun JsonObject.texts(name: String): List<String> = list(name).filterIsInstance<String>()

/** Every map here came from `Json` or from `jsonOf`: its keys are strings. */
@Suppress("UNCHECKED_CAST")
internal fun objectOf(value: Any?): JsonObject? = value as? JsonObject
