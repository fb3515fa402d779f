import { isObject } from '../../../../json.ts'

/** How a language writes values. */
export interface Style {
  readonly null: string
  readonly true: string
  readonly false: string
  readonly text: (value: string) => string
  readonly key: (name: string) => string
}

/** Quoted as a JSON string is, which TypeScript and Python read too, but with single quotes where that needs no escape. */
const quoted = (value: string): string =>
  /^[^'\\\p{Cc}\u2028\u2029]*$/u.test(value) ? `'${value}'` : JSON.stringify(value)

export const TYPESCRIPT: Style = {
  null: 'null',
  true: 'true',
  false: 'false',
  text: quoted,
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)),
}
export const PYTHON: Style = { null: 'None', true: 'True', false: 'False', text: quoted, key: quoted }

const WIDTH = 88

/** A JSON value as a literal of a language, on one line if it fits beside what stands before it. */
export function literal(value: unknown, style: Style, indent = '', before = 0): string {
  const line = inline(value, style)
  if (indent.length + before + line.length <= WIDTH || typeof value !== 'object' || value === null) return line
  const step = style === PYTHON ? '    ' : '  '
  const inner = `${indent}${step}`
  const rows = Array.isArray(value)
    ? value.map((one) => `${inner}${literal(one, style, inner)},`)
    : Object.entries(value).map(([name, one]) => {
        const key = `${style.key(name)}: `
        return `${inner}${key}${literal(one, style, inner, key.length)},`
      })
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return [open, ...rows, `${indent}${close}`].join('\n')
}

function inline(value: unknown, style: Style): string {
  if (value === null || value === undefined) return style.null
  if (typeof value === 'boolean') return value ? style.true : style.false
  if (typeof value === 'string') return style.text(value)
  if (Array.isArray(value)) return `[${value.map((one) => inline(one, style)).join(', ')}]`
  if (!isObject(value)) return String(value)
  const members = Object.entries(value).map(([name, one]) => `${style.key(name)}: ${inline(one, style)}`)
  if (members.length === 0) return '{}'
  return style === PYTHON ? `{${members.join(', ')}}` : `{ ${members.join(', ')} }`
}
