import { percent } from '../../draw/numbers.ts'
import type { Frame } from '../Frame.ts'
import { renderPage } from '../shell/Shell.tsx'
import type { Profile, Registered, Summary } from './answers.ts'
import { Address, Fact, From, NotRead } from './Facts.tsx'
import { FeedbackList } from './FeedbackList.tsx'
import { nameIn } from './nameIn.ts'
import { nameWords } from './nameWords.ts'
import { PartOf, EntityHead } from './EntityHead.tsx'
import type { AgentPage } from './EntityPage.ts'

/** The page of an agent: what others say of it, who says it, and whether what they refer to is what they wrote. */
export function renderAgent(frame: Frame, { summary, entries, profile, registered }: AgentPage): string {
  const { agentId, asOf, reputationRegistry } = summary
  return renderPage(
    frame,
    <article class="thing">
      <EntityHead
        kind="Agent (ERC-8004)"
        title={profile && 'data' in profile ? profile.data.registration.name : (nameIn(registered) ?? frame.title)}
        address={null}
        moment={asOf}
        badges={[`agentId ${agentId}`, ...(profile === undefined ? [] : ['agent of this service'])]}
      />
      <PartOf
        id="reputation"
        title="Reputation"
        source={<From operationId="getAgentFeedback" query={`/v1/agents/feedback?agentId=${agentId}`} />}
      >
        <Means summary={summary} />
      </PartOf>
      <FeedbackList agentId={String(agentId)} entries={entries} />
      {profile !== undefined || registered === undefined ? null : (
        <PartOf
          id="identity"
          title="Identity"
          source={<From operationId="listAgents" query={`/v1/agents?agentId=${agentId}`} />}
        >
          {'code' in registered ? (
            <NotRead what="The registration" code={registered.code} />
          ) : (
            <Registration agent={registered.data.agents[0]} />
          )}
        </PartOf>
      )}
      {profile === undefined ? null : (
        <PartOf id="identity" title="Identity" source={<From operationId="getAgentProfile" />}>
          {'code' in profile ? <NotRead what="The profile" code={profile.code} /> : <Identity profile={profile.data} />}
        </PartOf>
      )}
      <p class="about">
        Reputation registry <Address value={reputationRegistry} />
      </p>
    </article>,
  )
}

function Means({
  summary: { summary, totalClients, topClientShareBps, byTag, truncated },
}: {
  readonly summary: Summary
}) {
  const shown = byTag.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <dl class="tiles">
        <Fact name="Ratings">{summary.count}</Fact>
        <Fact name="Clients">{totalClients}</Fact>
        <Fact name="From the most frequent client">
          {topClientShareBps === null ? 'none' : percent(topClientShareBps)}
        </Fact>
      </dl>
      {byTag.length === 0 ? null : (
        <div class="scroll" tabIndex={0} role="region" aria-label="Mean ratings by tag">
          <table class="numbers">
            <thead>
              <tr>
                <th scope="col">Tag</th>
                <th scope="col">Mean</th>
                <th scope="col">Ratings</th>
              </tr>
            </thead>
            <tbody>
              {byTag.map(({ tag1, count, displayValue, label }) => (
                <tr>
                  <th scope="row">
                    {tag1 === '' ? 'no tag' : tag1}
                    <small class="scale">{scaleOf(tag1, label)}</small>
                  </th>
                  <td>{displayValue}</td>
                  <td>{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p class="about">
        Anyone can rate, and one person can be many clients. A tag says what is rated and on which scale, so ratings of
        different tags are not averaged.
        {shown < summary.count && !truncated ? ' Only the tags with the most ratings are shown.' : ''}
        {truncated ? ' Only some of the ratings could be read.' : ''}
      </p>
    </>
  )
}

/** Scales that are known by their tags. */
const scaleOf = (tag1: string, label: string | null): string =>
  tag1 === 'starred' ? ' 0 to 100' : label === null ? '' : ` 0 to 5 stars: ${label}`

const Registration = ({ agent }: { readonly agent: Registered['agents'][number] | undefined }) => (
  <dl class="addresses">
    <Fact name="Name (its own claim)">{nameWords(agent)}</Fact>
    <Fact name="Owner">
      <Address value={agent?.owner ?? null} />
    </Fact>
    <Fact name="Registered">{agent?.registeredAt.slice(0, 10) ?? 'unknown'}</Fact>
  </dl>
)

function Identity({ profile: { registration, discoverability } }: { readonly profile: Profile }) {
  return (
    <>
      <p>{registration.description}</p>
      <dl class="addresses">
        {discoverability === null ? (
          <Fact name="Report on its identity">could not be read</Fact>
        ) : (
          <>
            <Fact name="Owner">
              <Address value={discoverability.ownerAddress} />
            </Fact>
            <Fact name="Wallet">
              <Address value={discoverability.agentWallet} />
            </Fact>
            <Fact name="Registered">{discoverability.agentRegistered ? 'yes' : 'no'}</Fact>
            <Fact name="Registration file is this host’s">
              {discoverability.tokenUriMatchesCanonical ? 'yes' : 'no'}
            </Fact>
          </>
        )}
      </dl>
    </>
  )
}
