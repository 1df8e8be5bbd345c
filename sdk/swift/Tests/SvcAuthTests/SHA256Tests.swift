import Testing

@testable import SvcAuth

@Suite struct SHA256Tests {
  @Test(
    "hashes as the examples of FIPS 180-4 say",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
    ])
  func vectors(_ text: String, _ hash: String) {
    #expect(Hex.encode(SHA256.hash(text)) == hash)
  }

  @Test("hashes texts of every length around the ends of blocks")
  func lengths() {
    let hashes = (0..<200).flatMap { SHA256.hash([UInt8](repeating: 0x61, count: $0)) }
    #expect(Hex.encode(SHA256.hash(hashes)) == "752c007f38611cfbf5fa42cb1cea3d8e086491c844d0cc4defd632cb81423506")
  }
}
