import type { Frame } from '../Frame.ts'
import { renderPage } from '../renderPage.tsx'
import { Code } from '../shell/Code.tsx'
import { Heading } from '../shell/Heading.tsx'
import type { FrontPage } from './FrontPage.ts'
import { LivePlaces } from './LivePlaces.tsx'
import { Machine } from './Machine.tsx'

/** The front page: what this is, the system as it is now, and a first call. */
export const renderFront = (frame: Frame, page: FrontPage): string =>
  renderPage(
    frame,
    <article class="front">
      <Opening />
      <Parts counts={page.counts} />
      <LivePlaces launchArms={page.launchArms} chainId={page.chainId} />
      <FirstCalls calls={page.calls} />
    </article>,
  )

const Opening = () => (
  <header class="opening">
    <div>
      <h1>Creator vaults for programs that act</h1>
      <p class="lead">
        Read vaults, auctions, the lottery and gauge votes as of a stated block. Build transactions that come checked,
        simulated and unsigned: the wallet that asked signs and sends them.
      </p>
      <p class="actions">
        <a class="button" href="#first-call">
          Make a first call
        </a>
        <a class="button quiet" href="/docs">
          All operations
        </a>
      </p>
    </div>
    <Machine />
  </header>
)

function Parts({ counts }: { readonly counts: FrontPage['counts'] }) {
  return (
    <section class="columns" aria-label="What this is">
      <div>
        <Heading id="what">What a creator vault is</Heading>
        <p>
          A creator vault is an ERC-4626 contract that holds a creator’s coin and lends parts of it to strategies. Its
          share token is sold in an auction at one price for all, trades, and can be locked for votes. Trades enter a
          lottery; votes decide whose entries have better chances.
        </p>
      </div>
      <div>
        <Heading id="who">Who this is for</Heading>
        <p>
          Agents, bots and applications that hold their own keys. They call over HTTPS, through MCP and A2A, or with a
          typed client. Nobody needs an account for a read.
        </p>
      </div>
      <div>
        <Heading id="does">What it answers and builds</Heading>
        <p>
          <a href="/docs">{counts.reads} reads</a> answer as of one block. {counts.builders} builders return the calls,
          the allowances that they need, a simulation and every issue found. {counts.writes} more operations serve
          callers who have signed in.
        </p>
        <p>It never holds a key, never signs and never sends a transaction.</p>
      </div>
    </section>
  )
}

const FirstCalls = ({ calls }: Pick<FrontPage, 'calls'>) => (
  <section aria-labelledby="first-call">
    <Heading id="first-call">A first call</Heading>
    <p class="about">
      No key, no account. The answer names the block that it describes in <code>asOf</code>; amounts are decimal strings
      in base units.
    </p>
    <div class="calls">
      {calls.map(({ name, code }) => (
        <div>
          <h3>{name}</h3>
          <Code code={code} />
        </div>
      ))}
    </div>
    <p class="about">
      Next: <a href="/docs/concepts">concepts</a>, <a href="/docs/guides">guides</a>, <a href="/docs">the reference</a>,
      or <a href="/llms.txt">llms.txt</a> for your agent.
    </p>
  </section>
)
