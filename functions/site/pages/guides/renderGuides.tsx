import type { Frame } from '../Frame.ts'
import { renderPage } from '../shell/Shell.tsx'
import type { GuideTopic, GuidePage } from '../Pages.ts'

export const renderGuide = (frame: Frame, { title, html }: GuidePage): string =>
  renderPage(
    frame,
    <article class="prose guide">
      <h1>{title}</h1>
      <div class="markdown" dangerouslySetInnerHTML={{ __html: html }} />
    </article>,
  )

export const renderGuides = (frame: Frame, topics: readonly GuideTopic[]): string =>
  renderPage(
    frame,
    <article class="guides">
      <h1>{frame.title}</h1>
      <p class="lead">{frame.description}</p>
      {topics.map(({ topic, guides }) => (
        <section class="topic">
          <h2>{topic}</h2>
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
    </article>,
  )
