import type { ComponentChildren } from 'preact'
import { utc } from '../../draw/numbers.ts'
import type { Moment } from './answers.ts'

interface FactProps {
  readonly name: string
  readonly children: ComponentChildren
  /** All digits of the value. */
  readonly title?: string | undefined
}

export const Fact = ({ name, title, children }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd title={title}>{children}</dd>
  </div>
)

/** The operation that something on the page comes from. */
export const From = ({ operationId, query }: { readonly operationId: string; readonly query?: string }) => (
  <p class="source">
    {query === undefined ? null : <a href={`/api${query}`}>as JSON</a>}
    <a href={`/docs/operations/${operationId}`}>
      <code>{operationId}</code>
    </a>
  </p>
)

/** The block that values describe. */
export const AsOfBlock = ({ moment }: { readonly moment: Moment }) => (
  <span class="as-of">
    as of block <b>{moment.blockNumber}</b>, {utc(moment.timestamp)}
    {moment.source === 'index' ? ', from the log index' : ''}
  </span>
)

/** In place of a part of a page that could not be read. */
export const NotRead = ({ what, code }: { readonly what: string; readonly code: string }) => (
  <p class="note warn">
    {what} could not be read:{' '}
    <a href={`/docs/errors/${code}`}>
      <code>{code}</code>
    </a>
    . This says nothing about their value.
  </p>
)

/** An address, whole, so that it can be copied and compared. */
export const Address = ({ value }: { readonly value: string | null }) =>
  value === null ? <>unknown</> : <code class="address">{value}</code>
