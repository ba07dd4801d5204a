/// What keeps the factory from making a document; each says what to do about it.
enum FactoryError: Error, CustomStringConvertible {
    case templatesMissing(folder: String)
    case templateMissing(name: String)
    case templateBroken(name: String, reason: String)
    case programFailed(name: String, status: Int32)
    case fontMissing(family: String)
    case pictureFailed(String)

    var description: String {
        switch self {
        case .templatesMissing(let folder): "no templates in \(folder): name their folder with --templates"
        case .templateMissing(let name): "there is no template \(name)"
        case .templateBroken(let name, let reason): "the template \(name) is broken: \(reason)"
        case .programFailed(let name, let status):
            "\(name) ended with status \(status): is it installed (make setup-test)?"
        case .fontMissing(let family): "the font \(family) is not installed: run make setup-test"
        case .pictureFailed(let reason): "a picture could not be made: \(reason)"
        }
    }
}
