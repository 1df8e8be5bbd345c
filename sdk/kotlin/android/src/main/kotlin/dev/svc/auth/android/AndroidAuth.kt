package dev.svc.auth.android

import android.app.Activity
import android.app.Application
import android.content.Context
import android.os.Bundle
import android.os.SystemClock
import dev.svc.auth.AuthClient
import dev.svc.auth.AuthStorage
import dev.svc.auth.Clock
import dev.svc.auth.OkHttpTransport
import dev.svc.auth.Transport

/**
 * Creates the client of an Android app, once, for example in `Application.onCreate`. It keeps the session in the Keystore,
 * sends requests with OkHttp, and renews the access token when the app comes to the foreground.
 *
 * ```kotlin
 * class App : Application() {
 *     val auth by lazy { androidAuthClient(this, "https://auth.example.com", "pk_...") }
 * }
 * ```
 *
 * @param baseUrl where the server is.
 * @param publishableKey the project's publishable key, `pk_...`. Not a secret.
 * @param storage where the session is kept.
 * @param transport what sends the requests; pass an [OkHttpTransport] with your own `OkHttpClient` to share its pool.
 * @param onError receives errors that no call of yours can throw, such as a failed write in the background.
 */
public fun androidAuthClient(
    context: Context,
    baseUrl: String,
    publishableKey: String,
    storage: AuthStorage = KeystoreStorage(context),
    transport: Transport = OkHttpTransport(),
    onError: (Throwable) -> Unit = {},
): AuthClient {
    val client = AuthClient(baseUrl, publishableKey, storage, transport, clock = AndroidClock, onError = onError)
    (context.applicationContext as? Application)?.let(client::wakeInForeground)
    return client
}

/**
 * Calls [AuthClient.wake] when the app comes to the foreground, so that the first call finds a valid access token.
 * [androidAuthClient] does this for you. Returns what stops it.
 */
public fun AuthClient.wakeInForeground(application: Application): AutoCloseable {
    val callbacks = ForegroundCallbacks(::wake)
    application.registerActivityLifecycleCallbacks(callbacks)
    return AutoCloseable { application.unregisterActivityLifecycleCallbacks(callbacks) }
}

/** The app is in the foreground while at least one of its activities is started. */
internal class ForegroundCallbacks(private val onForeground: () -> Unit) : Application.ActivityLifecycleCallbacks {
    private var started = 0

    /** The activity that stops is started again with another configuration: the app was there all the time. */
    private var isRotating = false

    override fun onActivityStarted(activity: Activity) {
        if (++started == 1 && !isRotating) onForeground()
        isRotating = false
    }

    override fun onActivityStopped(activity: Activity) {
        started = maxOf(0, started - 1)
        isRotating = activity.isChangingConfigurations
    }

    override fun onActivityCreated(activity: Activity, savedInstanceState: Bundle?) {}

    override fun onActivityResumed(activity: Activity) {}

    override fun onActivityPaused(activity: Activity) {}

    override fun onActivitySaveInstanceState(activity: Activity, outState: Bundle) {}

    override fun onActivityDestroyed(activity: Activity) {}
}

/** Counts the time that the device sleeps, too. */
private object AndroidClock : Clock {
    override fun now(): Long = System.currentTimeMillis()

    override fun steady(): Long = SystemClock.elapsedRealtime()
}
