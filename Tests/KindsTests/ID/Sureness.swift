import Model

extension Field {
    /// Its confidence; none where it fails a check, and so is vouched for by nobody.
    var sureness: Double { checks.contains { !$0.passed } ? 0 : confidence }
}
