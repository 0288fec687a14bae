/// The elements of an array being patched, in chunks, so that inserting or removing one does not move all
/// that follow.
struct PatchElements {
  /// A chunk of twice this size is split.
  private static let chunkSize = 1024

  private var chunks: [[PatchNode]] = []
  /// The number of elements of each chunk, searched for every index.
  private var sizes: [Int] = []
  private(set) var count = 0

  mutating func append(_ element: PatchNode) {
    if sizes.last ?? Self.chunkSize >= Self.chunkSize {
      chunks.append([])
      sizes.append(0)
    }
    chunks[chunks.count - 1].append(element)
    sizes[sizes.count - 1] += 1
    count += 1
  }

  /// The chunk of an existing index, or of the end, and the offset in it.
  private func place(of index: Int) -> (chunk: Int, offset: Int) {
    var offset = index
    for chunk in sizes.indices.dropLast() {
      if offset < sizes[chunk] { return (chunk, offset) }
      offset -= sizes[chunk]
    }
    return (sizes.count - 1, offset)
  }

  subscript(index: Int) -> PatchNode {
    get {
      let place = place(of: index)
      return chunks[place.chunk][place.offset]
    }
    set {
      let place = place(of: index)
      chunks[place.chunk][place.offset] = newValue
    }
  }

  mutating func insert(_ element: PatchNode, at index: Int) {
    if index == count { return append(element) }
    let place = place(of: index)
    chunks[place.chunk].insert(element, at: place.offset)
    sizes[place.chunk] += 1
    count += 1
    guard sizes[place.chunk] == 2 * Self.chunkSize else { return }
    let half = Array(chunks[place.chunk].suffix(Self.chunkSize))
    chunks[place.chunk].removeLast(Self.chunkSize)
    chunks.insert(half, at: place.chunk + 1)
    sizes[place.chunk] = Self.chunkSize
    sizes.insert(Self.chunkSize, at: place.chunk + 1)
  }

  mutating func remove(at index: Int) {
    let place = place(of: index)
    chunks[place.chunk].remove(at: place.offset)
    sizes[place.chunk] -= 1
    count -= 1
    guard sizes[place.chunk] == 0 else { return }
    chunks.remove(at: place.chunk)
    sizes.remove(at: place.chunk)
  }

  var all: [PatchNode] { Array(chunks.joined()) }

  mutating func replaceAll(_ body: (PatchNode) -> PatchNode) {
    for chunk in chunks.indices { chunks[chunk] = chunks[chunk].map(body) }
  }
}
