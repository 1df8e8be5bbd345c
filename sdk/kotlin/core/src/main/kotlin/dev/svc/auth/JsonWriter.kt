package dev.svc.auth

internal fun writeJson(value: Any?): String = StringBuilder().apply { write(value) }.toString()

private fun StringBuilder.write(value: Any?) {
    when (value) {
        null, is Boolean, is Int, is Long -> append(value)
        is Double -> append(if (value.isFinite()) value else null)
        is String -> writeString(value)
        is Map<*, *> -> writeEach('{', '}', value.entries) { (name, each) ->
            writeString(name as String)
            append(':')
            write(each)
        }
        is List<*> -> writeEach('[', ']', value) { write(it) }
        else -> throw IllegalArgumentException("JSON has no ${value.javaClass.simpleName}")
    }
}

private fun <T> StringBuilder.writeEach(open: Char, close: Char, all: Collection<T>, write: (T) -> Unit) {
    append(open)
    all.forEachIndexed { at, each ->
        if (at > 0) append(',')
        write(each)
    }
    append(close)
}

private fun StringBuilder.writeString(text: String) {
    append('"')
    text.forEachIndexed { at, char ->
        when {
            char == '"' || char == '\\' -> append('\\').append(char)
            // Half of a pair has no bytes in UTF-8: as it is, it would be stored as another character.
            char < ' ' || isHalf(text, at) -> append("\\u").append(char.code.toString(16).padStart(4, '0'))
            else -> append(char)
        }
    }
    append('"')
}

private fun isHalf(text: String, at: Int): Boolean =
    when {
        text[at].isHighSurrogate() -> text.getOrNull(at + 1)?.isLowSurrogate() != true
        text[at].isLowSurrogate() -> text.getOrNull(at - 1)?.isHighSurrogate() != true
        else -> false
    }
