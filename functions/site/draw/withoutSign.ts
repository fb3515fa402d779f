/** A name or symbol without its leading ▢ (vault share) or ■ (share token), which looks like a missing glyph. Pages say it in words. */
export const withoutSign = (name: string): string => name.replace(/^[▢■]\s*(?=\S)/u, '')
