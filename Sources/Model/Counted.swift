extension Int {
    /// A number with what it counts: `1 page`, `2 pages`.
    ///
    /// - Parameter plural: where it is not the singular with an s.
    package func counted(_ singular: String, _ plural: String? = nil) -> String {
        "\(self) \(self == 1 ? singular : plural ?? singular + "s")"
    }
}
