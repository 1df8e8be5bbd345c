package dev.svc.auth

internal class ErrorInfo(val reason: String, val metadata: Map<String, String>)

/** A field of protobuf with bytes: its number, and the bytes. */
internal class Field(val number: Int, val bytes: ByteArray)

/** Reads google.rpc.ErrorInfo (1: reason, 2: domain, 3: map of metadata) out of an error's details, which are untrusted. */
internal fun errorInfoOf(details: List<Any?>): ErrorInfo? {
    val fields = fieldsOf(detailOf(details, "google.rpc.ErrorInfo") ?: return null)
    val metadata = LinkedHashMap<String, String>()
    for (field in fields) {
        if (field.number != 3) continue
        val texts = fieldsOf(field.bytes).map { String(it.bytes) }
        metadata[texts.getOrElse(0) { "" }] = texts.getOrElse(1) { "" }
    }
    return ErrorInfo(fields.lastOrNull { it.number == 1 }?.let { String(it.bytes) }.orEmpty(), metadata)
}

/** The bytes of the first detail of this type. */
internal fun detailOf(details: List<Any?>, type: String): ByteArray? {
    val detail = details.mapNotNull(::objectOf).firstOrNull { it["type"] == type } ?: return null
    return fromBase64(detail.text("value").orEmpty())
}

/** The message has fields of wire type 2 only: a tag, a length, that many bytes. Stops at anything else. */
internal fun fieldsOf(bytes: ByteArray): List<Field> {
    val fields = ArrayList<Field>()
    val numbers = Varints(bytes)
    while (numbers.hasNext()) {
        val tag = numbers.next()
        if (tag and 7 != 2L) break
        val length = numbers.next()
        val end = minOf(bytes.size.toLong(), numbers.at + maxOf(0L, length)).toInt()
        fields += Field((tag shr 3).toInt(), bytes.copyOfRange(numbers.at, end))
        numbers.at = end
    }
    return fields
}

/** Numbers as protobuf writes them, one after the other: seven bits in a byte, the lowest first. */
internal class Varints(private val bytes: ByteArray) {
    var at = 0

    fun hasNext(): Boolean = at < bytes.size

    fun next(): Long {
        var value = 0L
        var shift = 0
        while (at < bytes.size) {
            val byte = bytes[at++].toLong()
            if (shift < 63) value = value or ((byte and 127) shl shift)
            if (byte >= 0) break
            shift += 7
        }
        return value
    }
}
