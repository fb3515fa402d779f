import { useEffect, useRef, useState } from 'preact/hooks'
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
    const mine = new AbortController()
    stopping.current = mine
    setSent({ built, text: 'Asking the wallet.', hashes: [], isOver: false, fault: '' })
    const change = (changes: Partial<Sent>) =>
      mine === stopping.current ? setSent((now) => now && { ...now, ...changes }) : undefined
    sendBuilt({ provider, built, signal: mine.signal, report: (progress) => change(progress) }).then(
      () => change({ isOver: true }),
      (error: unknown) =>
        change({ isOver: true, text: '', fault: error instanceof SendFault ? error.message : 'The sending failed.' }),
    )
  }
  const stop = () => stopping.current.abort()
  const clear = () => {
    stop()
    stopping.current = new AbortController()
    setSent(undefined)
  }
  // No call of a plan that the page no longer shows goes to the wallet.
  useEffect(() => stop, [])
  return { sent, start, stop, clear }
}
