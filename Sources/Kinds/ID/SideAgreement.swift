import Model

/// Tells whether two cards of one picture are the two sides of one document: what a zone or barcode says of holder and
/// number on one side is printed, or encoded, on the other.
struct SideAgreement {
    private let first: Side
    private let second: Side

    init(_ first: PartReading, _ second: PartReading, asOf: CalendarDate) {
        self.first = Side(first, asOf: asOf)
        self.second = Side(second, asOf: asOf)
    }

    /// The number agrees, or birth and given names do: families share the rest, twins their birth. Two machine-readable
    /// numbers that differ are two documents, whatever else agrees.
    var holds: Bool {
        let number = agree("document_number")
        if number == false, first.machine["document_number"] != nil, second.machine["document_number"] != nil {
            return false
        }
        return number == true || agree("date_of_birth") == true && agree("given_names") == true
    }

    /// Machine-readable numbers differ, or number and birth both do: one of them alone may be misread.
    var fails: Bool {
        let number = agree("document_number")
        if number == true { return false }
        if let one = first.machine["document_number"], let other = second.machine["document_number"] {
            return (one.checks + other.checks).allSatisfy(\.passed)
        }
        return number == false && agree("date_of_birth") == false
    }

    /// Nil where one of the sides says nothing of it.
    private func agree(_ name: FieldName) -> Bool? {
        switch (first.machine[name], second.machine[name]) {
        case (let one?, let other?): Self.isSame(one, other)
        case (let machine?, nil): first.isConfirmed(name, machine, by: second)
        case (nil, let machine?): second.isConfirmed(name, machine, by: first)
        case (nil, nil):
            if let one = first.print.fields[name], let other = second.print.fields[name] {
                Self.isSame(one, other)
            } else {
                nil
            }
        }
    }

    private static func isSame(_ a: Field, _ b: Field) -> Bool {
        func key(_ field: Field) -> String { (field.text ?? "").uppercased().filter { $0.isLetter || $0.isNumber } }
        return !key(a).isEmpty && key(a) == key(b)
    }
}

extension SideAgreement {
    /// What one side says by itself.
    private struct Side {
        var machine: [FieldName: Field]
        var truncated: Set<FieldName>
        var print: PrintedSide

        init(_ reading: PartReading, asOf: CalendarDate) {
            let sides = MachineSide.all(on: reading.document.pages, asOf: asOf)
            machine = sides.reduce(into: [:]) { all, side in all.merge(side.fields) { first, _ in first } }
            truncated = sides.reduce(into: []) { $0.formUnion($1.truncated) }
            print = PrintedSide(
                reading.document, labelled: reading.labelled.fields, machine: machine, asOf: asOf)
        }

        /// Whether the other side prints this side's value; nil where it prints nothing under that name.
        func isConfirmed(_ name: FieldName, _ value: Field, by other: Side) -> Bool? {
            let agreement = IDAgreement(
                print: other.print, truncated: truncated, nationality: machine["nationality"]?.text)
            let merged = agreement.merged(name, machine: value, printed: other.print.fields[name])
            if merged.field.isConfirmedByPrint { return true }
            return other.print.fields[name] == nil ? nil : false
        }
    }
}
