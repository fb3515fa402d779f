/** Names of commands that change something, of the executor. */
const VERBS = [
  'tend',
  'report',
  'settle',
  'settle-fees',
  'relay-entries',
  'relay-winners',
  'graduate',
  'queue',
] as const
type WriteVerb = (typeof VERBS)[number]

/**
 * How a command is addressed to the executor: `/keepr tend`, `keepr tend`, `@keepr tend`, `@bot tend`, in a group also
 * `/keepr@name tend`; with a comma or colon behind the name.
 */
const WRITE = new RegExp(`^[/@]?(?:keepr|bot)(?:@[\\w.-]+)?[,:]? (?=(?:${VERBS.join('|')})(?![a-z0-9]))`)

/**
 * Whether a command changes something. Case, the kind of white space and characters that nobody sees make no difference,
 * as they make none to the executor.
 */
export const isWriteCommand = (command: string): boolean => WRITE.test(plainCommand(command))

/**
 * Verb and argument of a command that changes something, in plain form; null unless the verb is exactly one of the executor's,
 * so that `settle-all` is not taken for `settle`.
 */
export function readWrite(command: string): { readonly verb: WriteVerb; readonly argument: string } | null {
  const [word, ...others] = plainCommand(command)
    .replace(WRITE, '')
    .replace(/(?<![.!])[.!]+$/, '')
    .split(' ')
  const verb = VERBS.find((one) => one === word)
  return verb ? { verb, argument: others.join(' ') } : null
}

/** Invisible characters: format characters, and those that only join or vary others. */
const UNSEEN = /[\p{Cf}\p{Variation_Selector}]/gu

/** A command without differences that its executor ignores: case, the kind of white space, invisible characters. */
export const plainCommand = (command: string): string =>
  command.normalize('NFKC').replace(UNSEEN, '').replace(/\s+/g, ' ').trim().toLowerCase()
