extension ConformanceTests {
  /// Valid and harmless requests.
  static let accepted = [
    Row("GET", get("/"), [200, 200], seen: ["GET / 0"]),
    Row(
      "HTTP/1.0 without Host", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", [200, 200],
      seen: ["GET / 0"]),
    Row("HTTP/1.2", "GET / HTTP/1.2\r\nHost: a\r\n\r\n", [200, 200], seen: ["GET / 0"]),
    Row("unknown method", "FOO / HTTP/1.1\r\nHost: a\r\n\r\n", [200, 200], seen: ["FOO / 0"]),
    Row("lowercase method", "get / HTTP/1.1\r\nHost: a\r\n\r\n", [200, 200], seen: ["get / 0"]),
    Row("escaped NUL in the target", get("/a%00b"), [200, 200], seen: ["GET /a%00b 0"]),
    Row(
      "escaped slash in the target", get("/a%2Fb%5C?c=%zz+d"), [200, 200],
      seen: ["GET /a%2Fb%5C?c=%zz+d 0"]),
    Row(
      "dots and slashes in the target", get("//a/../b/./c"), [200, 200],
      seen: ["GET //a/../b/./c 0"]),
    Row("absolute form", get("http://b/c?d"), [200, 200], seen: ["GET /c?d 0"]),
    Row(
      "three pipelined requests", get("/1") + get("/2") + get("/3"), [200, 200, 200, 200],
      seen: ["GET /1 0", "GET /2 0", "GET /3 0"]),
    Row(
      "GET with a body", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", [200, 200],
      seen: ["GET / 3"]),
    Row("POST", post("Content-Length: 3") + "abc", [200, 200], seen: ["POST / 3"]),
    Row("POST without a length", post(), [200, 200], seen: ["POST / 0"]),
    Row(
      "largest body", post("Content-Length: 65536") + String(repeating: "x", count: 65536),
      [200, 200], seen: ["POST / 65536"]),
    Row(
      "chunks", post("Transfer-Encoding: chunked") + "3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n",
      [200, 200], seen: ["POST / 13"]),
    Row(
      "chunks with extension and trailer",
      post("Transfer-Encoding: chunked") + "3;x=y\r\nabc\r\n0\r\nX-A: b\r\n\r\n", [200, 200],
      seen: ["POST / 3"]),
    Row(
      "Expect: 100-continue", post("Content-Length: 3", "Expect: 100-continue") + "abc",
      [200, 200], seen: ["POST / 3"]),
    Row(
      "Expect: 100-CONTINUE", post("Content-Length: 3", "Expect: 100-CONTINUE") + "abc",
      [200, 200], seen: ["POST / 3"]),
    Row(
      "Expect without content, GET", "GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n",
      [200], seen: ["GET / 0"], closes: true),
    Row(
      "Expect without content, HEAD",
      "HEAD / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n",
      [200], seen: ["HEAD / 0"], closes: true),
    Row(
      "Expect without content, POST", post("Expect: 100-continue"), [200], seen: ["POST / 0"],
      closes: true),
    Row(
      "Expect with a length of 0", post("Content-Length: 0", "Expect: 100-continue"), [200],
      seen: ["POST / 0"], closes: true),
    Row(
      "Expect in HTTP/1.0", "GET / HTTP/1.0\r\nConnection: keep-alive\r\nExpect: tea\r\n\r\n",
      [200, 200], seen: ["GET / 0"]),
    Row(
      "blanks before an encoding",
      post("Transfer-Encoding: \t chunked") + "3\r\nabc\r\n0\r\n\r\n", [200, 200],
      seen: ["POST / 3"]),
    Row(
      "2,000 query items", get("/?" + String(repeating: "a&", count: 2_000)), [200, 200],
      seen: ["GET /?" + String(repeating: "a&", count: 2_000) + " 0"]),
    Row(
      "a field without a value", "GET / HTTP/1.1\r\nHost: a\r\nX-A:\r\n\r\n", [200, 200],
      seen: ["GET / 0"]),
    Row(
      "blanks around values", "GET / HTTP/1.1\r\nHost:\t a \t\r\nX-A:   \r\nX-B:b\r\n\r\n",
      [200, 200], seen: ["GET / 0"]),
    Row("empty lines before a request", "\r\n\r\n" + get("/"), [200, 200], seen: ["GET / 0"]),
    Row(
      "8-bit bytes in a value", "GET / HTTP/1.1\r\nHost: a\r\nX-A: \u{FF}\u{C3}\u{A4}\r\n\r\n",
      [200, 200], seen: ["GET / 0"]),
    Row(
      "tab in a value", "GET / HTTP/1.1\r\nHost: a\r\nX-A: b\tc\r\n\r\n", [200, 200],
      seen: ["GET / 0"]),
  ]

  /// Requests that the request assembler refuses, with the common fields.
  static let refused = [
    // Requests that libmicrohttpd parses leniently.
    Row("NUL in a value", "GET / HTTP/1.1\r\nHost: a\r\nX-A: b\u{0}c\r\n\r\n", [400]),
    Row("NUL in the target", get("/a\u{0}b"), [400]),
    Row("two blanks before the target", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", [400]),
    Row("two blanks after the target", "GET /  HTTP/1.1\r\nHost: a\r\n\r\n", [400]),
    Row("folded field", "GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n", [400]),
    Row(
      "folded last field", "GET / HTTP/1.1\r\nX-A: b\r\nHost: a\r\n\tc\r\n\r\n", [400]),
    Row("folded name of a length", post("Content: 15\r\n -Length") + "GET /x HTTP/1.1", [400]),
    Row("folded length", post("Content-Length: 15\r\n x") + "GET /x HTTP/1.1", [400]),
    Row("folded name of a coding", post("Transfer: chunked\r\n -Encoding") + "0\r\n\r\n", [400]),
    Row("folded second Host", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n c\r\n\r\n", [400]),
    Row("LF as line end", "GET / HTTP/1.1\nHost: a\n\n", [400]),
    Row("LF after the first line", "GET / HTTP/1.1\nHost: a\r\n\r\n", [400]),
    Row("LF after a field", "GET / HTTP/1.1\r\nHost: a\nX-A: b\r\n\r\n", [400]),
    Row("LF as the empty line", "GET / HTTP/1.1\r\nHost: a\r\n\n", [400]),
    Row("CR after a field", "GET / HTTP/1.1\r\nHost: a\rX-A: b\r\n\r\n", [400]),
    Row("CR as line end", "GET / HTTP/1.1\rHost: a\r\r", [400]),
    Row("empty name", "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n", [400]),
    Row("a colon alone", "GET / HTTP/1.1\r\nHost: a\r\n:\r\n\r\n", [400]),
    Row(
      "a request after an empty name",
      "GET / HTTP/1.1\r\nHost: a\r\n: b\r\nGET /x HTTP/1.1\r\nHost: a\r\n\r\n", [400]),
    Row("two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", [400]),
    Row("two equal Hosts", "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n", [400]),
    Row("two equal lengths", post("Content-Length: 3", "Content-Length: 3") + "abc", [400]),
    Row("two lengths", post("Content-Length: 3", "Content-Length: 30") + "abc", [400]),
    Row(
      "two lengths, GET",
      "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 0\r\n\r\nabc", [400]),
    Row(
      "length and chunked",
      post("Content-Length: 3", "Transfer-Encoding: chunked") + "3\r\nabc\r\n0\r\n\r\n", [400]),
    Row("unknown encoding", post("Transfer-Encoding: xchunked") + "3\r\nabc\r\n0\r\n\r\n", [501]),
    Row("blank after an encoding", post("Transfer-Encoding: chunked ") + chunks, [501]),
    Row("tab after an encoding", post("Transfer-Encoding: chunked\t") + chunks, [501]),
    Row("comma after an encoding", post("Transfer-Encoding: chunked,") + chunks, [501]),
    Row("comma before an encoding", post("Transfer-Encoding: ,chunked") + chunks, [501]),
    Row("parameter of an encoding", post("Transfer-Encoding: chunked;a=b") + chunks, [501]),
    Row("quoted encoding", post("Transfer-Encoding: \"chunked\"") + chunks, [501]),
    Row("empty encoding", post("Transfer-Encoding:") + chunks, [501]),
    Row("identity at the start", post("Transfer-Encoding: identity, chunked") + chunks, [501]),
    Row(
      "chunked twice", post("Transfer-Encoding: chunked", "Transfer-Encoding: chunked") + chunks,
      [501]),
    Row(
      "chunked after identity",
      post("Transfer-Encoding: identity", "Transfer-Encoding: chunked") + chunks, [501]),
    Row("unknown Expect", post("Content-Length: 3", "Expect: tea") + "abc", [417]),
    Row("blank after Expect", post("Content-Length: 3", "Expect: 100-continue ") + "abc", [417]),
    Row(
      "list of Expects", post("Content-Length: 3", "Expect: 100-continue, 100-continue") + "abc",
      [417]),
    Row(
      "two Expects",
      post("Content-Length: 3", "Expect: 100-continue", "Expect: 100-continue") + "abc", [417]),
    Row("empty Expect", "GET / HTTP/1.1\r\nHost: a\r\nExpect:\r\n\r\n", [417]),
    Row(
      "identity at the end", post("Transfer-Encoding: chunked, identity") + "3\r\nabc\r\n0\r\n\r\n",
      [501]),
    Row(
      "chunked in HTTP/1.0",
      "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", [400]
    ),
    Row("bell in a value", "GET / HTTP/1.1\r\nHost: a\r\nX-A: b\u{7}c\r\n\r\n", [400]),
    Row("NUL in a name", "GET / HTTP/1.1\r\nHost: a\r\nX-\u{0}A: b\r\n\r\n", [400]),
    Row("brackets in a name", "GET / HTTP/1.1\r\nHost: a\r\nX[]: b\r\n\r\n", [400]),
    Row("8-bit byte in a name", "GET / HTTP/1.1\r\nHost: a\r\nX-\u{E4}: b\r\n\r\n", [400]),
    Row("blank before the colon", "GET / HTTP/1.1\r\nHost: a\r\nX-A : b\r\n\r\n", [400]),
    Row("tab before the colon", "GET / HTTP/1.1\r\nHost: a\r\nX-A\t: b\r\n\r\n", [400]),
    Row(
      "Content-Length with a blank before the colon",
      "GET / HTTP/1.1\r\nHost: a\r\nContent-Length : 3\r\n\r\nabc", [400]),
    Row("CR as line end", "GET / HTTP/1.1\r\nHost: a\rX-A: b\r\n\r\n", [400]),
    Row("CR at the end of a value", "GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r\r\n\r\n", [400]),
    Row("no Host", "GET / HTTP/1.1\r\n\r\n", [400]),
    Row("no Host in HTTP/1.2", "GET / HTTP/1.2\r\n\r\n", [400]),
    Row("blank in the target", get("/a b"), [400]),
    Row("tab in the target", get("/a\tb"), [400]),
    Row("blank before the first name", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", [400]),
    Row("asterisk", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", [400]),
    Row("authority form", "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", [400]),
    Row("8-bit bytes in the target", get("/\u{C3}\u{A4}"), [400]),
    Row("bell in the target", get("/\u{7}"), [400]),
    Row("escape in the target", get("/\u{1B}[31m"), [400]),
    Row("method with a bracket", "G(T / HTTP/1.1\r\nHost: a\r\n\r\n", [400]),
    Row("target of 8193 bytes", get("/" + String(repeating: "a", count: 8192)), [414]),
    Row("length too large", post("Content-Length: 65537"), [413]),
    Row(
      "length too large, with the body",
      post("Content-Length: 1000000") + String(repeating: "x", count: 1_000_000), [413]),
    Row(
      "length too large, body expected", post("Content-Length: 65537", "Expect: 100-continue"),
      [413]),
    Row(
      "chunks too large",
      post("Transfer-Encoding: chunked")
        + String(repeating: "1000\r\n\(String(repeating: "x", count: 4096))\r\n", count: 17)
        + "0\r\n\r\n", [413]),
  ]

  /// Requests that libmicrohttpd refuses itself. The responses lack the common
  /// fields.
  static let refusedByLibrary = [
    Row("chunk size zz", post("Transfer-Encoding: chunked") + "zz\r\nabc\r\n0\r\n\r\n", [400]),
    Row("chunk size 0x3", post("Transfer-Encoding: chunked") + "0x3\r\nabc\r\n0\r\n\r\n", [400]),
    Row(
      "chunk size beyond 64 bits",
      post("Transfer-Encoding: chunked") + "fffffffffffffffff\r\nabc\r\n0\r\n\r\n", [413]),
    Row(
      "chunk extension of 70 kB",
      post("Transfer-Encoding: chunked") + "3;\(String(repeating: "a", count: 70_000))\r\nabc\r\n",
      [500]),
    Row("HTTP/9.9", "GET / HTTP/9.9\r\nHost: a\r\n\r\n", [505]),
    Row("HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [505]),
    Row("HTTP/0.9", "GET /\r\n\r\n", [400]),
    Row("TLS", "\u{16}\u{3}\u{1}\u{0}\u{5}hello\r\n\r\n", []),
    Row(
      "head of 70 kB",
      "GET / HTTP/1.1\r\nHost: a\r\nX-A: \(String(repeating: "b", count: 70_000))\r\n\r\n", [431]),
    Row("target of 70 kB", get("/" + String(repeating: "a", count: 70_000)), [414]),
    Row("line without a colon", "GET / HTTP/1.1\r\nHost: a\r\nnothing\r\n\r\n", [400]),
  ]

  /// Requests that libmicrohttpd 0.9.75 refuses with a repeated response head.
  /// The status is that of both heads.
  static let refusedTwice = [
    Row("negative length", post("Content-Length: -3") + "abc", [400]),
    Row("length with a sign", post("Content-Length: +3") + "abc", [400]),
    Row("hexadecimal length", post("Content-Length: 0x3") + "abc", [400]),
    Row("list of lengths", post("Content-Length: 3, 3") + "abc", [400]),
    Row("blank after a length", post("Content-Length: 3 ") + "abc", [400]),
    Row("tab after a length", post("Content-Length: 3\t") + "abc", [400]),
    Row("length beyond 64 bits", post("Content-Length: 99999999999999999999") + "abc", [413]),
  ]

  /// Requests that should be refused, but libmicrohttpd 0.9.75 does not expose
  /// the invalid bytes.
  static let tolerated = [
    Row(
      "LF in chunk lines", post("Transfer-Encoding: chunked") + "3\nabc\n0\n\n", [200, 200],
      seen: ["POST / 3"]),
    Row(
      "CR in a chunk extension",
      post("Transfer-Encoding: chunked") + "3;a\rb\r\nabc\r\n0\r\n\r\n", [200, 200],
      seen: ["POST / 3"]),
    Row(
      "NUL in a chunk extension",
      post("Transfer-Encoding: chunked") + "3;a\u{0}b\r\nabc\r\n0\r\n\r\n", [200, 200],
      seen: ["POST / 3"]),
  ]
}

private let chunks = "3\r\nabc\r\n0\r\n\r\n"

private func post(_ fields: String...) -> String {
  "POST / HTTP/1.1\r\nHost: a\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
}
