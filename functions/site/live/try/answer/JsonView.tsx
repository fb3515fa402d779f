import { useState } from 'preact/hooks'

/** Entries that are in view at once; texts are cut at ten times as many characters. */
const STEP = 50
/** Levels that are open at first. */
const OPEN = 2

interface JsonViewProps {
  readonly value: unknown
  readonly name?: string | undefined
  readonly depth?: number
}

/** JSON whose objects and lists fold. Names and values are texts, whatever they contain. */
export function JsonView({ value, name, depth = 0 }: JsonViewProps) {
  const [isOpen, setOpen] = useState(depth < OPEN)
  const [shown, setShown] = useState(STEP)
  if (typeof value !== 'object' || value === null)
    return (
      <div class="json-line">
        <Key name={name} />
        <Leaf value={value} />
      </div>
    )
  const isList = Array.isArray(value)
  const entries = Object.entries(value)
  const [start, end] = isList ? ['[', ']'] : ['{', '}']
  if (entries.length === 0)
    return (
      <div class="json-line">
        <Key name={name} />
        {start}
        {end}
      </div>
    )
  return (
    <details class="json" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Key name={name} />
        {start}
        {isOpen ? null : (
          <span class="json-count">
            {' '}
            {entries.length}{' '}
            {isList ? (entries.length === 1 ? 'entry' : 'entries') : entries.length === 1 ? 'field' : 'fields'} {end}
          </span>
        )}
      </summary>
      {isOpen ? (
        <>
          <div class="json-inner">
            {entries.slice(0, shown).map(([key, inner]) => (
              <JsonView key={key} name={isList ? undefined : key} value={inner} depth={depth + 1} />
            ))}
            {entries.length > shown ? (
              <button type="button" class="json-more" onClick={() => setShown(shown + STEP)}>
                {shown} of {entries.length} are shown. Show more
              </button>
            ) : null}
          </div>
          <div class="json-line">{end}</div>
        </>
      ) : null}
    </details>
  )
}

const Key = ({ name }: { readonly name: string | undefined }) =>
  name === undefined ? null : (
    <>
      <span class="json-key">{name}</span>:{' '}
    </>
  )

function Leaf({ value }: { readonly value: unknown }) {
  const [isWhole, setWhole] = useState(false)
  const text = JSON.stringify(value)
  if (typeof value !== 'string') return <span class="json-other">{text}</span>
  const isCut = !isWhole && text.length > STEP * 10
  return (
    <span class="json-text">
      {isCut ? `${text.slice(0, STEP * 10)}…` : text}
      {isCut ? (
        <button type="button" class="json-more" onClick={() => setWhole(true)}>
          {text.length} characters. Show all
        </button>
      ) : null}
    </span>
  )
}
