package dev.svc.auth.readme

import dev.svc.auth.AuthClient
import dev.svc.auth.FileStorage
import java.io.File

suspend fun main() {
    val auth = AuthClient("https://auth.example.com", "pk_...", FileStorage(File("session")))
    auth.awaitReady()
    if (auth.user == null) auth.signInAnonymously()
    println("Hello, guest ${auth.user?.id}")
}
