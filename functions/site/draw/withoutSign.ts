/**
 * A name or symbol without the sign for a vault share or a share token before it, which a reader takes for a missing glyph: the page
 * says in words what it is.
 */
export const withoutSign = (name: string): string => name.replace(/^[▢■]\s*(?=\S)/u, '')
