/// The pictures of one prepared page, all of the upright page's size.
package struct PageImages {
    /// 8 bits, as captured.
    package var grey: Image
    /// 8 bits, background normalised: paper near white, light and shadow removed.
    package var normalised: Image
    /// 1 bit, 1 is ink.
    package var binary: Image

    package init(grey: Image, normalised: Image, binary: Image) {
        self.grey = grey
        self.normalised = normalised
        self.binary = binary
    }
}
