import type { ComponentChildren } from 'preact'
import type { Moment, Provenance } from './answers.ts'
import { Address, AsOfBlock } from './Facts.tsx'

interface EntityHeadProps {
  readonly kind: string
  /** Why this service cannot vouch for it. */
  readonly doubt?: string | undefined
  /** Of a contract. */
  readonly provenance?: Provenance
  readonly title: string
  readonly address: string | null
  readonly moment: Moment
  /** Symbols, states: short words. */
  readonly badges: readonly string[]
  /** Path of its token's picture, with a query. */
  readonly picture?: string | null
  readonly children?: ComponentChildren
}

/** Subject of a page, and its block. */
export const EntityHead = ({
  kind,
  doubt,
  provenance,
  title,
  address,
  moment,
  badges,
  picture,
  children,
}: EntityHeadProps) => (
  <header class="thing-head">
    {doubt === undefined ? null : <p class="note bad">{doubt}</p>}
    {picture && doubt === undefined ? (
      <img class="thing-picture" src={`${picture}&size=128`} alt="" width="72" height="72" decoding="async" />
    ) : null}
    <p class="thing-kind">{kind}</p>
    <h1>{title}</h1>
    <p>
      {address === null ? null : <Address value={address} />}{' '}
      {badges.map((badge) => (
        <>
          <span class="badge">{badge}</span>{' '}
        </>
      ))}
    </p>
    <p class="thing-moment">
      <AsOfBlock moment={moment} />
    </p>
    {provenance?.status === 'proven' ? <p class="thing-moment">Provenance: {provenance.message}.</p> : null}
    {children}
  </header>
)

interface PartProps {
  readonly id: string
  readonly title: string
  readonly source: ComponentChildren
  readonly children: ComponentChildren
}

/** A part of a page, with the operation that it comes from. */
export const PartOf = ({ id, title, source, children }: PartProps) => (
  <section class="thing-part" aria-labelledby={id}>
    <div class="live-head">
      <h2 id={id}>
        <a class="anchor" href={`#${id}`}>
          {title}
        </a>
      </h2>
      {source}
    </div>
    {children}
  </section>
)
