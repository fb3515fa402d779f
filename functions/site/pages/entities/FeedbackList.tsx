import type { Entries } from './answers.ts'
import { From, NotRead } from './Facts.tsx'
import { PartOf } from './EntityHead.tsx'
import type { AgentPage } from './EntityPage.ts'

/** Whether the file that a rating refers to is the one that its client hashed. */
const CHECKS: Readonly<Record<string, string>> = {
  match: 'verified: its file has the hash that the client gave',
  mismatch: 'not verified: its file has another hash',
  unavailable: 'not verified: its file could not be read yet',
  absent: 'no file to verify',
}

/** Each rating with who gave it and what is known of its origin. */
export function FeedbackList({
  agentId,
  entries,
}: {
  readonly agentId: string
  readonly entries: AgentPage['entries']
}) {
  const query = `/v1/agents/feedback?agentId=${agentId}&mode=indexed`
  return (
    <PartOf id="ratings" title="Ratings" source={<From operationId="getAgentFeedback" query={query} />}>
      {'code' in entries ? <NotRead what="The ratings" code={entries.code} /> : <List data={entries.data} />}
    </PartOf>
  )
}

function List({ data: { feedback, total } }: { readonly data: Entries }) {
  if (feedback.length === 0) return <p class="waiting">Nobody has rated this agent yet.</p>
  return (
    <>
      {total > feedback.length ? (
        <p class="about">
          The newest {feedback.length} of {total}.
        </p>
      ) : null}
      <ul class="ratings">
        {feedback.map((one) => (
          <li>
            <span class="rating">{one.displayValue}</span>
            <span>
              <code class="address">{one.clientAddress}</code>{' '}
              {[one.tag1, one.tag2].filter(Boolean).map((tag) => (
                <>
                  <span class="badge">{tag}</span>{' '}
                </>
              ))}
              {one.isRevoked ? <span class="badge">revoked by its client</span> : null}
              <small>
                {one.createdAt === null ? 'time unknown' : one.createdAt.slice(0, 10)};{' '}
                {CHECKS[one.hashCheck] ?? one.hashCheck}
                {one.endpoint ? (
                  <>
                    ; its endpoint: <code>{one.endpoint}</code>
                  </>
                ) : null}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
