import { type Address, getAddress, isAddress } from 'viem'
import { isWriteCommand, plainCommand } from '../../../shared/domain/chat/isWriteCommand.ts'
import { creditFields } from '../../../shared/domain/lottery/amoe/credits.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { within } from '../../../shared/http/within.ts'
import { timeText } from '../../../shared/text/wording.ts'
import type { AgentMessage } from '../store/agentMessages.ts'
import { creditSentence } from './creditSentence.ts'
import { describeVault, findVault } from './describeVault.ts'
import { CALL_MS, type MessageRun, profilesOf } from './Messaging.ts'

interface CommandRequest {
  readonly name: Exclude<ReadCommand, 'help'>
  readonly argument: string
  readonly wallets: readonly Address[]
}

/** Answers a command from this API's own data. Throws store_unavailable, TimeOver, and what a chain read throws. */
export async function answerCommand(
  run: MessageRun,
  message: AgentMessage,
  { name, argument, wallets }: CommandRequest,
): Promise<string> {
  switch (name) {
    case 'status':
      return status()
    case 'credits':
      return credits()
    case 'vault':
      return vault()
  }

  async function status(): Promise<string> {
    const { asOf } = await inTime(run.chain.read(() => ({})))
    return `Chain ${asOf.chainId} is at block ${asOf.blockNumber}, ${timeText(BigInt(asOf.timestamp))}.`
  }

  async function credits(): Promise<string> {
    const [profile, ...others] = await inTime(profilesOf(wallets, run))
    const [wallet] = wallets
    if (profile === undefined || wallet === undefined)
      return `Your wallet has no account. Sign in at ${run.appUrl} with this wallet to earn credits with your messages.`
    if (others.length > 0)
      return 'The wallets of your inbox belong to several accounts, so your messages earn no credits.'
    const { units } = await inTime(run.ledger(profile, (own) => own.standing(wallet)))
    return creditSentence(creditFields(units))
  }

  async function vault(): Promise<string> {
    if (argument !== '' && !isAddress(argument, { strict: false }))
      return 'Send /vault followed by the address of a vault.'
    const address = argument === '' ? (await findVault(run, message))?.vault : getAddress(argument)
    if (!address) return 'This conversation has no vault. Send /vault followed by the address of a vault.'
    return inTime(describeVault(run.chain, address))
  }

  function inTime<T>(work: Promise<T>): Promise<T> {
    return within(run.budget.timeout(CALL_MS), work, () => new ApiError('upstream_timeout'))
  }
}

/** Commands that agents in the messaging network answer by themselves. */
const READ_COMMANDS = ['help', 'status', 'credits', 'vault'] as const
export type ReadCommand = (typeof READ_COMMANDS)[number]

/**
 * `write`: changes something (isWriteCommand); `transfer`: would move funds; `unknown`: addressed to the agent, and none of
 * its commands.
 */
type Command =
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
