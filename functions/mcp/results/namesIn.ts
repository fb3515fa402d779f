const MOST_NAMES = 32

/** Names of members for a sentence of ours: a few, and none that could be a text of a document's author. */
export function namesIn(names: Iterable<string>): string {
  const all = [...names]
  const plain = all.filter(isPlain).slice(0, MOST_NAMES)
  return [...plain, ...(plain.length < all.length ? [`${all.length - plain.length} more`] : [])].join(', ')
}

const isPlain = (name: string): boolean => /^\w{1,64}$/.test(name)
