import Foundation
import Model
import Output
import Pipeline
import Testing

@testable import Operations

/// What a document's events make of the machine's result.
@Suite struct ReviewStateTests {
    private let machine = ReviewExamples.deed()
    private let document: ReviewDocument
    private let ida = Reviewer(name: "Ida")
    private let ben = Reviewer(name: "Ben")
    private let cleo = Reviewer(name: "Cleo")

    init() throws {
        document = try #require(ReviewDocument(machine))
    }

    /// The state after steps, each taken on the one before.
    private func state(
        _ steps: [(Reviewer, ReviewStep)], policy: ReviewPolicy = ReviewPolicy(), of machine: Outcome? = nil
    ) throws -> ReviewState {
        let machine = machine ?? self.machine
        var state = ReviewState(document, machine: machine, events: [])
        for (reviewer, step) in steps {
            let action = try state.action(for: step, entries: try ReviewExamples.entries(), policy: policy)
            let event = ReviewEvent(
                sequence: state.revision + 1, document: document, reviewer: reviewer,
                time: Date(timeIntervalSince1970: 1_700_000_000), action: action)
            state = ReviewState(document, machine: machine, events: state.events + [event])
        }
        return state
    }

    @Test func beginsAsTheMachineLeftIt() throws {
        let state = try state([])
        #expect(state.revision == 0)
        #expect(state.decision == nil)
        #expect(state.fields["county"] == ReviewState.Value(value: .text("Lale"), machine: .text("Lale")))
        #expect(state.result == nil)
    }

    @Test func oneDecisionFinishesWhatNeedsOne() throws {
        let state = try state([
            (ida, .correct("county", text: "Lake County")), (ida, .confirm("state")), (ida, .decide(.accepted)),
        ])
        #expect(state.decision == .accepted)
        let result = try #require(state.result)
        #expect(result.decision == Decision(action: .accept, reasons: []))
        #expect(result.fields?["county"]?.value == .text("Lake"))
        #expect(result.fields?["county"]?.source == .person)
        #expect(result.fields?["grantor"] == machine.fields?["grantor"])
        let review = try #require(result.review)
        #expect(review.reviewers == ["Ida"])
        #expect(review.time == "2023-11-14T22:13:20Z")
        #expect(review.machineAction == .review)
        #expect(review.revision == 3)
        #expect(
            review.fields == [
                "county": .init(standing: .corrected, machine: .text("Lale"), reviewer: "Ida"),
                "state": .init(standing: .confirmed, machine: .text("Ohio"), reviewer: "Ida"),
            ])
    }

    @Test func undoTakesBackAndRedoBringsBack() throws {
        var steps: [(Reviewer, ReviewStep)] = [(ida, .correct("county", text: "Lake")), (ida, .decide(.accepted))]
        steps.append((ida, .undo(2)))
        #expect(try state(steps).decision == nil)
        #expect(try state(steps).fields["county"]?.value == .text("Lake"))
        #expect(try state(steps).undoable == 1)
        #expect(try state(steps).redoable == 3)
        steps.append((ida, .undo(1)))
        #expect(try state(steps).fields["county"]?.value == .text("Lale"))
        #expect(try state(steps).undoable == nil)
        steps.append((ida, .undo(4)))
        steps.append((ida, .undo(3)))
        #expect(try state(steps).decision == .accepted)
        #expect(try state(steps).redoable == nil)
        #expect(try state(steps).revision == 6)
        #expect(throws: ReviewError.self) { try state(steps + [(ida, .undo(3))]) }
    }

    @Test func aFinishedDocumentIsChangedOnlyWhenItIsOpenAgain() throws {
        let finished: [(Reviewer, ReviewStep)] = [(ida, .decide(.accepted))]
        #expect(throws: ReviewError.finished) { try state(finished + [(ben, .confirm("state"))]) }
        let open = try state(finished + [(ben, .reopen), (ben, .correct("county", text: "Lake"))])
        #expect(open.decision == nil)
        #expect(open.fields["county"]?.reviewer == ben)
    }

    @Test func twoPeopleDecideAKindOfFourEyes() throws {
        let policy = ReviewPolicy(fourEyes: [.deed])
        let first = try state([(ida, .decide(.accepted))], policy: policy)
        #expect(first.decision == nil)
        #expect(first.progress.decisions.map(\.reviewer) == [ida])
        #expect(try state([(ida, .decide(.accepted)), (ida, .decide(.accepted))], policy: policy).decision == nil)
        let both = try state([(ida, .decide(.accepted)), (ben, .decide(.accepted))], policy: policy)
        #expect(both.decision == .accepted)
        #expect(both.result?.review?.reviewers == ["Ida", "Ben"])
    }

    @Test func whoDecidedOtherValuesDidNotDecideAlike() throws {
        let policy = ReviewPolicy(fourEyes: [.deed])
        var steps: [(Reviewer, ReviewStep)] = [
            (ida, .decide(.accepted)), (ben, .correct("county", text: "Lake")), (ben, .decide(.accepted)),
        ]
        #expect(try state(steps, policy: policy).decision == nil)
        steps.append((ida, .decide(.accepted)))
        #expect(try state(steps, policy: policy).decision == .accepted)
    }

    @Test(arguments: [ReviewStep.remove("grantee"), .markIllegible("grantee")])
    func twoPeopleAcceptADocumentWithoutAField(look: ReviewStep) throws {
        let steps: [(Reviewer, ReviewStep)] = [
            (ida, look), (ida, .decide(.accepted)), (ben, look), (ben, .decide(.accepted)),
        ]
        #expect(try state(steps, policy: ReviewPolicy(fourEyes: [.deed])).decision == .accepted)
    }

    @Test func aThirdPersonSettlesWhatTwoDisagreeOn() throws {
        let policy = ReviewPolicy(fourEyes: [.deed])
        let retake = ReviewDecision.retake(reason: .blurred, sentence: "Hold still.")
        let steps: [(Reviewer, ReviewStep)] = [(ida, .decide(.accepted)), (ben, .decide(retake))]
        #expect(try state(steps, policy: policy).decision == nil)
        let other = ReviewDecision.retake(reason: .blurred, sentence: "Use a tripod.")
        let settled = try state(steps + [(cleo, .decide(other))], policy: policy)
        #expect(settled.decision == other)
        #expect(settled.result?.review?.reviewers == ["Ben", "Cleo"])
    }

    @Test func theSampleIsChosenByContent() throws {
        func document(_ digits: String) throws -> ReviewDocument {
            var machine = machine
            machine.id = "sha256:" + digits + String(repeating: "0", count: 64 - digits.count)
            return try #require(ReviewDocument(machine))
        }
        let policy = ReviewPolicy(sampleAccepted: 0.25)
        #expect(policy.isSampled(try document("3f")))
        #expect(!policy.isSampled(try document("40")))
        #expect(!ReviewPolicy(sampleAccepted: 0).isSampled(try document("0")))
        #expect(ReviewPolicy(sampleAccepted: 1).isSampled(try document("ffffffffffffffff")))
        #expect(policy.people(for: try document("00"), kind: .deed, action: .accept) == 2)
        #expect(policy.people(for: try document("ff"), kind: .deed, action: .accept) == 0)
        #expect(policy.people(for: try document("00"), kind: .deed, action: .review) == 1)
        #expect(policy.people(for: try document("00"), kind: .deed, action: .retake) == 0)
    }

    @Test func aKindOfFourEyesThatThereIsNotIsAMistake() throws {
        let entries = try ReviewExamples.entries()
        var settings = ReviewSettings()
        settings.fourEyes = ["deed", "opt-out"]
        let error = #expect(throws: ConfigurationError.self) { try ReviewPolicy(settings, entries: entries) }
        #expect(
            error?.description == "review.four_eyes: there is no kind `opt-out`; did you mean `opt_out`?")
        settings.fourEyes = ["deed"]
        #expect(try ReviewPolicy(settings, entries: entries) == ReviewPolicy(fourEyes: [.deed]))
    }

    @Test func aDecisionIsAboutTheValuesThatWereSeen() throws {
        let events = try state([(ida, .decide(.accepted))]).events
        var anew = machine
        anew.fields?["grantor"]?.value = .list(["ANN MOSER"])
        #expect(ReviewState(document, machine: anew, events: events).decision == nil)
        // What was not seen may differ.
        anew = machine
        anew.timing = ["total": 2]
        anew.fields?["grantor"]?.confidence = 0.7
        #expect(ReviewState(document, machine: anew, events: events).decision == .accepted)
    }

    @Test func whatWasConfirmedStandsWhateverIsReadLater() throws {
        let events = try state([(ida, .confirm("county"))]).events
        var anew = machine
        anew.fields?["county"]?.value = .text("Lane")
        let state = ReviewState(document, machine: anew, events: events)
        #expect(state.fields["county"]?.value == .text("Lale"))
        #expect(state.fields["county"]?.standing == .corrected)
    }

    @Test func anotherKindBeginsEmptyAndTheOldOneComesBackWhole() throws {
        var steps: [(Reviewer, ReviewStep)] = [
            (ida, .confirm("state")), (ida, .changeKind(.id)), (ida, .correct("surname", text: "Moss")),
        ]
        #expect(try state(steps).fields.keys.sorted() == ["surname"])
        #expect(throws: ReviewError.entry(.refused("The kind has no such field."))) {
            try state(steps + [(ida, .correct("grantor", text: "Ann Moss"))])
        }
        steps.append((ida, .undo(2)))
        #expect(try state(steps).fields.keys.sorted() == ["county", "grantor", "state"])
        #expect(try state(steps).fields["state"]?.standing == .confirmed)
        #expect(throws: ReviewError.self) { try state([(ida, .changeKind("bill"))]) }
    }

    @Test(arguments: [ReviewStep.remove("invoice_number"), .markIllegible("invoice_number")])
    func aFieldThatTheKindDoesNotHaveIsRefused(step: ReviewStep) throws {
        #expect(throws: ReviewError.refused("The kind has no such field.")) { try state([(ida, step)]) }
    }

    @Test func anAlternativeIsTakenByItsNumber() throws {
        let state = try state([(ida, .take("grantor", alternative: 0))])
        #expect(state.fields["grantor"]?.value == .list(["ANN NOSS"]))
        #expect(throws: ReviewError.self) { try self.state([(ida, .take("grantor", alternative: 1))]) }
    }

    @Test func whatNoResultMaySayNobodyDecides() throws {
        var unreadable = machine
        var page = RecognizedPage(prepared: PreparedPage(index: 1, width: 1, height: 1, dpi: 300), words: [])
        page.error = Failure(.damaged, "a page is damaged", stage: .ingest)
        unreadable.pages = [PageReport(page, kind: nil, words: false)]
        #expect(throws: ReviewError.self) { try state([(ida, .decide(.accepted))], of: unreadable) }
        #expect(throws: ReviewError.self) { try state([(ida, .decide(.retake(reason: .expired, sentence: "Renew.")))]) }
        #expect(throws: ReviewError.self) { try state([(ida, .decide(.retake(reason: .blurred, sentence: " ")))]) }
        var unknown = machine
        (unknown.kind, unknown.fields) = (.unknown, [:])
        #expect(throws: ReviewError.self) { try state([(ida, .decide(.accepted))], of: unknown) }
    }

    @Test func aMaskedFailedOrCopiedResultIsNotReviewed() {
        var masked = machine
        masked.redacted = .full
        #expect(ReviewDocument(masked) == nil)
        var copy = machine
        copy.source.partOf = "a/front.tif"
        #expect(ReviewDocument(copy) == nil)
    }
}
