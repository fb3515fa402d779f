import { timeLeft } from '../../draw/timeLeft.ts'
import type { Status } from './answers.ts'
import { Panel } from './Panel.tsx'
import { STATUS } from './sources.ts'
import { useNow, useReading } from './useReading.ts'

/** The newest block that the nodes know, how old it is, and how far the log index is behind it. */
export function Head() {
  const reading = useReading<Status>(STATUS)
  const now = useNow()
  return (
    <Panel reading={reading} what="The state of the deployment">
      {({ status, rpc, index }) => (
        <dl class="tiles">
          <Fact name="Newest block" value={rpc.blockNumber ?? 'unknown'} />
          <Fact
            name="Age of that block"
            value={rpc.timestamp === null ? 'unknown' : timeLeft(now, rpc.timestamp, '0 s')}
          />
          <Fact name="Log index" value={lagOf(index)} />
          <Fact name="Deployment" value={status} />
        </dl>
      )}
    </Panel>
  )
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

function lagOf({ state, lagBlocks }: Status['index']): string {
  if (lagBlocks === null) return state.replaceAll('_', ' ')
  return lagBlocks === 0 ? 'at this block' : `${lagBlocks} blocks behind`
}

/** How long an auction goes on, counted down. */
export function Countdown({ until }: { readonly until: string | null }) {
  const now = useNow()
  return <>{until === null ? 'unknown' : timeLeft(Date.parse(until) / 1000, now)}</>
}
