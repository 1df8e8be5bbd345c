package dev.svc.auth

import java.text.ParseException
import java.text.SimpleDateFormat
import java.util.Date
import java.util.Locale
import java.util.TimeZone

private val RFC3339 = Regex("""(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z""")

// java.time is on Android only since API 26.

/** Milliseconds since 1970 of a timestamp as protobuf writes it; null when it is none. */
internal fun millisOf(timestamp: String): Long? {
    val (seconds, fraction) = RFC3339.matchEntire(timestamp)?.destructured ?: return null
    val millis = fraction.padEnd(3, '0').take(3).toLong()
    return try {
        format("yyyy-MM-dd'T'HH:mm:ss").parse(seconds)?.let { it.time + millis }
    } catch (_: ParseException) {
        null
    }
}

internal fun timestampOf(millis: Long): String = format("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").format(Date(millis))

private fun format(pattern: String) =
    SimpleDateFormat(pattern, Locale.ROOT).apply {
        timeZone = TimeZone.getTimeZone("UTC")
        isLenient = false
    }
