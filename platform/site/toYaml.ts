/** Text that needs no quotes as a YAML scalar in block style, and cannot be read as anything but text. */
const PLAIN = /^(?!(?:null|true|false|yes|no|on|off|y|n)$)[a-z_][\w$./{}-]*$/i

/** A collection of so many characters is written in one line, and a list of words in any case. */
const SHORT = 120

/**
 * JSON as YAML 1.2, in block style but for what is short: plain words as they are, other text in JSON quotes, which YAML
 * reads the same way.
 *
 * @param value what JSON.parse returned
 */
export const toYaml = (value: unknown): string => block(value, '').trimStart()

/** What follows a key or a dash, including the line break. */
function block(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return ` ${scalar(value)}\n`
  const line = flow(value, isWords(value) ? Infinity : SHORT)
  if (line !== undefined && (indent !== '' || line.length === 2)) return ` ${line}\n`
  const deeper = `${indent}  `
  if (Array.isArray(value))
    return `\n${value.map((item) => `${indent}-${afterDash(block(item, deeper), deeper)}`).join('')}`
  const entries = Object.entries(value)
  return `\n${entries.map(([key, inner]) => `${indent}${scalar(key)}:${block(inner, deeper)}`).join('')}`
}

/** Puts the first line of a collection behind the dash. */
const afterDash = (text: string, indent: string): string =>
  text.startsWith('\n') ? ` ${text.slice(1 + indent.length)}` : text

/** Whether a value is a list of names or numbers. */
const isWords = (value: object): boolean =>
  Array.isArray(value) &&
  value.every((item) => typeof item === 'number' || (typeof item === 'string' && PLAIN.test(item)))

/** A value in one line, in which braces are not text; undefined if it has more characters than that. */
function flow(value: unknown, most: number): string | undefined {
  if (typeof value !== 'object' || value === null) {
    const text = typeof value === 'string' && /[{}]/.test(value) ? JSON.stringify(value) : scalar(value)
    return text.length <= most ? text : undefined
  }
  const parts: string[] = []
  let left = most - 2
  for (const [key, item] of Object.entries(value)) {
    const name = Array.isArray(value) ? '' : `${flow(key, Infinity)}: `
    const text = flow(item, left - name.length)
    if (text === undefined) return undefined
    parts.push(`${name}${text}`)
    left -= name.length + text.length + 2
  }
  if (Array.isArray(value)) return `[${parts.join(', ')}]`
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

const scalar = (value: unknown): string =>
  typeof value === 'string' && PLAIN.test(value) ? value : JSON.stringify(value)
