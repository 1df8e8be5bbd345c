package dev.svc.auth.android

import android.app.Activity
import android.content.ActivityNotFoundException
import android.content.Context
import android.content.Intent
import android.net.Uri
import android.os.Bundle

/**
 * Is below the browser during a sign-in, so that the browser is closed when the link returns, and so that it is noticed when
 * the user closes the browser. It shows nothing. Declare it in the app's manifest.
 */
public class BrowserActivity : Activity() {
    private var isOpened = false

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        isOpened = savedInstanceState?.getBoolean(OPENED) == true
    }

    override fun onNewIntent(intent: Intent) {
        super.onNewIntent(intent)
        setIntent(intent)
    }

    override fun onResume() {
        super.onResume()
        val link = intent.getStringExtra(LINK)
        when {
            link != null -> {
                if (!BrowserRedirects.returned(link)) startApp(link)
                finish()
            }
            isOpened -> {
                BrowserRedirects.cancelled()
                finish()
            }
            else -> openBrowser()
        }
    }

    override fun onSaveInstanceState(outState: Bundle) {
        super.onSaveInstanceState(outState)
        outState.putBoolean(OPENED, isOpened)
    }

    private fun openBrowser() {
        isOpened = true
        try {
            startActivity(Intent(Intent.ACTION_VIEW, Uri.parse(intent.getStringExtra(URL))).asCustomTab())
        } catch (_: ActivityNotFoundException) {
            BrowserRedirects.cancelled()
            finish()
        }
    }

    /** The system has ended the app meanwhile: its first screen gets the link and completes the sign-in. */
    private fun startApp(link: String) {
        val start = packageManager.getLaunchIntentForPackage(packageName) ?: return
        startActivity(start.putExtra(EXTRA_LINK, link))
    }

    /** The names of what an intent carries. */
    public companion object {
        /** In the intent of the app's first screen: the link of a sign-in, for `BrowserSignIn.completeRedirect`. */
        public const val EXTRA_LINK: String = "dev.svc.auth.LINK"

        private const val URL = "dev.svc.auth.browser.URL"
        private const val LINK = "dev.svc.auth.browser.LINK"
        private const val OPENED = "dev.svc.auth.browser.OPENED"

        internal fun intent(context: Context, url: String): Intent =
            Intent(context, BrowserActivity::class.java).addFlags(Intent.FLAG_ACTIVITY_NEW_TASK).putExtra(URL, url)

        /** Ends the browser above this activity. */
        internal fun returning(context: Context, link: String): Intent =
            Intent(context, BrowserActivity::class.java)
                .addFlags(Intent.FLAG_ACTIVITY_CLEAR_TOP or Intent.FLAG_ACTIVITY_SINGLE_TOP)
                .putExtra(LINK, link)
    }
}

/** Receives the link that the browser returns to. Declare it in the app's manifest, with the scheme of your `redirectTo`. */
public class RedirectActivity : Activity() {
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        intent.dataString?.let { startActivity(BrowserActivity.returning(this, it)) }
        finish()
    }
}
