/// The seven stages put in a row.
package struct Pipeline {
    package init() {}
}
