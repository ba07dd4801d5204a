"""The columns of Parquet, out of the JSON Schema of a result."""
import json

from pyspark.sql.types import (ArrayType, BooleanType, DoubleType, LongType, MapType, StringType, StructField, StructType)

_PLAIN = {"string": StringType(), "integer": LongType(), "number": DoubleType(), "boolean": BooleanType()}


def columns(schema):
    """The structure of a result, from what `recto schema` prints.

    What may be of several types, as the value of a field, is text: a list is the JSON of it.
    """
    whole = json.loads(schema)

    def resolved(part):
        while "$ref" in part:
            place = whole
            for step in part["$ref"].lstrip("#/").split("/"):
                place = place[step]
            part = place
        return part

    def structure(part):
        return StructType([StructField(name, type_of(value, name)) for name, value in sorted(part.items())])

    def type_of(part, name=None):
        part = resolved(part)
        type = part.get("type")
        if type == "object":
            if "properties" in part:
                return structure(part["properties"])
            # By the names of fields, which each kind has its own of.
            values = part.get("additionalProperties") or {"$ref": "#/$defs/field"}
            return MapType(StringType(), type_of(values))
        if type == "array":
            return ArrayType(type_of(part["items"]))
        if type is None and all(isinstance(value, int) for value in part.get("enum", [""])):
            return LongType()
        return _PLAIN.get(type, StringType())

    return structure(whole["properties"])
