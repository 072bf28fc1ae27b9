"""Runs Qdrant's own engine for the server beside it: a request in JSON on a line of standard input, its answer on a line of standard output."""

import json
import sys
import tempfile

import qdrant_edge as edge

folder = sys.argv[1]
shards = {}

index_types = {
    "keyword": edge.KeywordIndexParams,
    "float": edge.FloatIndexParams,
    "integer": edge.IntegerIndexParams,
}


def to_list(value):
    if value is None:
        return None
    return value if isinstance(value, list) else [value]


def to_match(match):
    if "value" in match:
        return edge.MatchValue(match["value"])
    if "any" in match:
        return edge.MatchAny(match["any"])
    if "except" in match:
        return edge.MatchExcept(match["except"])
    raise ValueError(f"data did not match any variant of untagged enum Match: {match}")


def to_condition(given):
    if "has_id" in given:
        return edge.HasIdCondition(set(given["has_id"]))
    if "is_empty" in given:
        return edge.IsEmptyCondition(given["is_empty"]["key"])
    if "nested" in given:
        return edge.NestedCondition(given["nested"]["key"], to_filter(given["nested"]["filter"]))
    if "match" in given:
        return edge.FieldCondition(given["key"], match=to_match(given["match"]))
    if "range" in given:
        return edge.FieldCondition(given["key"], range=edge.RangeFloat(**given["range"]))
    if set(given) - {"must", "should", "must_not"}:
        raise ValueError(f"data did not match any variant of untagged enum Condition: {given}")
    return to_filter(given)


def to_filter(given):
    if given is None:
        return None
    parts = {name: to_list(given.get(name)) for name in ("must", "should", "must_not")}
    return edge.Filter(**{name: [to_condition(one) for one in part] for name, part in parts.items() if part is not None})


def to_expression(given):
    if isinstance(given, (int, float)):
        return edge.Expression.Constant(given)
    if isinstance(given, str):
        return edge.Expression.Variable(given)
    if "mult" in given:
        return edge.Expression.Mult([to_expression(one) for one in given["mult"]])
    if "sum" in given:
        return edge.Expression.Sum([to_expression(one) for one in given["sum"]])
    if "abs" in given:
        return edge.Expression.Abs(to_expression(given["abs"]))
    raise ValueError(f"data did not match any variant of untagged enum Expression: {given}")


def to_vector(given):
    return edge.SparseVector(given["indices"], given["values"]) if isinstance(given, dict) else given


def to_vectors(given):
    return {name: to_vector(vector) for name, vector in given.items()}


def to_query(query, using):
    if isinstance(query, dict) and "formula" in query:
        return edge.Formula(to_expression(query["formula"]), defaults=query.get("defaults", {}))
    return edge.Query.Nearest(to_vector(query), using)


def to_params(given):
    if given is None:
        return None
    acorn = given.get("acorn")
    return edge.SearchParams(
        hnsw_ef=given.get("hnsw_ef"),
        exact=given.get("exact", False),
        acorn=edge.AcornSearchParams(**acorn) if acorn else None,
    )


def to_search(given):
    return {
        "limit": given.get("limit", 10),
        "query": to_query(given["query"], given.get("using")),
        "prefetches": [edge.Prefetch(**to_search(one)) for one in to_list(given.get("prefetch")) or []],
        "params": to_params(given.get("params")),
        "filter": to_filter(given.get("filter")),
        "score_threshold": given.get("score_threshold"),
    }


def from_vectors(vectors):
    return {
        name: {"indices": list(vector.indices), "values": list(vector.values)} if isinstance(vector, edge.SparseVector) else vector
        for name, vector in (vectors or {}).items()
    }


def from_record(record, given):
    return {
        "id": str(record.id),
        "payload": record.payload,
        **({"vector": from_vectors(record.vector)} if given.get("with_vector") else {}),
    }


def create(name, given):
    # A collection of this name may have been removed, and its files are still there.
    path = tempfile.mkdtemp(prefix=name, dir=folder)
    dense = {
        vector: edge.EdgeVectorParams(params["size"], getattr(edge.Distance, params["distance"]))
        for vector, params in given["vectors"].items()
    }
    sparse = {vector: edge.EdgeSparseVectorParams() for vector in given["sparse_vectors"]}
    hnsw = given.get("hnsw_config", {})
    config = edge.HnswIndexConfig(
        m=hnsw.get("m", 16),
        ef_construct=hnsw.get("ef_construct", 100),
        full_scan_threshold=hnsw.get("full_scan_threshold", 10_000),
        payload_m=hnsw.get("payload_m"),
    )
    shards[name] = edge.EdgeShard.create(
        path, edge.EdgeConfig(vectors=dense, sparse_vectors=sparse, hnsw_config=config)
    )
    return {"path": path}


def load(name, given):
    shards[name] = edge.EdgeShard.load(given["path"])


def index(shard, given):
    schema = dict(given["field_schema"])
    params = index_types[schema.pop("type")](**schema)
    shard.update(edge.UpdateOperation.create_field_index(given["field_name"], params))


def upsert(shard, given):
    points = [edge.Point(one["id"], to_vectors(one["vector"]), one.get("payload")) for one in given["points"]]
    shard.update(edge.UpdateOperation.upsert_points(points))


def update_vectors(shard, given):
    points = [edge.PointVectors(one["id"], to_vectors(one["vector"])) for one in given["points"]]
    shard.update(edge.UpdateOperation.update_vectors(points))


def delete(shard, given):
    if "points" in given:
        shard.update(edge.UpdateOperation.delete_points(given["points"]))
    else:
        shard.update(edge.UpdateOperation.delete_points_by_filter(to_filter(given["filter"])))


def set_payload(shard, given):
    if "points" in given:
        shard.update(edge.UpdateOperation.set_payload(given["points"], given["payload"]))
    else:
        shard.update(edge.UpdateOperation.set_payload_by_filter(to_filter(given["filter"]), given["payload"]))


def query(shard, given):
    search = to_search(given)
    search.update(offset=given.get("offset"), with_payload=given.get("with_payload", False))
    points = shard.query(edge.QueryRequest(**search))
    return {"points": [{"id": str(one.id), "version": one.version, "score": one.score, "payload": one.payload} for one in points]}


def scroll(shard, given):
    request = edge.ScrollRequest(
        offset=given.get("offset"),
        limit=given.get("limit", 10),
        filter=to_filter(given.get("filter")),
        with_payload=given.get("with_payload", True),
        with_vector=given.get("with_vector", False),
    )
    points, following = shard.scroll(request)
    return {
        "points": [from_record(one, given) for one in points],
        "next_page_offset": None if following is None else str(following),
    }


def count(shard, given):
    return {"count": shard.count(edge.CountRequest(exact=given.get("exact", True), filter=to_filter(given.get("filter"))))}


def facet(shard, given):
    request = edge.FacetRequest(given["key"], given.get("limit") or 10, given.get("exact") or False, to_filter(given.get("filter")))
    return {"hits": [{"value": hit.value, "count": hit.count} for hit in shard.facet(request).hits]}


def retrieve(shard, given):
    records = shard.retrieve(given["ids"], with_payload=given.get("with_payload", True), with_vector=given.get("with_vector", False))
    return [from_record(one, given) for one in records]


operations = {
    "index": index,
    "upsert": upsert,
    "update_vectors": update_vectors,
    "delete": delete,
    "set_payload": set_payload,
    "query": query,
    "scroll": scroll,
    "count": count,
    "facet": facet,
    "retrieve": retrieve,
    "optimize": lambda shard, given: shard.optimize(),
}


def answer(request):
    name, operation, given = request["collection"], request["operation"], request["body"]
    if operation in ("create", "load"):
        return globals()[operation](name, given)
    return operations[operation](shards[name], given)


for line in sys.stdin:
    request = json.loads(line)
    try:
        reply = {"id": request["id"], "result": answer(request)}
    except Exception as error:  # noqa: BLE001 what the engine refuses, the server has to say
        reply = {"id": request["id"], "error": str(error)}
    print(json.dumps(reply), flush=True)
