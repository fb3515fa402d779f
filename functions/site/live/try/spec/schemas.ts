import { asItems, asJson, asText, type Json } from '../json.ts'
import type { Field } from './TryOperation.ts'

/** A part of the document with its reference followed. A description beside a reference stays. */
export function resolve(document: Json, node: unknown): Json {
  const { $ref, allOf, ...own } = asJson(node)
  const [only, ...others] = asItems(allOf)
  if (typeof $ref === 'string') {
    const target = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, step) => asJson(at)[step], document)
    return { ...resolve(document, target), ...own }
  }
  return only !== undefined && others.length === 0 ? { ...resolve(document, only), ...own } : asJson(node)
}

type Shape = Pick<Field, 'kind' | 'type' | 'choices'>

/** Input for a value: its kind, its type in words, and the values to choose from. */
export function shapeOf(document: Json, node: unknown): Shape {
  const schema = resolve(document, node)
  const { type, pattern } = schema
  const forms = [...asItems(schema['anyOf']), ...asItems(schema['oneOf'])].map((one) => shapeOf(document, one))
  const choices = asItems(schema['enum']).map(String)
  if (choices.length > 0) return { kind: 'choice', type: 'choice', choices }
  if (forms.length > 0) return oneOf(forms)
  if (type === 'boolean') return { kind: 'boolean', type: 'boolean', choices: ['true', 'false'] }
  if (type === 'integer' || type === 'number') return { kind: 'integer', type: asText(type), choices: [] }
  if (type === 'string') return { kind: 'text', type: wordOf(asText(pattern)), choices: [] }
  if (type === 'array') {
    const { type: inner, kind } = shapeOf(document, schema['items'])
    return { kind: 'json', type: kind === 'json' ? 'list, as JSON' : `list of ${inner}, as JSON`, choices: [] }
  }
  return { kind: 'json', type: 'JSON', choices: [] }
}

/** A value of several forms is a text if one of them is: the API reads integers of any size from texts. */
function oneOf(forms: readonly Shape[]): Shape {
  const text = forms.find(({ kind }) => kind === 'text')
  const numeric = forms.some(({ kind }) => kind === 'integer')
  if (text) return { ...text, type: numeric ? 'integer' : text.type }
  const [first] = forms
  return first && forms.every(({ kind }) => kind === first.kind) ? first : { kind: 'json', type: 'JSON', choices: [] }
}

function wordOf(pattern: string): string {
  if (pattern.includes('{40}')) return 'address'
  if (pattern.includes('{64}')) return '32 bytes in hex'
  if (pattern.startsWith('^0x')) return 'bytes in hex'
  return /^\^\(?\(?0\|\[1-9\]|^\^\[1-9\]\[0-9\]/.test(pattern) && !pattern.includes('\\.') ? 'integer' : 'text'
}
