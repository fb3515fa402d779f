import { shortUtc } from '../../draw/shortUtc.ts'
import { Uptime } from '../../draw/Uptime.tsx'
import { ProviderList, State } from './ProviderList.tsx'
import type { PartReport, StatusReport, StatusShown } from './StatusReport.ts'

const PARTS = [
  ['rpc', 'Chain nodes', 'Every read and simulation'],
  ['index', 'Log index', 'Lists of events; without it they are read from a node'],
  ['limiter', 'Limiter', 'Budgets of requests'],
  ['store', 'Store', 'Accounts, sessions, records'],
] as const

const SENTENCES = {
  ok: 'All parts work',
  degraded: 'Some parts do not fully work',
  down: 'The service is down',
}

/** How the deployment is, now and over the last day. The build renders it without an answer, so that nothing moves later. */
export function StatusView({ report, readAt, failure }: StatusShown) {
  return (
    <>
      <div class={`state-now ${report?.status ?? 'unknown'}`} role="status">
        <p class="state-sentence">
          <State state={report?.status ?? 'unknown'} />
          {report
            ? SENTENCES[report.status]
            : failure === undefined
              ? 'Reading the state'
              : 'The state could not be read'}
        </p>
        <p class="state-time">
          {timeLine(report)}
          {failure === undefined ? null : (
            <>
              {' '}
              {failure === null ? (
                'This host did not answer'
              ) : (
                <>
                  The last attempt failed with{' '}
                  <a href={`/docs/errors/${failure}`}>
                    <code>{failure}</code>
                  </a>
                </>
              )}
              ; the page tries again within 30 seconds.
            </>
          )}
        </p>
      </div>
      <h2 id="parts">Parts</h2>
      <ul class="state-parts">
        {PARTS.map(([name, title, about]) => (
          <li>
            <div class="state-head">
              <h3>{title}</h3>
              <p>{about}</p>
              <State state={report?.[name].state ?? 'unknown'} isNamed />
            </div>
            <div class="state-strip">
              {report?.history ? <Uptime runs={runsOf(report, name)} now={readAt} /> : null}
            </div>
            <p class="state-detail">
              <span>{report && report.history === null ? 'The last 24 hours could not be read.' : '24 hours ago'}</span>
              <span>{report ? detailOf(report, name) : ''}</span>
              <span>now</span>
            </p>
          </li>
        ))}
      </ul>
      <h2 id="providers">Providers</h2>
      <p class="state-note">
        Services of others, as of their last real calls. Most operations need none of them;{' '}
        <a href="/docs/guides/requirements">needs of each operation</a> says which do.
      </p>
      <ProviderList providers={report?.providers ?? []} isRead={report !== undefined} />
    </>
  )
}

const runsOf = ({ history }: StatusReport, name: (typeof PARTS)[number][0]) =>
  (history?.[name] ?? []).map(({ from, state }) => ({ from: Date.parse(from), state }))

function timeLine(report: StatusReport | undefined): string {
  if (!report) return ''
  return `As of ${report.checkedAt === null ? 'an unknown time' : shortUtc(report.checkedAt)}.`
}

function detailOf(report: StatusReport, name: (typeof PARTS)[number][0]): string {
  const { since, latencyMs }: PartReport = report[name]
  const own =
    name === 'rpc' && report.rpc.blockNumber !== null
      ? `block ${report.rpc.blockNumber}, ${ageOf(report.rpc.ageSeconds)}`
      : name === 'index' && report.index.lagBlocks !== null
        ? `${report.index.lagBlocks} blocks behind`
        : ''
  const latency = latencyMs === null || latencyMs === undefined ? '' : `${latencyMs} ms`
  const from = since === null ? '' : `since ${shortUtc(since)}`
  return [own, latency, from].filter((text) => text !== '').join(' · ')
}

const ageOf = (seconds: number | null): string =>
  seconds === null ? 'of unknown age' : seconds < 120 ? `${seconds} s old` : `${Math.floor(seconds / 60)} min old`
