import Model
import Operations

/// The steps that a form's `step` names, each with what else it takes from the form. The form has the queue's filter, too:
/// no name is one of `QueueFilter`.
enum PostedSteps {
    /// - Throws: `ReviewError.refused` for what is none.
    static func step(_ form: FormFields) throws -> ReviewStep {
        let words = (form["step"] ?? "").split(separator: " ")
        let number = words.dropFirst().first.flatMap { Int64($0) }
        switch words.first {
        case "confirm": return .confirm(try field(form))
        case "correct": return .correct(try field(form), text: form["text"] ?? "", place: try place(form))
        case "take":
            guard let number, let index = Int(exactly: number) else { break }
            return .take(try field(form), alternative: index)
        case "remove": return .remove(try field(form))
        case "illegible": return .markIllegible(try field(form))
        case "kind": return .changeKind(KindName(rawValue: form["document_kind"] ?? ""))
        case "accept": return .decide(.accepted)
        case "unknown": return .decide(.unknown)
        case "retake":
            guard let reason = form["fault"].flatMap(ReasonCode.init) else {
                throw ReviewError.refused("Say what is wrong with the capture.")
            }
            return .decide(
                .retake(reason: reason, sentence: line(form["sentence"]) ?? Titles.sentence(for: reason)))
        case "reopen": return .reopen
        case "undo":
            guard let number else { break }
            return .undo(number)
        default: break
        }
        throw ReviewError.refused("There is no such step.")
    }

    /// The reviewer's own words on a step; nil where there are none.
    static func why(_ form: FormFields) -> String? { line(form["why"]) }

    /// In one line; nil where there is nothing in it.
    private static func line(_ text: String?) -> String? {
        let words = (text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? nil : words
    }

    /// `2 120 340 300 40`: a page, and a box in pixels of it; nil where nothing was pointed at.
    private static func place(_ form: FormFields) throws -> FieldPlace? {
        guard let text = form["place"], !text.isEmpty else { return nil }
        let numbers = text.split(separator: " ", omittingEmptySubsequences: false).map { Int($0) }
        let known = numbers.compactMap(\.self)
        guard known.count == 5, numbers.count == 5 else { throw ReviewError.refused("That is not a place on a page.") }
        return FieldPlace(page: known[0], box: Box(x: known[1], y: known[2], width: known[3], height: known[4]))
    }

    private static func field(_ form: FormFields) throws -> FieldName {
        guard let name = form["field"], !name.isEmpty else { throw ReviewError.refused("There is no such field.") }
        return FieldName(rawValue: name)
    }
}
