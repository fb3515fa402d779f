import type { Frame } from '../Frame.ts'
import { Heading } from '../shell/Heading.tsx'
import { renderPage } from '../shell/Shell.tsx'
import type { GuidePart, GuidePage } from '../Pages.ts'

export const renderGuide = (frame: Frame, { title, html }: GuidePage): string =>
  renderPage(
    frame,
    <article class="prose guide">
      <h1>{title}</h1>
      <div class="markdown" dangerouslySetInnerHTML={{ __html: html }} />
    </article>,
  )

export const renderGuides = (frame: Frame, parts: readonly GuidePart[]): string =>
  renderPage(
    frame,
    <article class="guides">
      <h1>{frame.title}</h1>
      <p class="lead">{frame.description}</p>
      {parts.map(({ readers, topics }) => (
        <>
          <Heading id={idOf(readers)}>{readers}</Heading>
          {topics.map(({ topic, guides }) => (
            <section class="topic">
              <h3>{topic}</h3>
              <ul>
                {guides.map(({ href, title, about }) => (
                  <li>
                    <a href={href}>{title}</a>
                    <p>{about}</p>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </>
      ))}
    </article>,
  )

/** The anchor of a heading of plain words. */
const idOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-')
