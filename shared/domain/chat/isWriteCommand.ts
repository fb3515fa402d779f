/** What changes something, as the executor of commands names it. */
const VERBS = ['tend', 'report', 'settle', 'settle-fees', 'relay-entries', 'relay-winners', 'graduate', 'queue']

/**
 * How a command is addressed to the executor: `/keepr tend`, `keepr tend`, `@keepr tend`, `@bot tend`, in a group also
 * `/keepr@name tend`; with a comma or colon behind the name.
 */
const WRITE = new RegExp(`^[/@]?(?:keepr|bot)(?:@[\\w.-]+)?[,:]? (?:${VERBS.join('|')})(?![a-z0-9])`)
/** What nobody sees: format characters, and those that only join or vary others. */
const UNSEEN = /[\p{Cf}\p{Variation_Selector}]/gu

/**
 * Whether a command changes something. Case, the kind of white space and characters that nobody sees make no difference,
 * as they make none to the executor.
 */
export function isWriteCommand(command: string): boolean {
  const plain = command.normalize('NFKC').replace(UNSEEN, '').replace(/\s+/g, ' ').trim().toLowerCase()
  return WRITE.test(plain)
}
