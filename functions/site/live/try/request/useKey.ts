import { useMemo } from 'preact/hooks'

/** An `Idempotency-Key` for a body: the same body keeps it, so that a wallet sends what was built from it once. */
export const useKey = (body: string | undefined): string => useMemo(() => crypto.randomUUID(), [body])
