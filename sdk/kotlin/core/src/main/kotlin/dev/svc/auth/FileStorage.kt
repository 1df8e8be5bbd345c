package dev.svc.auth

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext
import java.io.File
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.Files
import java.nio.file.StandardCopyOption
import java.nio.file.StandardOpenOption

/**
 * Keeps each value in a file of its own in [folder], in plain text and readable by its owner only where the file system
 * can: for desktop programs and servers. On Android use `KeystoreStorage`.
 *
 * A write is all or nothing, also when the process is killed or the power fails.
 */
public class FileStorage(private val folder: File) : AuthStorage {
    override suspend fun get(key: String): String? =
        withContext(Dispatchers.IO) { fileOf(key).takeIf(File::exists)?.readText() }

    override suspend fun set(key: String, value: String) {
        withContext(Dispatchers.IO) {
            folder.mkdirs()
            // Readable by its owner only.
            val draft = Files.createTempFile(folder.toPath(), "svc", ".tmp")
            try {
                FileChannel.open(draft, StandardOpenOption.WRITE).use { channel ->
                    val bytes = ByteBuffer.wrap(value.toByteArray())
                    while (bytes.hasRemaining()) channel.write(bytes)
                    channel.force(true)
                }
                val options = arrayOf(StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING)
                Files.move(draft, fileOf(key).toPath(), *options)
            } finally {
                Files.deleteIfExists(draft)
            }
        }
    }

    override suspend fun remove(key: String) {
        withContext(Dispatchers.IO) { Files.deleteIfExists(fileOf(key).toPath()) }
    }

    private fun fileOf(key: String): File = File(folder, key.replace(Regex("[^\\w.-]"), "_"))
}
