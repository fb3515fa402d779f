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
