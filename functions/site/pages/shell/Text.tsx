import { Name } from './Name.tsx'
import type { RichText } from './RichText.ts'

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
