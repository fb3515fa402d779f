import type { Field, TryOperation } from '../spec/TryOperation.ts'
import type { TryRequest } from './TryRequest.ts'

/** Missing or invalid fields of a form, by their key. */
export type Faults = Readonly<Record<string, string>>

type Values = Readonly<Record<string, string>>

/** Key of a body that is written as JSON. */
export const RAW = 'body'

/** Required fields that are empty, and JSON that cannot be read. Everything else is the API's to check. */
export function faultsOf(operation: TryOperation, values: Values, raw: string | undefined): Faults {
  const faults: Record<string, string> = {}
  for (const { key, part, isRequired, kind, decimal } of operation.fields) {
    if (part === 'body' && raw !== undefined) continue
    const value = values[key] || (decimal && values[decimal.key]) || ''
    if (isRequired && value === '') faults[key] = 'is required'
    else if (kind === 'json' && value !== '' && parsed(value) === undefined) faults[key] = 'must be JSON'
  }
  if (raw !== undefined && parsed(raw) === undefined) faults[RAW] = 'must be JSON'
  return faults
}

/** The request that a form describes. Fields without a value are left out. */
export function toRequest(operation: TryOperation, values: Values, raw: string | undefined): TryRequest {
  const { method, base, path, fields, body } = operation
  const of = (part: string) => fields.filter((field) => field.part === part)
  const filled = of('path').reduce(
    (text, { name, key }) => text.replace(`{${name}}`, encodeURIComponent(values[key] || `{${name}}`)),
    path,
  )
  const query = new URLSearchParams(
    of('query').flatMap(({ name, key }) => (values[key] ? [[name, values[key]]] : [])),
  ).toString()
  const url = `${base}${filled.replaceAll('%7B', '{').replaceAll('%7D', '}')}${query && `?${query}`}`
  if (body === 'none') return { method, url, ...(method === 'GET' ? {} : { body: '{}' }) }
  return { method, url, body: raw ?? JSON.stringify(bodyOf(operation, values), null, 2) }
}

/** The body that the fields describe. */
export function bodyOf({ fields }: TryOperation, values: Values): Record<string, unknown> {
  const all = fields.flatMap((field) => (field.decimal ? [field, field.decimal] : [field]))
  return Object.fromEntries(
    all.flatMap((field) => {
      const value = values[field.key] ?? ''
      return field.part !== 'body' || value === '' ? [] : [[field.name, valueOf(field, value)]]
    }),
  )
}

function valueOf({ kind }: Field, value: string): unknown {
  if (kind === 'boolean') return value === 'true'
  if (kind === 'json') return parsed(value) ?? value
  return kind === 'integer' && Number.isSafeInteger(Number(value)) ? Number(value) : value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
