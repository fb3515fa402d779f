/**
 * The one text of a JSON value: object keys sorted by their UTF-16 code units at every depth, properties that are undefined
 * left out, no white space. It is RFC 8785 (JCS), whose number and string forms are those of JSON.stringify.
 */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
