package dev.svc.auth.android.readme

import android.app.Application
import dev.svc.auth.android.androidAuthClient

class App : Application() {
    val auth by lazy { androidAuthClient(this, "https://auth.example.com", "pk_...") }
}
