import type { Report } from './answers.ts'

const WORDS: Readonly<Record<string, string>> = { pass: 'passed', warn: 'warning', fail: 'failed', info: 'note' }
/** What somebody has to look at comes first. */
const ORDER = ['fail', 'warn', 'info', 'pass']

/** What was checked of a vault, the worst first. */
export function Checks({ sections }: Pick<Report, 'sections'>) {
  const checks = sections.flatMap(({ title, checks: all }) => all.map((check) => ({ ...check, section: title })))
  const sorted = checks.toSorted((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status))
  const passed = checks.filter(({ status }) => status === 'pass').length
  const shown = sorted.filter(({ status }) => status !== 'pass')
  return (
    <>
      <p class="about">
        {passed} of {checks.length} checks passed.
      </p>
      <List checks={shown} />
      <details class="figures">
        <summary>The {passed} that passed</summary>
        <List checks={sorted.filter(({ status }) => status === 'pass')} />
      </details>
    </>
  )
}

type Check = Report['sections'][number]['checks'][number] & { readonly section: string }

const List = ({ checks }: { readonly checks: readonly Check[] }) => (
  <ul class="checks">
    {checks.map(({ label, status, details, section }) => (
      <li>
        <span class={`check ${status}`}>{WORDS[status] ?? status}</span>
        <span>
          {label} <small>{section}</small>
          {details === null ? null : <span class="check-details">{details}</span>}
        </span>
      </li>
    ))}
  </ul>
)
