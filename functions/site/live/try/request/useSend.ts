import { useRef, useState } from 'preact/hooks'
import { type Answer, send, type Sending } from './send.ts'
import type { TryRequest } from './TryRequest.ts'

/** A request and how it ended. */
export type Exchange =
  | { readonly state: 'idle' | 'sending' }
  | { readonly state: 'answered'; readonly answer: Answer }
  | { readonly state: 'failed'; readonly reason: string }

/** One request at a time: a new one ends the one before it. */
export function useSend() {
  const [exchange, setExchange] = useState<Exchange>({ state: 'idle' })
  const controller = useRef<AbortController>(undefined)
  const start = async (request: TryRequest, options: Omit<Sending, 'signal'> = {}): Promise<Answer | undefined> => {
    controller.current?.abort()
    const mine = new AbortController()
    controller.current = mine
    setExchange({ state: 'sending' })
    try {
      const answer = await send(request, { ...options, signal: mine.signal })
      if (mine.signal.aborted) return undefined
      setExchange({ state: 'answered', answer })
      return answer
    } catch {
      if (!mine.signal.aborted)
        setExchange({ state: 'failed', reason: 'No answer came: the network or the service cannot be reached.' })
      return undefined
    }
  }
  const cancel = () => {
    controller.current?.abort()
    setExchange({ state: 'failed', reason: 'Cancelled.' })
  }
  const clear = () => {
    controller.current?.abort()
    setExchange({ state: 'idle' })
  }
  return { exchange, start, cancel, clear }
}
