import { Sequence } from '../../draw/Sequence.tsx'
import type { SequenceSteps } from '../../draw/SequenceSteps.ts'
import type { Frame } from '../Frame.ts'
import { renderPage } from '../shell/Shell.tsx'
import { Heading } from '../shell/Heading.tsx'
import type { Concept } from '../Pages.ts'

export function renderConcepts(frame: Frame, concepts: readonly Concept[]): string {
  const contents = concepts.map(({ id, title }) => ({ href: `#${id}`, text: title }))
  return renderPage(
    { ...frame, contents },
    <article class="prose concepts">
      <h1>{frame.title}</h1>
      <p class="lead">{frame.description}</p>
      {concepts.map(({ id, title, html, sequences }) => (
        <section>
          <Heading id={id}>{title}</Heading>
          <div class="markdown" dangerouslySetInnerHTML={{ __html: html }} />
          {sequences.map((sequence) => (
            <Figure sequence={sequence} />
          ))}
        </section>
      ))}
    </article>,
  )
}

/** The picture where there is room for it, and its steps as a list where there is not, and for those who hear the page. */
const Figure = ({ sequence }: { readonly sequence: SequenceSteps }) => (
  <figure class="sequence-figure">
    <figcaption>{sequence.title}</figcaption>
    <Sequence {...sequence} />
    <ol class="sequence-steps">
      {sequence.steps.map(({ from, to, text }) => (
        <li>
          <strong>{from === to ? from : `${from} to ${to}`}:</strong> {text}
        </li>
      ))}
    </ol>
  </figure>
)
