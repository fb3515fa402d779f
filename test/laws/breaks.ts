import { asList, asObject, type Json } from '../../platform/json.ts'

/** A request is read by this service, an answer by its caller. */
type Part = 'request' | 'answer'

/** Bounds of a request that may become wider, and never narrower: 1 where a higher one is wider, -1 where a lower one is. */
const BOUNDS = { maximum: 1, maxLength: 1, maxItems: 1, minimum: -1, minLength: -1, minItems: -1 } as const

/**
 * The changes between two OpenAPI documents that break a caller of the earlier one, a sentence each, as docs/compatibility.md defines
 * them. A schema with a name is compared once, and its changes are those of the schema.
 */
export function breaksBetween(earlier: Json, later: Json): readonly string[] {
  const found = new Set<string>()
  const compared = new Set<string>()
  const report = (at: string, change: string) => found.add(`${at}: ${change}`)

  function compareSchemas(where: string, part: Part, before: unknown, after: unknown): void {
    const name = nameOf(before)
    const at = name ?? where
    const key = JSON.stringify([part, at, nameOf(after)])
    if (compared.has(key)) return
    compared.add(key)
    const [a, b] = [resolve(earlier, before), resolve(later, after)]
    if (!isSameType(part, a['type'], b['type'])) return void report(at, `was ${a['type']}, is ${b['type']}`)
    if (part === 'request') compareLimits(at, a, b)
    else if (b['nullable'] === true && a['nullable'] !== true) report(at, 'may be null')
    compareProperties(at, part, a, b)
    if ('items' in a && 'items' in b) compareSchemas(`${at}[]`, part, a['items'], b['items'])
    for (const kind of ['oneOf', 'anyOf']) {
      const [before2, after2] = [asList(a[kind]), asList(b[kind])]
      if (part === 'request' && after2.length > 0 && before2.length > after2.length)
        report(at, 'has fewer alternatives')
      if (before2.length === after2.length)
        for (const [i, one] of before2.entries()) compareSchemas(`${at}|${i}`, part, one, after2[i])
    }
  }

  function compareLimits(at: string, a: Json, b: Json): void {
    if (a['nullable'] === true && b['nullable'] !== true) report(at, 'refuses null')
    if (a['additionalProperties'] !== false && b['additionalProperties'] === false) report(at, 'refuses unknown fields')
    if (b['pattern'] !== undefined && a['pattern'] !== b['pattern']) report(at, 'has another pattern')
    if ('default' in a && JSON.stringify(a['default']) !== JSON.stringify(b['default']))
      report(at, 'has another default')
    for (const [bound, wider] of Object.entries(BOUNDS)) {
      const [before, after] = [a[bound], b[bound]]
      if (after === undefined || before === after) continue
      if (before === undefined || (Number(after) - Number(before)) * wider < 0)
        report(at, `${bound} was ${before ?? 'absent'}, is ${after}`)
    }
    const values = asList(b['enum'])
    if (values.length === 0) return
    if (!('enum' in a)) report(at, 'takes only some values')
    const refused = asList(a['enum']).filter((value) => value !== null && !values.includes(value))
    if (refused.length > 0) report(at, `refuses ${refused.join(', ')}`)
  }

  function compareProperties(at: string, part: Part, a: Json, b: Json): void {
    const [before, after] = [asObject(a['properties']), asObject(b['properties'])]
    for (const [name, schema] of Object.entries(before)) {
      if (name in after) compareSchemas(`${at}.${name}`, part, schema, after[name])
      else report(`${at}.${name}`, 'is gone')
    }
    const [required, stillRequired] = [asList(a['required']), asList(b['required'])]
    const missing = (all: readonly unknown[], some: readonly unknown[]) => all.filter((one) => !some.includes(one))
    if (part === 'request')
      for (const name of missing(stillRequired, required)) report(`${at}.${String(name)}`, 'is required')
    else
      for (const name of missing(required, stillRequired))
        if (String(name) in after) report(`${at}.${String(name)}`, 'may be absent')
    const [values, laterValues] = [a['additionalProperties'], b['additionalProperties']]
    if (typeof values === 'object' && typeof laterValues === 'object')
      compareSchemas(`${at}.*`, part, values, laterValues)
  }

  function compareParameters(id: string, a: Json, b: Json): void {
    const parametersOf = (document: Json, operation: Json) =>
      new Map(
        asList(operation['parameters'])
          .map((one) => resolve(document, one))
          .map((one) => [`${String(one['in'])} ${String(one['name'])}`, one]),
      )
    const [before, after] = [parametersOf(earlier, a), parametersOf(later, b)]
    for (const [name, one] of before) {
      const now = after.get(name)
      if (now) compareSchemas(`${id} ${name}`, 'request', one['schema'], now['schema'])
      else report(`${id} ${name}`, 'is gone')
    }
    for (const [name, one] of after)
      if (one['required'] === true && before.get(name)?.['required'] !== true) report(`${id} ${name}`, 'is required')
  }

  function compareOperations(id: string, a: Json, b: Json): void {
    if (b['operationId'] !== id) report(id, `is named ${String(b['operationId'])}`)
    compareParameters(id, a, b)
    const [body, laterBody] = [resolve(earlier, a['requestBody']), resolve(later, b['requestBody'])]
    if (laterBody['required'] === true && body['required'] !== true) report(`${id} body`, 'is required')
    compareSchemas(`${id} body`, 'request', schemaIn(body, 'application/json'), schemaIn(laterBody, 'application/json'))
    const [ok, laterOk] = [a, b].map((one, i) => resolve(i === 0 ? earlier : later, asObject(one['responses'])['200']))
    for (const type of Object.keys(asObject(ok?.['content']))) {
      if (!(type in asObject(laterOk?.['content']))) report(`${id} answer`, `is no longer ${type}`)
      else compareSchemas(`${id} answer`, 'answer', schemaIn(asObject(ok), type), schemaIn(asObject(laterOk), type))
    }
    const schemes = (operation: Json) =>
      asList(operation['security']).map((one) => Object.keys(asObject(one)).toSorted().join(' with '))
    const [given, taken] = [schemes(a), schemes(b)]
    if (taken.length === 0 || taken.includes('')) return
    if (given.length === 0 || given.includes('')) report(id, 'needs a credential')
    for (const one of given) if (one !== '' && !taken.includes(one)) report(id, `no longer takes ${one}`)
  }

  for (const [path, item] of Object.entries(asObject(earlier['paths'])))
    for (const [method, operation] of Object.entries(asObject(item))) {
      const before = asObject(operation)
      const after = asObject(asObject(later['paths'])[path])[method]
      const id = String(before['operationId'])
      if (after === undefined) report(id, 'is gone')
      else compareOperations(id, before, asObject(after))
    }
  return [...found].toSorted()
}

/** An integer is a number, so a request may take any number where it took integers, and an answer may have only integers. */
function isSameType(part: Part, before: unknown, after: unknown): boolean {
  const [narrow, wide] = part === 'request' ? [before, after] : [after, before]
  return narrow === wide || wide === undefined || (narrow === 'integer' && wide === 'number')
}

const nameOf = (schema: unknown): string | undefined => {
  const { $ref } = asObject(schema)
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined
}

/** A part of a document, or what it refers to, with what stands beside the reference. */
function resolve(document: Json, node: unknown): Json {
  const { $ref, allOf, ...rest } = asObject(node)
  if (typeof $ref === 'string') {
    const keys = $ref.slice('#/'.length).split('/')
    return resolve(
      document,
      keys.reduce<unknown>((at, key) => asObject(at)[key], document),
    )
  }
  return asList(allOf).reduceRight<Json>((all, one) => ({ ...resolve(document, one), ...all }), rest)
}

const schemaIn = (node: Json, type: string): unknown => asObject(asObject(node['content'])[type])['schema']
