import type { ComponentChildren } from 'preact'
import { Heading } from '../shell/Heading.tsx'

/** Panels that the script fills with answers of the API. Each has its space from the start, so that nothing moves. */
export const LivePanels = () => (
  <section class="live" aria-labelledby="now">
    <div class="live-head">
      <Heading id="now">Now</Heading>
    </div>
    <noscript>
      <p class="note">
        This part needs JavaScript: it shows the current answers of the operations named beside each heading. The{' '}
        <a href="/docs">reference</a> says how to call them.
      </p>
    </noscript>
    <div class="live-grid">
      <Block id="auctions" title="Auctions" ids={['listAuctions']}>
        <Panel name="auctions" />
        <a href="/auctions">All auctions</a>
      </Block>
      <Block id="vaults" title="Vaults" ids={['listExploreVaults', 'getVaultReport', 'getVaultHistory']}>
        <Panel name="vaults" />
        <a href="/vaults">All vaults</a>
      </Block>
      <Block id="jackpot" title="Jackpot" ids={['getLotteryLive']}>
        <Panel name="lottery" />
      </Block>
      <Block id="votes" title="Votes" ids={['listGaugeVaults']}>
        <Panel name="gauge" />
      </Block>
    </div>
  </section>
)

/** Figures for operators: the chain, its newest block and the state of the parts. */
export const Deployment = ({ chainId }: { readonly chainId: number }) => (
  <section class="live" aria-labelledby="deployment">
    <div class="live-head">
      <Heading id="deployment">This deployment: chain {chainId}</Heading>
      <Source ids={['getStatus']} />
    </div>
    <Panel name="head" />
    <p class="about">
      <a href="/status">All parts and their last 24 hours</a>
    </p>
  </section>
)

interface BlockProps {
  readonly id: string
  readonly title: string
  readonly ids: readonly string[]
  readonly children: ComponentChildren
}

const Block = ({ id, title, ids, children }: BlockProps) => (
  <section class="live-block">
    <div class="live-head">
      <Heading id={id} level={3}>
        {title}
      </Heading>
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

const Panel = ({ name }: { readonly name: string }) => (
  <div class={`live-place live-of-${name}`} data-live={name} aria-busy="true">
    <p class="waiting">Not read yet.</p>
  </div>
)
