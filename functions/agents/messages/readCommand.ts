import { isWriteCommand, plainCommand } from '../../../shared/domain/chat/isWriteCommand.ts'

/** Commands that agents in the messaging network answer by themselves. */
export const READ_COMMANDS = ['help', 'status', 'credits', 'vault'] as const
export type ReadCommand = (typeof READ_COMMANDS)[number]

/**
 * `write`: changes something (isWriteCommand); `transfer`: would move funds; `unknown`: addressed to the agent, and none of
 * its commands.
 */
export type Command =
  | { readonly kind: 'read'; readonly name: ReadCommand; readonly argument: string }
  | { readonly kind: 'write' | 'transfer' | 'unknown' }

/** How a message is addressed to the agent: `/help`, `keepr help`, `@keepr help`, `@bot help`, `/keepr help`. */
const ADDRESSED = /^(?:[/@]?(?:keepr|bot)(?:@[\w.-]+)?[,:]?(?: |$)|\/)/

/** The command in a message; null for one that is not addressed to the agent. */
export function readCommand(text: string): Command | null {
  if (isWriteCommand(text)) return { kind: 'write' }
  const plain = plainCommand(text)
  const rest = plain.replace(ADDRESSED, '')
  if (/^\/?send /.test(plain) || (rest !== plain && rest.startsWith('send '))) return { kind: 'transfer' }
  if (rest === plain) return null
  const [word = '', ...others] = rest.split(' ')
  const name = READ_COMMANDS.find((one) => one === word)
  return name ? { kind: 'read', name, argument: others.join(' ') } : { kind: 'unknown' }
}
