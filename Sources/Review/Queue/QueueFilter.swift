import Foundation
import Model

/// Which documents of the queue are shown, and in which order: what stands in the address, so that a view can be shared.
struct QueueFilter: Sendable, Equatable {
    /// How long ago a result was written.
    enum Age: String, Sendable, CaseIterable {
        case day, week, month, older

        /// The earliest time of it.
        func begin(_ now: Date) -> Date {
            switch self {
            case .day: now - 86_400
            case .week: now - 7 * 86_400
            case .month: now - 30 * 86_400
            case .older: .distantPast
            }
        }
    }

    /// How far people have come: `open` takes in those that wait for a second person.
    enum Stage: String, Sendable, CaseIterable {
        case open, second, finished, idle, all

        func takes(_ stage: ReviewStage) -> Bool {
            switch self {
            case .open: stage == .open || stage == .second
            case .second: stage == .second
            case .finished: stage == .finished
            case .idle: stage == .idle
            case .all: true
            }
        }
    }

    var stage = Stage.open
    var state: DocumentEntry.State?
    var kind: KindName?
    var reason: ReasonCode?
    var age: Age?
    /// A part of the document's path, whatever the case of its letters.
    var name = ""
    var order = DocumentOrder.risk
    /// From 1.
    var page = 1

    static let pageSize = 50
    private static let longestName = 200

    init() {}

    /// What is not understood is left out: an old address still shows something.
    init(_ form: FormFields) {
        stage = form["state"].flatMap(Stage.init) ?? .open
        state = form["decision"].flatMap(DocumentEntry.State.init(code:))
        kind = form["kind"].flatMap { $0.isEmpty ? nil : KindName(rawValue: String($0.prefix(Self.longestName))) }
        reason = form["reason"].flatMap(ReasonCode.init)
        age = form["age"].flatMap(Age.init)
        name = String((form["name"] ?? "").trimmingCharacters(in: .whitespaces).prefix(Self.longestName))
        order = form["order"].flatMap(DocumentOrder.init) ?? .risk
        page = min(max(1, form["page"].flatMap { Int($0) } ?? 1), 1_000_000)
    }

    /// Of the address, without what is the default.
    var fields: FormFields {
        var fields = FormFields()
        fields["state"] = stage == .open ? nil : stage.rawValue
        fields["decision"] = state?.code
        fields["kind"] = kind?.rawValue
        fields["reason"] = reason?.rawValue
        fields["age"] = age?.rawValue
        fields["name"] = name.isEmpty ? nil : name
        fields["order"] = order == .risk ? nil : order.rawValue
        fields["page"] = page == 1 ? nil : "\(page)"
        return fields
    }

    /// Whether anything is left out.
    var isNarrow: Bool { stage != .all || state != nil || kind != nil || reason != nil || age != nil || !name.isEmpty }

    /// The same with a change, from its first page on.
    func with(_ change: (inout Self) -> Void) -> Self {
        var filter = self
        filter.page = 1
        change(&filter)
        return filter
    }
}

/// What a filter finds in the index: the documents, and how many there would be with each other choice.
struct QueueSelection: Sendable {
    private let index: IndexSnapshot
    /// In the index, in the filter's order.
    private var positions: [Int] = []
    /// By choice, with all other parts of the filter as they are.
    let stages: [QueueFilter.Stage: Int]
    let states: [DocumentEntry.State: Int]
    let kinds: [KindName: Int]
    let reasons: [ReasonCode: Int]
    let ages: [QueueFilter.Age: Int]

    private let order: DocumentOrder

    init(_ filter: QueueFilter, in index: IndexSnapshot, now: Date) {
        self.index = index
        order = filter.order
        let state = filter.state?.rawValue
        // A kind of which there are none is no document's.
        let kind = filter.kind.map { kind in index.kinds.firstIndex(of: kind).map { Int32($0) } ?? .max }
        let reason = filter.reason?.bit
        let age = filter.age.flatMap(QueueFilter.Age.allCases.firstIndex)
        let name = Array(filter.name.lowercased().utf8)
        let agesBegin = QueueFilter.Age.allCases.map { $0.begin(now) }
        var stageCounts = [Int](repeating: 0, count: ReviewStage.allCases.count)
        let takes = ReviewStage.allCases.map(filter.stage.takes)
        var stateCounts = [Int](repeating: 0, count: DocumentEntry.State.allCases.count)
        var kindCounts = [Int](repeating: 0, count: index.kinds.count)
        var reasonCounts = [Int](repeating: 0, count: UInt64.bitWidth)
        var ageCounts = [Int](repeating: 0, count: agesBegin.count)
        for position in index.positions(in: filter.order) where name.isEmpty || index.path(at: position, has: name) {
            let key = index.keys[position]
            let keyAge = agesBegin.firstIndex { key.written >= $0 } ?? agesBegin.count - 1
            let isState = state == nil || key.state == state
            let isKind = kind == nil || key.kind == kind
            let isReason = reason.map { key.reasons & $0 != 0 } ?? true
            let isAge = age == nil || keyAge == age
            let stage = Int(index.stages[position].rawValue)
            if isState, isKind, isReason, isAge { stageCounts[stage] += 1 }
            guard takes[stage] else { continue }
            if isKind, isReason, isAge { stateCounts[Int(key.state)] += 1 }
            if isState, isReason, isAge, key.kind >= 0 { kindCounts[Int(key.kind)] += 1 }
            if isState, isKind, isAge {
                var bits = key.reasons
                while bits != 0 {
                    reasonCounts[bits.trailingZeroBitCount] += 1
                    bits &= bits - 1
                }
            }
            if isState, isKind, isReason {
                ageCounts[keyAge] += 1
                if isAge { positions.append(position) }
            }
        }
        func counted<Choice: Hashable>(_ choices: [Choice], _ counts: [Int]) -> [Choice: Int] {
            Dictionary(uniqueKeysWithValues: zip(choices, counts).filter { $0.1 > 0 })
        }
        stages = Dictionary(
            uniqueKeysWithValues: QueueFilter.Stage.allCases.map { stage in
                (stage, zip(ReviewStage.allCases, stageCounts).filter { stage.takes($0.0) }.map { $0.1 }.reduce(0, +))
            })
        states = counted(DocumentEntry.State.allCases, stateCounts)
        kinds = counted(index.kinds, kindCounts)
        reasons = counted(ReasonCode.allCases, reasonCounts)
        ages = counted(QueueFilter.Age.allCases, ageCounts)
    }

    var count: Int { positions.count }

    var documents: some Sequence<DocumentEntry> { positions.lazy.map { index.documents[$0] } }

    /// Those that come after another, which may be finished by now and so not be among them.
    func documents(after document: DocumentEntry) -> some Sequence<DocumentEntry> {
        let all = index.positions(in: order)
        let place = index.position(of: document.id).flatMap(all.firstIndex)
        let mine = Set(positions)
        return all[(place.map { $0 + 1 } ?? 0)...].lazy.filter(mine.contains).map { index.documents[$0] }
    }

    var pageCount: Int { max(1, (count + QueueFilter.pageSize - 1) / QueueFilter.pageSize) }

    /// The documents of a page, from 1; of the last one where there are fewer.
    func page(_ number: Int) -> (number: Int, first: Int, documents: [DocumentEntry]) {
        let number = min(number, pageCount)
        let first = (number - 1) * QueueFilter.pageSize
        let page = positions[first..<min(first + QueueFilter.pageSize, count)]
        return (number, first, page.map { index.documents[$0] })
    }
}
