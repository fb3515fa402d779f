import type { Registered } from './answers.ts'

/** The name of an agent. A file on another host can change after it was read. */
export function nameWords(agent: Pick<Registered['agents'][number], 'name' | 'nameReadAt'> | undefined): string {
  const { name = null, nameReadAt = null } = agent ?? {}
  if (nameReadAt === null) return name ?? 'unknown: its registration file has not been read'
  return `${name ?? 'none'}, as its registration file said on ${nameReadAt.slice(0, 10)}`
}
