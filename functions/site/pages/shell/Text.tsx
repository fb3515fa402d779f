import type { RichText, Highlighted } from './RichText.ts'

/** Before a capital, after a sign that joins words, and nowhere else. */
const BREAKS = /(?<=[a-z0-9])(?=[A-Z])|(?<=[_/.])(?=[^\s])/

/** A long name that may be broken between its words. A URL stays whole. */
export function Name({ name }: { readonly name: string }) {
  if (name.includes('://')) return name
  return (
    <>
      {name.split(BREAKS).map((word, i) =>
        i === 0 ? (
          word
        ) : (
          <>
            <wbr />
            {word}
          </>
        ),
      )}
    </>
  )
}

/** A sentence with its code and links. */
export function Text({ text }: { readonly text: RichText }) {
  return (
    <>
      {text.map((part) => {
        if (typeof part === 'string') return part
        const code = (
          <code>
            <Name name={part.code} />
          </code>
        )
        return part.href === undefined ? code : <a href={part.href}>{code}</a>
      })}
    </>
  )
}

/** A text of the contract, whose code is in backticks. */
export function Words({ text }: { readonly text: string }) {
  const parts = text.split('`')
  return <>{parts.map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part))}</>
}

/** A block of code. It scrolls by itself, also by keyboard; the script gives it a button that copies it. */
export function Code({ code }: { readonly code: Highlighted }) {
  return (
    <div class="code" data-language={code.language}>
      <pre tabIndex={0}>
        <code dangerouslySetInnerHTML={{ __html: code.html }} />
      </pre>
    </div>
  )
}
