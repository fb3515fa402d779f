/** What a browser may be given to show: nothing that runs. */
const SHOWN = ['application/json', 'image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export type ArtifactContentType = (typeof SHOWN)[number]

/** A content type without its parameters if it is one that is stored and shown; else undefined. */
export function shownType(contentType: string): ArtifactContentType | undefined {
  const essence = (contentType.split(';')[0] ?? '').trim().toLowerCase()
  return SHOWN.find((type) => type === essence)
}
