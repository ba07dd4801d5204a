/// How a sheet of text looks.
struct SheetStyle {
    enum FieldLook: CaseIterable {
        /// The value on a line beside its label.
        case line
        /// The value in a box below its label.
        case box
        /// Label and value in the cells of a table.
        case table
        /// `Label: value`.
        case colon
        /// The label in small print below the line that carries the value.
        case under
    }

    enum BoxLook: CaseIterable {
        case square
        case round
        case brackets
        case parentheses
    }

    enum MarkLook: CaseIterable {
        case cross
        case tick
        case filled
        case typed
    }

    var font: Font
    var heading: Font
    /// Points.
    var size = 11.0
    /// Line pitch over type size.
    var leading = 1.3
    var width = 612.0
    var height = 792.0
    var left = 72.0
    var right = 72.0
    var top = 64.0
    var bottom = 60.0
    var isJustified = false
    var firstIndent = 0.0
    var color = "#111"
    var paper = "#fff"
    /// Each word a little off its line, as a typewriter strikes.
    var jitter = 0.0
    var fieldLook = FieldLook.line
    var boxLook = BoxLook.square
    var markLook = MarkLook.cross
    /// Values of a form: typed, or printed in another font.
    var valueFont: Font?
    var valueColor = "#111"
    /// Set at the foot of each page, with the page's number for `#` and their count for `%`.
    var footer = ""

    var measure: Double { width - left - right }
    var pitch: Double { size * leading }
}
