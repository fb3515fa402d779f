import { useMemo, useState } from 'preact/hooks'

/** An `Idempotency-Key` for a body: the same body keeps it, so that a wallet sends what was built from it once, until it is renewed. */
export function useKey(body: string | undefined): readonly [key: string, renew: () => void] {
  const [turn, setTurn] = useState(0)
  const key = useMemo(() => crypto.randomUUID(), [body, turn])
  return [key, () => setTurn(turn + 1)]
}
