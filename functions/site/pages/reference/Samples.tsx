import { Code, Text } from '../shell/Text.tsx'
import type { Language, Sample } from './OperationPage.ts'

const TITLES: Readonly<Record<Language, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  viem: 'viem',
  python: 'Python',
  mcp: 'MCP',
}

/** The same call in several languages, one at a time. The sheet shows the one that is checked: it needs no script. */
export function Samples({ name, samples }: { readonly name: string; readonly samples: readonly Sample[] }) {
  return (
    <fieldset class="tabs" data-tabs>
      <legend class="visually-hidden">Language</legend>
      <div class="tab-row">
        {samples.map(({ language }, i) => (
          <label>
            <input type="radio" name={name} value={language} checked={i === 0} class="visually-hidden" />
            <span>{TITLES[language]}</span>
          </label>
        ))}
      </div>
      {samples.map(({ language, note, code }) => (
        <div class="tab" data-tab={language}>
          <Code code={code} />
          {note.length === 0 ? null : (
            <p class="tab-note">
              <Text text={note} />
            </p>
          )}
        </div>
      ))}
    </fieldset>
  )
}
