import { useEffect, useState } from 'preact/hooks'
import type { Built } from '../try/build/Built.ts'
import { asItems, asJson, asText } from '../try/json.ts'

interface ContractsProps {
  readonly base: string
  readonly built: Built
}

/** Wallets and names prove no contract. */
const PERSONS = ['account', 'basename', 'agent']

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
  const { candidates, unread } = asJson(data)
  const found = asItems(candidates)
    .map(asJson)
    .find(({ kind }) => !PERSONS.includes(asText(kind)))
  if (found) {
    const { kind, role, symbol, proof } = found
    const { source, by } = asJson(proof)
    const name = asText(role) || asText(symbol)
    const voucher = asText(by) || `the ${asText(source)} of this deployment`
    return `${asText(kind)}${name === '' ? '' : ` ${name}`}, confirmed by ${voucher}`
  }
  return asItems(unread).length > 0
    ? 'It is unknown whether it is genuine: a part could not be read.'
    : 'Nothing that this deployment trusts names it.'
}
