package dev.svc.auth

/** Deeper than any answer; a hostile one must not exhaust the stack. */
private const val MAX_DEPTH = 64

/**
 * Reads JSON as RFC 8259 defines it and nothing else: no comments, no trailing commas, no names twice, nothing behind the
 * value.
 */
internal fun readJson(text: String): Any? = JsonReader(text).read()

private class JsonReader(private val text: String) {
    private var at = 0

    fun read(): Any? {
        val value = value(0)
        skipSpace()
        if (at < text.length) fail("text after the value")
        return value
    }

    private fun value(depth: Int): Any? {
        if (depth > MAX_DEPTH) fail("too deep")
        skipSpace()
        return when (peek()) {
            '{' -> members(depth)
            '[' -> elements(depth)
            '"' -> string()
            't' -> word("true", true)
            'f' -> word("false", false)
            'n' -> word("null", null)
            else -> number()
        }
    }

    private fun members(depth: Int): Map<String, Any?> {
        val members = LinkedHashMap<String, Any?>()
        at++
        skipSpace()
        if (skip('}')) return members
        while (true) {
            skipSpace()
            if (peek() != '"') fail("no name")
            val name = string()
            skipSpace()
            if (!skip(':')) fail("no colon")
            if (members.containsKey(name)) fail("a name twice")
            members[name] = value(depth + 1)
            skipSpace()
            if (skip('}')) return members
            if (!skip(',')) fail("no comma")
        }
    }

    private fun elements(depth: Int): List<Any?> {
        val elements = ArrayList<Any?>()
        at++
        skipSpace()
        if (skip(']')) return elements
        while (true) {
            elements += value(depth + 1)
            skipSpace()
            if (skip(']')) return elements
            if (!skip(',')) fail("no comma")
        }
    }

    private fun string(): String {
        at++
        val string = StringBuilder()
        while (true) {
            val char = next()
            when {
                char == '"' -> return string.toString()
                char == '\\' -> string.append(escaped())
                char < ' ' -> fail("a control character")
                else -> string.append(char)
            }
        }
    }

    private fun escaped(): Char =
        when (val char = next()) {
            '"', '\\', '/' -> char
            'b' -> '\b'
            'f' -> '\u000c'
            'n' -> '\n'
            'r' -> '\r'
            't' -> '\t'
            'u' -> {
                var code = 0
                repeat(4) { code = code * 16 + hexDigit(next()) }
                code.toChar()
            }
            else -> fail("an unknown escape")
        }

    private fun hexDigit(char: Char): Int =
        when (char) {
            in '0'..'9' -> char - '0'
            in 'a'..'f' -> char - 'a' + 10
            in 'A'..'F' -> char - 'A' + 10
            else -> fail("no hexadecimal digit")
        }

    private fun number(): Number {
        val start = at
        skip('-')
        if (!skip('0')) digits()
        var isWhole = true
        if (skip('.')) {
            isWhole = false
            digits()
        }
        if (skip('e') || skip('E')) {
            isWhole = false
            if (!skip('+')) skip('-')
            digits()
        }
        val digits = text.substring(start, at)
        (if (isWhole) digits.toLongOrNull() else null)?.let { return it }
        val double = digits.toDouble()
        if (double.isInfinite()) fail("a number that is too large")
        return double
    }

    private fun digits() {
        val start = at
        while (peek() in '0'..'9') at++
        if (at == start) fail("no value")
    }

    private fun <T> word(word: String, value: T): T {
        if (!text.startsWith(word, at)) fail("no value")
        at += word.length
        return value
    }

    private fun skipSpace() {
        while (at < text.length && text[at] in " \t\n\r") at++
    }

    private fun skip(char: Char): Boolean = (peek() == char).also { if (it) at++ }

    /** The next character; a NUL, which begins no value, at the end. */
    private fun peek(): Char = if (at < text.length) text[at] else '\u0000'

    private fun next(): Char {
        if (at >= text.length) fail("the end")
        return text[at++]
    }

    private fun fail(what: String): Nothing = throw JsonException(what, at)
}
