import { useEffect, useState } from 'preact/hooks'
import type * as z from 'zod'
import type { Resolved } from '../../../../schema/context/resolve.ts'
import { foreignWord } from '../../../../shared/text/plainText.ts'
import type { Found } from './createSearch.ts'
import { isSent } from './isSent.ts'

/** Things on the chain that a query names; not all of them if a read failed. */
export interface Live {
  readonly entries: readonly Found[]
  readonly hasFailed: boolean
}

const NOTHING: Live = { entries: [], hasFailed: false }
/** A query is sent after a pause of this length in typing. */
const PAUSE_MS = 300
const MOST = 8

type Candidate = z.output<typeof Resolved>['candidates'][number]

/** Kinds of things that have pages, or belong to a vault that has one. */
const WORDS: Partial<Record<Candidate['kind'], string>> = {
  creatorCoin: 'Creator coin',
  vault: 'Creator vault',
  shareToken: 'Share token',
  launchArm: 'Launch arm',
  auction: 'Auction',
  strategy: 'Strategy',
  agent: 'Agent',
}

/** Searches the chain with resolveName for things that have pages. */
export function useLive(query: string): Live {
  const [live, setLive] = useState(NOTHING)
  const text = query.trim()
  useEffect(() => {
    setLive(NOTHING)
    if (!isSent(text)) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      read(text, stop.signal).then(setLive, () => stop.signal.aborted || setLive({ entries: [], hasFailed: true }))
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text])
  return live
}

async function read(text: string, signal: AbortSignal): Promise<Live> {
  const answer = await fetch(`/api/v1/resolve?q=${encodeURIComponent(text)}`, { signal })
  // A text that resolveName refuses, such as an address with a wrong checksum, names nothing.
  if (answer.status === 400) return NOTHING
  if (!answer.ok) throw new Error(`resolveName answered ${answer.status}`)
  const { data }: { readonly data: z.output<typeof Resolved> } = await answer.json()
  const isOutage = data.unread.some(({ reason }) => /unavailable|behind/.test(reason))
  return { entries: data.candidates.flatMap(entryOf).slice(0, MOST), hasFailed: isOutage }
}

function entryOf(candidate: Candidate): Found[] {
  const { kind, address, agentId, symbol, name, state, endBlock } = candidate
  const [url, word] = [urlOf(candidate), WORDS[kind]]
  if (url === null || word === undefined) return []
  const short = address && `${address.slice(0, 6)}…${address.slice(-4)}`
  const more = [short, agentId && `id ${agentId}`, state && `${state}, end block ${endBlock}`]
  const title = foreignWord(symbol) || foreignWord(name) || (short ?? `Agent ${agentId}`)
  return [{ url, title, text: [word, ...more.filter(Boolean)].join('; ') }]
}

function urlOf({ kind, address, agentId, vault }: Candidate): string | null {
  if (kind === 'agent') return `/agent/${agentId}`
  if (kind === 'auction' || kind === 'launchArm') return `/auction/${address}`
  return vault === null ? null : `/vault/${vault}`
}
