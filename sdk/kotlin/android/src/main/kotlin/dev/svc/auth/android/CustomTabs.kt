package dev.svc.auth.android

import android.content.Context
import android.content.Intent
import dev.svc.auth.AuthException
import dev.svc.auth.AuthReason
import dev.svc.auth.BrowserOpener
import kotlinx.coroutines.CompletableDeferred
import java.util.concurrent.atomic.AtomicReference

/**
 * Opens the sign-in page of Google or Apple in a Custom Tab, or in the default browser where there is none. Needs
 * [BrowserActivity] and [RedirectActivity] in the app's manifest; the README shows both.
 *
 * ```kotlin
 * val browser = BrowserSignIn(auth, CustomTabs(context))
 * browser.signInWithBrowser(Provider.GOOGLE, "com.example.app:/signed-in")
 * ```
 */
public class CustomTabs(private val context: Context) : BrowserOpener {
    override suspend fun open(url: String, redirectTo: String): String {
        val waiting = BrowserRedirects.begin()
        context.startActivity(BrowserActivity.intent(context, url))
        return waiting.await()
    }
}

/** What the browser returned with, on its way from the activities to the call that waits for it. */
internal object BrowserRedirects {
    private val waiting = AtomicReference<CompletableDeferred<String>?>()

    /** A new sign-in ends the one before. */
    fun begin(): CompletableDeferred<String> {
        val mine = CompletableDeferred<String>()
        waiting.getAndSet(mine)?.completeExceptionally(turnedBack())
        return mine
    }

    /** False when no call waits for the link: the system has ended the app meanwhile. */
    fun returned(url: String): Boolean = waiting.getAndSet(null)?.complete(url) == true

    fun cancelled() {
        waiting.getAndSet(null)?.completeExceptionally(turnedBack())
    }

    private fun turnedBack() = AuthException(AuthReason.CANCELLED, "the user turned back")
}

/** The extras of `androidx.browser`, which make a Custom Tab of an intent that opens a URL. */
internal fun Intent.asCustomTab(): Intent =
    apply {
        val extras = android.os.Bundle()
        // Required: its presence, also with null, is what browsers look for.
        extras.putBinder("android.support.customtabs.extra.SESSION", null)
        putExtras(extras)
        putExtra("android.support.customtabs.extra.TITLE_VISIBILITY", 1)
        // Nothing to share: the address holds the state of this sign-in.
        putExtra("androidx.browser.customtabs.extra.SHARE_STATE", 2)
    }
