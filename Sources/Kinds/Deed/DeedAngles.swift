/// The angles of a survey's bearings, `45°30'10"`, and bearings in one word.
enum DeedAngles {
    /// The figures of `45°30'10"`, in order.
    static func parts(_ word: some StringProtocol) -> [Double] {
        word.split { !$0.isNumber && $0 != "." }.compactMap { Double($0) }
    }

    /// A bearing in one word, `N49-21-21E` or `S12°30'39"W`.
    struct Compact {
        var meridian: Character
        var side: Character
        /// Degrees, minutes and, where given, seconds.
        var figures: [Double]

        var isValid: Bool { figures[0] <= 90 && figures.dropFirst().allSatisfy { $0 < 60 } }

        /// Nil for what is no bearing.
        init?(_ word: String) {
            guard let bearing = word.wholeMatch(of: /([NS])(\d[\d\-–°º'’′"”″.]*)([EW])[,;.:]?/) else { return nil }
            let figures = DeedAngles.parts(bearing.output.2)
            guard (2...3).contains(figures.count) else { return nil }
            self.figures = figures
            meridian = Character(String(bearing.output.1))
            side = Character(String(bearing.output.3))
        }
    }
}
