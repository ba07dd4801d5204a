import Testing
import WebServer

@Suite struct PlaceTests {
    @Test(arguments: [
        ("9464", "127.0.0.1", 9464), ("127.0.0.1:80", "127.0.0.1", 80), ("[::1]:9464", "[::1]", 9464),
        ("0.0.0.0:1", "0.0.0.0", 1),
    ]) func readsPlaces(text: String, host: String, port: Int) {
        let place = Place(text)
        #expect(place?.host == host && place?.port == UInt16(port))
    }

    @Test(arguments: ["", "localhost", "127.0.0.1", "127.0.0.1:", "127.0.0.1:99999", "example.com:80", ":80", "::1:80"])
    func refusesWhatIsNoPlace(text: String) { #expect(Place(text) == nil) }
}
