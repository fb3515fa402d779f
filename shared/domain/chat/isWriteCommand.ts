import { plainCommand } from './plainCommand.ts'

/** What changes something, as the executor of commands names it. */
const VERBS = ['tend', 'report', 'settle', 'settle-fees', 'relay-entries', 'relay-winners', 'graduate', 'queue']

/**
 * How a command is addressed to the executor: `/keepr tend`, `keepr tend`, `@keepr tend`, `@bot tend`, in a group also
 * `/keepr@name tend`; with a comma or colon behind the name.
 */
const WRITE = new RegExp(`^[/@]?(?:keepr|bot)(?:@[\\w.-]+)?[,:]? (?:${VERBS.join('|')})(?![a-z0-9])`)

/**
 * Whether a command changes something. Case, the kind of white space and characters that nobody sees make no difference,
 * as they make none to the executor.
 */
export const isWriteCommand = (command: string): boolean => WRITE.test(plainCommand(command))
