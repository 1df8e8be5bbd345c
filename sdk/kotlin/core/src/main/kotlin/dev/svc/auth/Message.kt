package dev.svc.auth

/** An answer of the server. It keeps fields that this version does not know. */
public abstract class Message internal constructor(internal val json: JsonObject) {
    override fun equals(other: Any?): Boolean = other is Message && other.javaClass == javaClass && other.json == json

    override fun hashCode(): Int = json.hashCode()

    /** With the id only: what else is there may be personal or secret. */
    override fun toString(): String = "${javaClass.simpleName}(${json.text("id")?.let { "id=$it" }.orEmpty()})"
}
