import Glibc

/// What libFuzzer calls, with the entry that RECTO_FUZZ_ENTRY names.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    entry.run(Array(UnsafeBufferPointer(start: data, count: count)))
    return 0
}

private let entry: Entry = {
    guard let name = getenv("RECTO_FUZZ_ENTRY"), let entry = Entry(rawValue: String(cString: name)) else {
        fatalError("RECTO_FUZZ_ENTRY must be one of " + Entry.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return entry
}()
