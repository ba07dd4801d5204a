import Model

/// A document as thought up, before it is drawn as pixels and degraded.
struct Draft {
    var kind: KindName
    var subkind: String
    var fields: [FieldName: FieldValue]
    /// What a perfect capture of it deserves.
    var expect: Decision.Action
    var pages: [Drawing]
    /// Whether it is small and stiff: a card or a booklet's page, not a sheet of paper.
    var isCard = false
    /// Whether its colours are worth keeping in a clean picture.
    var isColored = false

    /// Another document beside this one on a picture, of cards at most two pages of each, of sheets one.
    mutating func add(_ other: Draft) {
        let most = isCard ? 2 : 1
        pages = Array(pages.prefix(most)) + other.pages.prefix(other.isCard == isCard ? most : 1)
        subkind = "several_documents"
        expect = .review
    }
}

/// One page as SVG, and its true size.
struct Drawing {
    var svg: String
    /// Inches.
    var width: Double
    var height: Double
    /// Pictures that the SVG links to, by file name.
    var pictures: [String: [UInt8]] = [:]
    /// Where what must be read lies, in inches from the top left; a cut or a glare that harms goes there.
    var vital: Area?

    struct Area {
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }
}
