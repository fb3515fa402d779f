import { useEffect, useState } from 'preact/hooks'
import type { Built } from '../try/build/Built.ts'
import { asJson } from '../try/json.ts'
import { provenanceIn } from './provenanceIn.ts'

interface ContractsProps {
  readonly base: string
  readonly built: Built
}

/** The provenance of each contract that the transaction calls, as `GET /v1/resolve` reads it. */
export function Contracts({ base, built: { approvals, to } }: ContractsProps) {
  const addresses = [...new Set([...approvals.map((one) => one.to), to])]
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  useEffect(() => {
    const stopping = new AbortController()
    const { signal } = stopping
    for (const address of addresses)
      provenanceOf(`${base}/v1/resolve?q=${encodeURIComponent(address)}`, signal).then(
        (text) => setTexts((known) => ({ ...known, [address]: text })),
        () => signal.aborted || setTexts((known) => ({ ...known, [address]: 'It could not be checked.' })),
      )
    return () => stopping.abort()
  }, [addresses.join()])
  return (
    <dl class="try-facts" aria-label="Contracts">
      {addresses.map((address) => (
        <div key={address}>
          <dt>
            <code>{address}</code>
          </dt>
          <dd>{texts[address] ?? 'Reading…'}</dd>
        </div>
      ))}
    </dl>
  )
}

async function provenanceOf(url: string, signal: AbortSignal): Promise<string> {
  const { success, data } = asJson(await (await fetch(url, { signal, credentials: 'omit' })).json())
  if (success !== true) throw new Error('no answer')
  return provenanceIn(data)
}
