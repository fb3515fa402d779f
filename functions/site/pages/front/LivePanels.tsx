import type { ComponentChildren } from 'preact'
import { Heading } from '../shell/Heading.tsx'

interface LivePanelsProps {
  readonly chainId: number
  readonly launchArms: readonly string[]
}

/** Panels that the script fills with answers of the API. Each has its space from the start, so that nothing moves. */
export function LivePanels({ chainId, launchArms }: LivePanelsProps) {
  return (
    <section class="live" aria-labelledby="now">
      <div class="live-head">
        <Heading id="now">Live on chain {chainId}</Heading>
        <Source ids={['getStatus']} />
      </div>
      <noscript>
        <p class="note">
          This part needs JavaScript: it shows the current answers of the operations named beside each heading. The{' '}
          <a href="/docs">reference</a> says how to call them.
        </p>
      </noscript>
      <Panel name="head" />
      <div class="live-grid">
        <Block title="Vaults" ids={['listExploreVaults', 'getVaultReport', 'getVaultHistory']}>
          <Panel name="vaults" />
        </Block>
        <Block title="Auctions" ids={['getAuctionStatus']}>
          <Panel name="auctions" arms={launchArms} />
        </Block>
        <Block title="Jackpots and newest wins" ids={['getLotteryLive']}>
          <Panel name="lottery" />
        </Block>
        <Block title="Gauge votes" ids={['listGaugeVaults']}>
          <Panel name="gauge" />
        </Block>
      </div>
    </section>
  )
}

interface BlockProps {
  readonly title: string
  readonly ids: readonly string[]
  readonly children: ComponentChildren
}

const Block = ({ title, ids, children }: BlockProps) => (
  <section class="live-block">
    <div class="live-head">
      <h3>{title}</h3>
      <Source ids={ids} />
    </div>
    {children}
  </section>
)

/** The operations that a picture is drawn from. */
const Source = ({ ids }: { readonly ids: readonly string[] }) => (
  <p class="source">
    {ids.map((id) => (
      <a href={`/docs/operations/${id}`}>
        <code>{id}</code>
      </a>
    ))}
  </p>
)

const Panel = ({ name, arms }: { readonly name: string; readonly arms?: readonly string[] }) => (
  <div class={`live-place live-of-${name}`} data-live={name} data-arms={arms?.join(' ')} aria-busy="true">
    <p class="waiting">Not read yet.</p>
  </div>
)
