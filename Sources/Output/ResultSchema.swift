/// The JSON Schema (draft 2020-12) of a result, as Schemas/result.schema.json in the repository.
package enum ResultSchema {
    package static var text: String { String(decoding: PackageResources.result_schema_json, as: UTF8.self) }
}
