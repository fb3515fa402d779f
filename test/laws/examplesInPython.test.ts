import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { openApiDocument } from '../../platform/openapi.ts'
import { needs, pythonWith } from '../support/machine.ts'
import { examplesIn } from './examplesIn.ts'
import { isRecord } from './json.ts'

const PYTHON = pythonWith('jsonschema', 'referencing')

/** Prints the place and the fault of each example that its schema refuses. */
const PROGRAM = `
import json, sys
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
given = json.load(sys.stdin)
registry = Registry().with_resource("urn:document", Resource(given["document"], DRAFT202012))
faults = []
for case in given["cases"]:
    check = Draft202012Validator({"$ref": "urn:document#" + case["pointer"]}, registry=registry)
    faults += [case["pointer"] + ": " + one.message[:200] for one in check.iter_errors(case["example"])]
print(json.dumps(faults))
`

/** OpenAPI 3.0's schemas in the words of JSON Schema 2020-12, without what only OpenAPI has. */
function asJsonSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(asJsonSchema)
  if (!isRecord(node)) return node
  const kept = Object.entries(node).filter(([key]) => key !== 'nullable' && key !== 'example')
  const out = Object.fromEntries(kept.map(([key, inner]) => [key, asJsonSchema(inner)]))
  if (out['exclusiveMinimum'] === true) {
    out['exclusiveMinimum'] = out['minimum']
    delete out['minimum']
  }
  // A reference is relative to the document.
  if (typeof out['$ref'] === 'string') out['$ref'] = `urn:document${out['$ref']}`
  return node['nullable'] === true ? { anyOf: [out, { type: 'null' }] } : out
}

const pointerTo = (keys: readonly string[]): string =>
  keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

test('every example is valid to its schema in Python', needs('Python 3 with jsonschema', PYTHON), () => {
  const document: unknown = JSON.parse(openApiDocument())
  const cases = examplesIn(document).map(({ schema, example }, i) => ({ key: `case-${i}`, schema, example }))
  // Each schema is a component of its own, so that no place of the document is inside of another's null.
  const schemas = Object.fromEntries(cases.map(({ key, schema }) => [key, asJsonSchema(at(document, schema))]))
  const input = {
    document: { ...Object(asJsonSchema(document)), cases: schemas },
    cases: cases.map(({ key, example }) => ({ pointer: pointerTo(['cases', key]), example })),
  }
  const { stdout, stderr } = spawnSync(String(PYTHON), ['-c', PROGRAM], {
    input: JSON.stringify(input),
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  const faults: unknown = JSON.parse(stdout)
  expect(faults).toEqual([])
})

const at = (document: unknown, keys: readonly string[]): unknown =>
  keys.reduce((found, key) => (isRecord(found) ? found[key] : undefined), document)
