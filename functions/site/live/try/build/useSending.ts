import { useRef, useState } from 'preact/hooks'
import type { Session } from '../wallet/Wallet.ts'
import type { Built } from './Built.ts'
import { type Progress, sendBuilt, SendFault } from './sendBuilt.ts'

/** Sent transactions and their progress. It outlasts the session: a hash must not be lost. */
export interface Sent extends Progress {
  readonly built: Built
  readonly isOver: boolean
  /** Why it ended early; empty if it did not. */
  readonly fault: string
}

export function useSending() {
  const [sent, setSent] = useState<Sent>()
  const stopping = useRef(new AbortController())
  const start = (built: Built, { wallet: { provider } }: Session) => {
    stopping.current = new AbortController()
    const { signal } = stopping.current
    setSent({ built, text: 'Asking the wallet.', hashes: [], isOver: false, fault: '' })
    const change = (changes: Partial<Sent>) => setSent((now) => now && { ...now, ...changes })
    sendBuilt({ provider, built, signal, report: (progress) => change(progress) }).then(
      () => change({ isOver: true }),
      (error: unknown) =>
        change({ isOver: true, text: '', fault: error instanceof SendFault ? error.message : 'The sending failed.' }),
    )
  }
  return { sent, start, stop: () => stopping.current.abort(), clear: () => setSent(undefined) }
}
