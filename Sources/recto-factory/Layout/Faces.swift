/// The fonts of sheets: Debian packages only. About a quarter is held back.
enum Faces {
    static let serif = ["Liberation Serif", "Caladea", "Gentium Book Plus", "Linux Libertine O", "DejaVu Serif"]
    static let heldBackSerif = ["Old Standard TT", "GFS Didot"]
    static let sans = ["Liberation Sans", "DejaVu Sans", "Carlito", "Open Sans"]
    static let heldBackSans = ["Lato"]
    static let typewriter = ["Courier Prime", "Liberation Mono"]
    static let heldBackTypewriter = ["DejaVu Sans Mono"]
}

extension Maker {
    mutating func serif() -> String { choose(Faces.serif, heldBack: Faces.heldBackSerif) }
    mutating func sans() -> String { choose(Faces.sans, heldBack: Faces.heldBackSans) }
    mutating func typewriter() -> String { choose(Faces.typewriter, heldBack: Faces.heldBackTypewriter) }
}
