/** Text that needs no quotes as a YAML scalar in block style, and cannot be read as anything but text. */
const PLAIN = /^(?!(?:null|true|false|yes|no|on|off|y|n)$)[a-z_][\w$./{}-]*$/i

/**
 * JSON as YAML 1.2 in block style: plain words as they are, other text in JSON quotes, which YAML reads the same way.
 * Hand-written because a YAML library would increase the bundle and cost the first request a quarter of a second.
 *
 * @param value what JSON.parse returned
 */
export const toYaml = (value: unknown): string => block(value, '').trimStart()

/** What follows a key or a dash, including the line break. */
function block(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return ` ${scalar(value)}\n`
  const deeper = `${indent}  `
  if (Array.isArray(value))
    return value.length === 0
      ? ' []\n'
      : `\n${value.map((item) => `${indent}-${afterDash(block(item, deeper), deeper)}`).join('')}`
  const entries = Object.entries(value)
  return entries.length === 0
    ? ' {}\n'
    : `\n${entries.map(([key, inner]) => `${indent}${scalar(key)}:${block(inner, deeper)}`).join('')}`
}

/** Puts the first line of a collection behind the dash. */
const afterDash = (text: string, indent: string): string =>
  text.startsWith('\n') ? ` ${text.slice(1 + indent.length)}` : text

const scalar = (value: unknown): string =>
  typeof value === 'string' && PLAIN.test(value) ? value : JSON.stringify(value)
