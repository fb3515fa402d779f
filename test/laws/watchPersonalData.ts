import { vi } from 'vitest'
import { privateKeyToAccount } from 'viem/accounts'
import { localProfiles } from '../../localnet/seed.ts'
import { account } from '../../schema/account/index.ts'
import { chatapp } from '../../schema/chatapp/index.ts'
import { site } from '../../schema/site/index.ts'
import { waitlistAdmin } from '../../schema/account/waitlistAdmin.ts'
import { portfolio } from '../../schema/account/portfolio.ts'
import type { Operation } from '../../schema/operation.ts'
import type { BorrowedNet } from '../support/localnet.ts'
import { type Live, operations } from './live.ts'

/** Personal data in all answers and log lines since the watch began. */
interface Seen {
  readonly answers: number
  readonly lines: number
  /** Operations that showed a person their own e-mail address. */
  readonly shown: ReadonlySet<string>
  /** The operation, the data and its person, of each disclosure. */
  readonly leaks: readonly string[]
}

export interface Watched {
  /** The same client, whose answers are looked at. */
  readonly live: Live
  seen(): Seen
  end(): void
}

/** The document's examples are of a local world of their own, and administrators see whom they decide about. */
const NOT_LOOKED_AT: readonly Operation[] = [
  site.getOpenApiSpec,
  site.getOpenApiSpecYaml,
  waitlistAdmin.listWaitlistEntries,
]
/** Reads of what is one's own, e-mail address and all, and what answers the same after a change. */
const READS: readonly Operation[] = [account.getAuthMe, portfolio.getPortfolio, portfolio.exportPortfolio]
const OWN: readonly Operation[] = [
  ...READS,
  portfolio.updatePortfolio,
  chatapp.checkLinkReady,
  chatapp.completeChatappLink,
]

/** Client addresses of `live`, and e-mail addresses of its chat users and of those given to the people of the local world. */
const CLIENT = /(?<![\d.])10\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\d.])/g
const EMAIL = /(?<![\w.-])[\w.-]+@(?:people\.)?example\.com/g
const CHAT_USER = /^person-\d+@example\.com$/

/**
 * Gives everybody in the local world an e-mail address, and from then on looks for personal data in every answer, its
 * headers, and every line that the Workers log. The header of the session identifies the person.
 */
export async function watchPersonalData(live: Live & Pick<BorrowedNet, 'database'>): Promise<Watched> {
  const d1 = await live.database()
  const people = localProfiles(live.world.contracts.wallet)
  await d1.batch(
    people.map(({ id }) =>
      d1
        .prepare(`insert into linked_accounts (kind, id, profile_id, linked_at) values ('email', ?, ?, 1)`)
        .bind(emailOf(id), id),
    ),
  )
  const sessions = new Map<string, string>()
  const leaks: string[] = []
  const shown = new Set<string>()
  let answers = 0
  const look = (source: string, text: string, own?: string) => {
    for (const [email] of text.matchAll(EMAIL)) {
      if (!CHAT_USER.test(email) && !email.endsWith('@people.example.com')) continue
      if (email === own) shown.add(source)
      else leaks.push(`${source} tells ${email}`)
    }
    for (const [client] of text.matchAll(CLIENT)) leaks.push(`${source} tells the client address ${client}`)
  }
  const ownOf = (headers: Readonly<Record<string, string>> = {}) => sessions.get(headers['authorization'] ?? '')
  const lines: string[] = []
  const spies = (['log', 'error'] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation((...words) => void lines.push(words.map(String).join(' '))),
  )

  const send: Live['send'] = async (operation, call = {}) => {
    const answer = await live.send(operation, call)
    answers++
    const { operationId } = operations.find(({ operation: one }) => isSame(one, operation))?.operation ?? operationless
    if (NOT_LOOKED_AT.some((one) => one.operationId === operationId)) return answer
    const isOwn = OWN.some((one) => one.operationId === operationId)
    const text = `${JSON.stringify([...answer.headers])} ${await answer.clone().text()}`
    look(operationId, text, isOwn ? ownOf(call.headers) : undefined)
    return answer
  }
  const session: Live['session'] = async (given) => {
    const headers = await live.session(given)
    const person = people.find(({ wallets }) => wallets.some(({ address }) => address === given?.address))
    if (person) sessions.set(headers['authorization'] ?? '', emailOf(person.id))
    return headers
  }
  const chatPerson: Live['chatPerson'] = async () => {
    const person = await live.chatPerson()
    sessions.set(person.headers['authorization'] ?? '', person.email)
    return person
  }
  const watched: Live = { ...live, send, session, chatPerson }
  // Each of them looks at what is their own, besides what the examples do.
  for (const person of live.world.accounts)
    if (people.some(({ wallets }) => wallets.some(({ address }) => address === person.address))) {
      const headers = await session(privateKeyToAccount(person.privateKey))
      for (const own of READS) await send(own, { headers })
      await send(portfolio.getPortfolio, { query: { address: person.address } })
    }
  return {
    live: watched,
    seen() {
      for (const line of lines) look('the log', line)
      return { answers, lines: lines.length, shown, leaks: [...new Set(leaks)] }
    },
    end: () => spies.forEach((spy) => spy.mockRestore()),
  }
}

const operationless = { operationId: 'no operation' }
const emailOf = (profileId: string): string => `${profileId}@people.example.com`
const isSame = (one: Operation, other: Pick<Operation, 'method' | 'path'>): boolean =>
  one.method === other.method && one.path === other.path
