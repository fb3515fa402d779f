import { useEffect, useState } from 'preact/hooks'
import { JsonView } from '../answer/JsonView.tsx'
import { asJson, asText, plain, type Json } from '../json.ts'
import { pause } from './pause.ts'

const LOOK_MS = 2000
/** A minute and a half. */
const LOOKS = 45

/** A transaction, with its status from `GET /v1/build/status` until it is in a block. */
export function TransactionStatus({ hash, base }: { readonly hash: string; readonly base: string }) {
  const [status, setStatus] = useState<Json>()
  const [fault, setFault] = useState('')
  useEffect(() => {
    const stopping = new AbortController()
    const { signal } = stopping
    const url = `${base}/v1/build/status?transaction=${encodeURIComponent(hash)}`
    const follow = async () => {
      for (let look = 0; look < LOOKS; look++) {
        const answer = await fetch(url, { signal, credentials: 'omit' })
        const { success, data, error } = asJson(await answer.json())
        setFault(success === true ? '' : asText(error))
        if (success === true) setStatus(asJson(data))
        if (['mined', 'reverted'].includes(asText(asJson(data)['status']))) return
        await pause(LOOK_MS, signal, () => new Error('stopped'))
      }
    }
    follow().catch(() => signal.aborted || setFault('The status could not be read.'))
    return () => stopping.abort()
  }, [hash])
  return (
    <>
      <p>
        <a href={`/docs/operations/getBuildStatus?transaction=${encodeURIComponent(hash)}#try`}>
          <code class="try-hash">{hash}</code>
        </a>
      </p>
      <p class="try-about" role="status">
        {status ? (
          <>
            <b>{asText(status['status'])}</b> {plain(asText(status['next']))}
          </>
        ) : (
          fault || 'Reading its status…'
        )}
        {status && fault ? ` ${fault}` : null}
      </p>
      {status ? (
        <details class="try-raw">
          <summary>Status</summary>
          <div class="try-body" tabIndex={0} role="region" aria-label="Status of the transaction">
            <JsonView value={status} />
          </div>
        </details>
      ) : null}
    </>
  )
}
