import { ROLES } from '../shared/chain/config.ts'
import type { Without } from '../schema/needs.ts'
import { BINDINGS } from './workers.ts'

export type NeedKind = 'role' | 'secret' | 'variable'

/** The kind of a need, by its name. */
export function kindOf(name: string): NeedKind {
  if (ROLES.some((role) => role === name)) return 'role'
  return Object.values(BINDINGS).some(({ secrets }) => secrets.includes(name)) ? 'secret' : 'variable'
}

/** The answer of an operation without a need, as Markdown. */
export function withoutText(without: Without): string {
  if (typeof without === 'string') return `503 ${code(without)}`
  if ('error' in without) return `503 ${code(without.error)}, if ${without.when}`
  const values = Object.entries(without.answers).map(([field, value]) => `${code(field)} is ${code(String(value))}`)
  return `200, where ${values.join(' and ')}`
}

const code = (text: string): string => `\`${text}\``
