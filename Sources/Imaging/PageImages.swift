/// The pictures of one prepared page, all of the upright page's size.
package struct PageImages {
    /// 8 bits, as captured.
    package var grey: Image
    /// 8 bits, background normalised: paper near white, light and shadow removed.
    package var normalised: Image
    /// 1 bit, 1 is ink.
    package var binary: Image
    /// 8 bits, coloured ink alone, dark; made when asked for, nil where the page was captured without colours.
    package var colouredInk: () throws -> Image? = { nil }

    package init(grey: Image, normalised: Image, binary: Image) {
        self.grey = grey
        self.normalised = normalised
        self.binary = binary
    }
}
