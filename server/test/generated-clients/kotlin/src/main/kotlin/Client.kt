import com.google.rpc.ErrorInfo
import io.grpc.ManagedChannelBuilder
import io.grpc.Metadata
import io.grpc.StatusException
import io.grpc.protobuf.StatusProto
import kotlinx.coroutines.runBlocking
import svc.auth.v1.AuthServiceGrpcKt.AuthServiceCoroutineStub
import svc.auth.v1.getMeRequest
import svc.auth.v1.refreshTokenRequest
import svc.auth.v1.signInRequest

/** Signs in, refreshes and reads a reason, with a client that protoc generated. Prints what came back as JSON. */
fun main() = runBlocking {
    val address = System.getenv("EMAIL")
    val secret = System.getenv("PASSWORD")
    val channel = ManagedChannelBuilder.forTarget(System.getenv("ADDR")).usePlaintext().build()
    val auth = AuthServiceCoroutineStub(channel)
    val key = headers("x-svc-key" to System.getenv("KEY"))

    val signedIn = auth.signIn(signInRequest { email = address; password = secret }, key)
    val refreshed = auth.refreshToken(refreshTokenRequest { refreshToken = signedIn.refreshToken }, key)
    val bearer = headers("x-svc-key" to System.getenv("KEY"), "authorization" to "Bearer ${refreshed.accessToken}")
    val me = auth.getMe(getMeRequest { }, bearer)
    var reason = ""
    try {
        auth.signIn(signInRequest { email = address; password = "not $secret" }, key)
    } catch (error: StatusException) {
        val details = StatusProto.fromThrowable(error)?.detailsList.orEmpty()
        reason = details.first { it.`is`(ErrorInfo::class.java) }.unpack(ErrorInfo::class.java).reason
    }
    val changed = refreshed.refreshToken != signedIn.refreshToken
    println("""{"email":"${me.user.email}","refreshed":$changed,"reason":"$reason"}""")
    channel.shutdownNow()
    Unit
}

fun headers(vararg pairs: Pair<String, String>) = Metadata().apply {
    for ((name, value) in pairs) put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value)
}
