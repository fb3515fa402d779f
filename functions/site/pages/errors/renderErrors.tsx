import type { Frame } from '../Frame.ts'
import { renderPage } from '../shell/Shell.tsx'
import { Heading } from '../shell/Heading.tsx'
import { Name } from '../shell/Text.tsx'
import type { ErrorSection } from './ErrorPage.ts'

const idOf = (title: string): string => title.toLowerCase().replaceAll(/\W+/g, '-')

/** The list of all codes of errors and issues. */
export function renderErrors(frame: Frame, sections: readonly ErrorSection[]): string {
  const contents = sections.map(({ title }) => ({ href: `#${idOf(title)}`, text: title }))
  return renderPage(
    { ...frame, contents },
    <article class="errors">
      <h1>{frame.title}</h1>
      <p class="lead">{frame.description}</p>
      <p>
        An error has the body{' '}
        <code>
          {'{'}"success": false, "error": "&lt;code&gt;: &lt;text&gt;"{'}'}
        </code>{' '}
        and the header <code>X-Error-Code</code>. The code is stable; the text is for people and models. The guide to{' '}
        <a href="/docs/guides/errors">errors</a> has problem details, headers and retries.
      </p>
      {sections.map(({ title, errors }) => (
        <section>
          <Heading id={idOf(title)}>{title}</Heading>
          <table class="codes stacks pairs">
            <thead>
              <tr>
                <th scope="col">Code</th>
                <th scope="col" class="number">
                  Status
                </th>
                <th scope="col">Retry</th>
                <th scope="col">Meaning</th>
              </tr>
            </thead>
            <tbody>
              {errors.map(({ code, href, status, title: meaning, retry }) => (
                <tr>
                  <td>
                    <a href={href}>
                      <code>
                        <Name name={code} />
                      </code>
                    </a>
                  </td>
                  <td class="number">{status}</td>
                  <td>{retry}</td>
                  <td class="wide">{meaning}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </article>,
  )
}
