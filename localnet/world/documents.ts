/** A JSON document as a `data:` URI (RFC 2397), so that nothing has to be fetched from elsewhere. */
export function jsonUri(document: unknown): string {
  return `data:application/json;base64,${Buffer.from(JSON.stringify(document)).toString('base64')}`
}

/** A square picture of one letter, as a `data:` URI. */
export function artworkUri(letter: string, background: string, ink: string): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="${background}"/>` +
    `<circle cx="48" cy="48" r="34" fill="none" stroke="${ink}" stroke-width="4"/>` +
    `<text x="48" y="60" font-family="sans-serif" font-size="36" text-anchor="middle" fill="${ink}">${letter}</text>` +
    '</svg>'
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
