import type { Frame } from '../Frame.ts'
import { Samples } from '../reference/Samples.tsx'
import { renderPage } from '../shell/Shell.tsx'
import { Heading } from '../shell/Heading.tsx'
import type { FrontPage } from '../Pages.ts'
import { Code } from '../shell/Text.tsx'
import { Deployment, LivePanels } from './LivePanels.tsx'
import { Machine } from './Machine.tsx'

/** The front page: what this is, the system as it is now, and a first call. */
export const renderFront = (frame: Frame, page: FrontPage): string =>
  renderPage(
    frame,
    <article class="front">
      <Opening />
      <LivePanels />
      <Connect mcp={page.mcp} />
      <FirstCalls calls={page.calls} />
      <Parts counts={page.counts} />
      <Deployment chainId={page.chainId} />
    </article>,
  )

const Opening = () => (
  <header class="opening">
    <div>
      <h1>The creator vault API for agents</h1>
      <p class="lead">
        Read vaults, auctions, the lottery and gauge votes, every answer as of one block. Ask for an action, and get
        back an unsigned transaction, checked and simulated. Your own wallet signs and sends it.
      </p>
      <p class="actions">
        <a class="button" href="#connect">
          Connect your agent
        </a>
        <a class="button quiet" href="#first-call">
          Make a first call
        </a>
      </p>
    </div>
    <Machine />
  </header>
)

const Connect = ({ mcp }: Pick<FrontPage, 'mcp'>) => (
  <section class="first-call" aria-labelledby="connect">
    <div>
      <Heading id="connect">Connect your agent</Heading>
      <p class="about">
        Add this MCP server to Claude, ChatGPT, Cursor, VS Code or another client:{' '}
        <a href="/docs/guides/mcp">how, for each</a>. It reads without an account; to build, the agent signs in with a
        wallet.
      </p>
    </div>
    <Code code={mcp} />
  </section>
)

function Parts({ counts }: { readonly counts: FrontPage['counts'] }) {
  return (
    <section class="columns" aria-label="What this is">
      <div>
        <Heading id="what">What a creator vault is</Heading>
        <p>
          A creator vault is an ERC-4626 contract that holds a creator’s coin and lends part of it to strategies. Its
          share token is sold in an auction at a single price, and then trades. Trades are entries in a lottery. Holders
          lock share tokens to vote, and votes improve the odds of a vault’s entries.
        </p>
      </div>
      <div>
        <Heading id="who">Who this is for</Heading>
        <p>
          Agents, bots and applications that hold their own keys. Call the API over HTTPS, MCP or A2A, or use the typed
          client. Reads need no account.
        </p>
      </div>
      <div>
        <Heading id="does">What it answers and builds</Heading>
        <p>
          <a href="/docs">{counts.reads} reads</a> answer as of one block. {counts.builders} builders return unsigned
          calls with the approvals that they need, a simulation, and every issue found. {counts.writes} more operations
          serve signed-in callers.
        </p>
        <p>The service never holds a key, and never signs or sends a transaction.</p>
      </div>
    </section>
  )
}

const FirstCalls = ({ calls }: Pick<FrontPage, 'calls'>) => (
  <section class="first-call" aria-labelledby="first-call">
    <div>
      <Heading id="first-call">A first call</Heading>
      <p class="about">
        No key, no account. The answer names its block in <code>asOf</code>; amounts are decimal strings in base units.
      </p>
      <p class="about">
        Next: <a href="/docs/concepts">concepts</a>, <a href="/docs/guides">guides</a>,{' '}
        <a href="/docs">the reference</a>, or <a href="/llms.txt">llms.txt</a> for your agent.
      </p>
    </div>
    <Samples name="first" samples={calls} />
  </section>
)
