import type { Frame } from '../Frame.ts'
import { renderPage } from '../shell/Shell.tsx'
import { Heading } from '../shell/Heading.tsx'
import { Facts } from './Facts.tsx'
import { OperationList } from './OperationList.tsx'
import type { ReferencePage } from './ReferencePage.ts'
import { Samples } from './Samples.tsx'

/** The first page of the reference: how to begin, operations by purpose, and the families. */
export function renderReference(frame: Frame, { count, start, first, tasks, families }: ReferencePage): string {
  const contents = [
    { href: '#begin', text: 'Begin' },
    ...tasks.map(({ id, title }) => ({ href: `#${id}`, text: title })),
    { href: '#families', text: 'All families' },
  ]
  return renderPage(
    { ...frame, contents },
    <article class="reference">
      <h1>{frame.title}</h1>
      <p class="lead">
        {frame.description} {count} operations.
      </p>
      <Heading id="begin">Begin</Heading>
      <Facts facts={start} />
      <p>
        The first call, <a href={first.operation.href}>{first.operation.summary.toLowerCase()}</a>, needs no credential:
      </p>
      <Samples name="first" samples={first.samples} />
      {tasks.map(({ id, title, operations }) => (
        <>
          <Heading id={id}>{title}</Heading>
          <OperationList operations={operations} isShort />
        </>
      ))}
      <Heading id="families">All families</Heading>
      <ul class="families">
        {families.map(({ title, href, about, count: own }) => (
          <li>
            <a href={href}>{title}</a>
            <span class="count">{own}</span>
            <p>{about}</p>
          </li>
        ))}
      </ul>
    </article>,
  )
}
