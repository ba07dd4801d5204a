/// Starts workers, hands them documents, and answers for each of them.
package struct Supervisor {
    package init() {}
}
