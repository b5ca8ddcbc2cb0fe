import Markup
import Testing

struct ByteWriterTests {
  @Test(arguments: [-1, 0, 1, 63, 64, 65, 1_000])
  func `Bytes are appended in order with any initial capacity`(capacity: Int) {
    for count in [0, 1, 63, 64, 65, 127, 128, 129, 1_000] {
      var writer = ByteWriter(capacity: capacity)
      var expected: [UInt8] = []
      for number in 0..<count {
        let byte = UInt8(truncatingIfNeeded: number)
        writer.append(byte: byte)
        expected.append(byte)
      }
      #expect(writer.count == count)
      let bytes = writer.finish()
      #expect(bytes.count == count)
      #expect(bytes.withUnsafeBytes(Array.init) == expected)
    }
  }

  @Test(arguments: [1, 63, 64, 65, 128, 129, 500, 100_000])
  func `An append may exceed the capacity`(count: Int) {
    let long = (0..<count).map { String($0 % 10) }.joined()
    var writer = ByteWriter(capacity: 64)
    writer.append(literal: "<")
    writer.append(unescaped: long)
    writer.append(unescaped: "")
    writer.append(unescaped: long)
    writer.append(literal: ">")
    #expect(writer.count == 2 * count + 2)
    #expect(String(writer.finish()) == "<" + long + long + ">")
  }

  @Test func `Growing repeatedly preserves all bytes`() {
    var writer = ByteWriter(capacity: 64)
    var expected = ""
    for number in 0..<5_000 {
      writer.append(number: number)
      writer.append(escaping: "<\(number)>")
      expected += "\(number)&lt;\(number)&gt;"
    }
    #expect(String(writer.finish()) == expected)
  }

  @Test func `A literal may be empty, a single character or non-ASCII`() {
    var writer = ByteWriter()
    writer.append(literal: "")
    writer.append(literal: "a")
    writer.append(literal: "日本")
    #expect(String(writer.finish()) == "a日本")
  }

  @Test func `Bytes that are not valid UTF-8 are preserved`() {
    var writer = ByteWriter()
    [UInt8](arrayLiteral: 0xFF, 0x00, 0x80).withUnsafeBufferPointer { writer.append($0) }
    #expect(writer.finish().withUnsafeBytes(Array.init) == [0xFF, 0x00, 0x80])
  }

  @Test func `A writer that is never finished deallocates its buffer`() {
    // The sanitizers detect a leak or a double free.
    for _ in 0..<100 {
      var writer = ByteWriter()
      writer.append(literal: "x")
      #expect(writer.count == 1)
    }
  }
}

struct BytesTests {
  @Test func `Bytes are deallocated with the last reference`() {
    var bytes = Optional(p { "x" }.rendered())
    weak let watched = bytes
    var other = bytes
    bytes = nil
    #expect(other.map { String($0) } == "<p>x</p>")
    #expect(watched != nil)
    other = nil
    #expect(watched == nil)
  }

  @Test func `The address of bytes is stable`() {
    let bytes = p { String(repeating: "x", count: 100_000) }.rendered()
    let address = bytes.buffer.baseAddress
    let others = (0..<10).map { _ in p { "y" }.rendered() }
    #expect(others.allSatisfy { $0.buffer.baseAddress != address })
    #expect(bytes.buffer.baseAddress == address)
    #expect(bytes.count == 100_007)
    #expect(bytes.withUnsafeBytes { $0.baseAddress == address && $0.last == UInt8(ascii: ">") })
  }

  @Test func `An error of the closure is rethrown`() {
    struct ReadError: Error {}
    #expect(throws: ReadError.self) {
      try Empty().rendered().withUnsafeBytes { _ in throw ReadError() }
    }
  }

  @Test func `Bytes can be read concurrently`() async {
    let bytes = p { String(repeating: "日本", count: 10_000) }.rendered()
    let expected = String(bytes)
    let results = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { String(bytes) == expected } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == [Bool](repeating: true, count: 8))
  }

  @Test func `Empty bytes have a base address`() {
    #expect(Empty().rendered().count == 0)
    #expect(Empty().rendered().withUnsafeBytes { $0.baseAddress != nil && $0.isEmpty })
    #expect(Empty().renderedString() == "")
  }
}
