/// Seeded hashing for open-addressing tables keyed by bytes or bit patterns; the seed prevents chosen
/// collisions.
@usableFromInline
package enum ByteHash {
  /// The seed, random in each process.
  @usableFromInline package static let seed: UInt64 = UInt64.random(in: .min ... .max)

  @inlinable @inline(__always)
  package static func hash(_ bytes: ByteView, seed: UInt64) -> UInt64 {
    var state = seed ^ (UInt64(truncatingIfNeeded: bytes.count) &* 0x9E37_79B9_7F4A_7C15)
    var at = 0
    while at &+ 8 <= bytes.count {
      state = mix(state ^ bytes.word(at: at), 0xE703_7ED1_A0B4_28DB)
      at &+= 8
    }
    if at < bytes.count {
      let tail = bytes.count >= 8 ? bytes.word(at: bytes.count &- 8) : bytes.lastWord(at: 0)
      state = mix(state ^ tail, 0x8EBC_6AF0_9C88_C6E3)
    }
    return mix(state, 0x5899_65CC_7537_4CC3)
  }

  @inlinable @inline(__always)
  package static func hash(_ bits: UInt64, seed: UInt64) -> UInt64 { mix(bits ^ seed, 0xE703_7ED1_A0B4_28DB) }

  @inlinable @inline(__always)
  static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
