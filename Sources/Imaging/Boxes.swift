import Model

/// Leptonica has a `Box` too; inside this module the name means ours.
typealias Box = Model.Box
