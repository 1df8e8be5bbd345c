package dev.svc.auth.scenarios

import dev.svc.auth.sha256
import dev.svc.auth.toBase64Url

private const val HASH = "\$sha256:"
private val NAME = Regex("\\$\\w+")
private val INSIDE = Regex("\\$\\{(\\w+)\\}")

/** Compares values with patterns, and remembers the strings that they name. */
internal class Patterns {
    private val bound = LinkedHashMap<String, String>()

    /** Where `value` differs from the pattern, or null if it does not. */
    fun mismatch(pattern: Any?, value: Any?, path: String = ""): String? {
        if (pattern is String && pattern.startsWith("$")) return special(pattern, value, path)
        if (pattern is List<*>) {
            if (value !is List<*> || value.size != pattern.size) return differs(path, pattern, value)
            return pattern.indices.firstNotNullOfOrNull { mismatch(pattern[it], value[it], "$path[$it]") }
        }
        if (pattern is Map<*, *>) {
            if (value !is Map<*, *>) return differs(path, pattern, value)
            val others = pattern["\$has"] as? Map<*, *>
            val names = if (others == null) pattern.keys + value.keys else others.keys
            return names.firstNotNullOfOrNull { mismatch((others ?: pattern)[it], value[it], "$path.$it") }
        }
        val isSame = if (pattern is Number && value is Number) pattern.toDouble() == value.toDouble() else pattern == value
        return if (isSame) null else differs(path, pattern, value)
    }

    /** The value with its named strings in their places. */
    fun fill(value: Any?): Any? =
        when (value) {
            is String ->
                if (NAME.matches(value)) named(value.drop(1)) else INSIDE.replace(value) { named(it.groupValues[1]) }
            is List<*> -> value.map(::fill)
            is Map<*, *> -> value.mapValues { fill(it.value) }
            else -> value
        }

    private fun named(name: String): String = requireNotNull(bound[name]) { "nothing is called \$$name yet" }

    private fun special(pattern: String, value: Any?, path: String): String? {
        if (pattern == "\$any") return if (value == null) differs(path, pattern, null) else null
        if (pattern.startsWith(HASH)) {
            val hash = toBase64Url(sha256(named(pattern.removePrefix(HASH))))
            return if (value == hash) null else differs(path, "$pattern, which is $hash", value)
        }
        require(NAME.matches(pattern)) { "unknown pattern $pattern" }
        val name = pattern.drop(1)
        bound[name]?.let { return if (value == it) null else differs(path, "$pattern, which is $it", value) }
        if (value !is String) return differs(path, pattern, value)
        bound.entries.firstOrNull { it.value == value }?.let {
            return differs(path, "$pattern, another string than \$${it.key}", value)
        }
        bound[name] = value
        return null
    }

    private fun differs(path: String, expected: Any?, got: Any?) = "${path.ifEmpty { "it" }}: expected $expected, got $got"
}
