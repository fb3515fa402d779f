import type { Address } from 'viem'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { NewAction } from '../../../shared/store/enqueueAction.ts'
import type { AgentMessage, ReplyKind } from '../store/agentMessages.ts'
import { answerCommand, readCommand, type ReadCommand } from './answerCommand.ts'
import { authorizeWrite } from './authorizeWrite.ts'
import type { Credit } from './awardSender.ts'
import { type MessageRun, secondsOf } from './Messaging.ts'

export interface ComposedReply {
  readonly kind: ReplyKind
  readonly text: string
  /** Action that is queued for keepers together with the reply. */
  readonly action?: NewAction
}

/** The sender of a message, and its credit. */
export interface Sender {
  readonly wallets: readonly Address[]
  readonly credit: Credit
}

const HELP = `Commands:
/help – this list
/status – newest block of the chain
/credits – your credits for free lottery entries
/vault – the vault of this conversation; or /vault <address>`

const QUEUED = 'Your command is queued. A keeper will carry it out.'
const KEPT =
  'Write commands are paused, so nothing has changed. Your command is stored, and will be queued once they are enabled again.'

/**
 * The reply to a message: to a command its result, to anything else in a direct message the list of commands. Null for a
 * group message that is not addressed to the agent, and for a sender who reached the hourly limit.
 *
 * Throws store_unavailable, TimeOver.
 */
export async function composeReply(
  run: MessageRun,
  message: AgentMessage,
  sender: Sender,
): Promise<ComposedReply | null> {
  const command = message.text === null ? null : readCommand(message.text)
  if (command?.kind === 'write') {
    const judged = await unlessUnreadable(() => authorizeWrite(run, message, sender.wallets), {
      refusal:
        'Your authority to give this command could not be checked, so nothing was done. Send it again in a minute.',
    })
    if ('refusal' in judged) return { kind: 'command', text: judged.refusal }
    return run.mayQueue ? { kind: 'queued', text: QUEUED, action: judged.action } : { kind: 'deferred', text: KEPT }
  }
  if (command === null && message.kind === 'group') return null
  if (!(await run.store.mayReply(message.senderInbox, secondsOf(run)))) return null
  const { kind, text } = await words()
  return { kind, text: [text, creditText(run, sender.credit)].filter(Boolean).join('\n\n') }

  async function words(): Promise<ComposedReply> {
    if (command?.kind === 'transfer') return { kind: 'command', text: 'I do not move funds.' }
    if (command?.kind !== 'read') return { kind: 'fallback', text: HELP }
    return { kind: 'command', text: command.name === 'help' ? HELP : await answer(command.name, command.argument) }
  }
  function answer(name: Exclude<ReadCommand, 'help'>, argument: string): Promise<string> {
    return unlessUnreadable(
      () => answerCommand(run, message, { name, argument, wallets: sender.wallets }),
      'The data could not be read. Try again in a minute.',
    )
  }
}

/** The result, or `otherwise` if the chain cannot be read: no message waits for an unreadable contract. */
async function unlessUnreadable<T>(ask: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'store_unavailable') return otherwise
    throw error
  }
}

function creditText({ appUrl }: MessageRun, credit: Credit): string {
  switch (credit) {
    case 'credited':
      return 'Your message earned the daily credit for free lottery entries.'
    case 'no_account':
      return `One message a day earns a credit for free lottery entries. This needs an account: sign in at ${appUrl} with the wallet of this inbox.`
    case 'several_accounts':
      return 'The wallets of your inbox belong to several accounts, so your messages earn no credits.'
    default:
      return ''
  }
}
